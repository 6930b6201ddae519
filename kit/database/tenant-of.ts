import type { Db } from './database.ts'

/** The tenant that `db` writes for. Platform staff's connection has none: it cannot write. */
export function tenantOf(db: Db): string {
  if (db.scope.kind === 'platform') throw new Error('A platform connection writes nothing')
  return db.scope.tenantId
}
