import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { listBillingLines } from './billing.queries.ts'
import type { BillingLine } from './billing.rules.ts'

interface Kept {
  readonly version: number
  readonly lines: readonly BillingLine[]
}

const mostKept = 2_000
const kept = new WeakMap<Database, Map<string, Kept>>()

/**
 * Which accounts a tenant chose, kept in each process until the tenant's settings have another version. The version is
 * read with each payment, so what is kept is never old and costs no query. Without a version it is read anew.
 */
export async function readBillingLines(
  { database, tenantId }: { readonly database: Database; readonly tenantId: string },
  db: Db,
  version: number | null,
): Promise<readonly BillingLine[]> {
  const known = kept.get(database) ?? new Map<string, Kept>()
  kept.set(database, known)
  const found = known.get(tenantId)
  if (found !== undefined && found.version === version) return found.lines
  const lines = await listBillingLines(db)
  if (version === null) return lines
  if (known.size >= mostKept) known.clear()
  known.set(tenantId, { version, lines })
  return lines
}
