import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { listTenantsOf } from '@counterfoil/kit/database/tenants.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** An audit entry's fields as the database writes them, in the order in which they are hashed. */
export type SealedFields = readonly (string | null)[]

/** Everything of an entry `e`, as texts that are the same whoever reads them. */
const sealedFields: RawBuilder<SealedFields> = sql`array[
  e.tenant_id::text, e.id::text, e.merchant_id::text, e.actor_id::text, e.actor_name, e.action, e.record_type, e.record_id,
  e.request_id, e.ip, e.before::text, e.after::text,
  to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')]`

/** Of an entry `e`: no link holds it. */
const hasNoLink = sql<SqlBool>`not exists (
  select from audit_link as l where l.tenant_id = e.tenant_id and l.entry_id = e.id)`

export interface Head {
  readonly sequence: bigint
  readonly entryId: string
  readonly hash: string
  readonly sealedAt: Date
}

/** The last link of the tenant's chain. */
export async function findHead(db: Db): Promise<Head | undefined> {
  return db
    .selectFrom('audit_link')
    .select(['sequence', 'entry_id as entryId', 'hash', 'sealed_at as sealedAt'])
    .where(within(db, 'audit_link', null))
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Entries without a link, in the order of their ids from `firstId` on. */
export function listUnsealed(db: Db, firstId: string, limit: number) {
  return db
    .selectFrom('audit_entry as e')
    .select(['e.id', sealedFields.as('fields')])
    .where(within(db, 'e'))
    .where('e.id', '>=', firstId)
    .where(hasNoLink)
    .orderBy('e.id')
    .limit(limit)
    .execute()
}

/** The tenants that have entries without a link, from `firstId` on. */
export const listTenantsWithUnsealed = (db: Db, firstId: string): Promise<string[]> =>
  listTenantsOf(
    db
      .selectFrom('audit_entry as e')
      .where(within(db, 'e'))
      .where('e.id', '>=', firstId)
      .where(hasNoLink),
  )

export async function insertChainLinks(
  db: Db,
  links: readonly { sequence: bigint; entryId: string; hash: string; sealedAt: Date }[],
): Promise<void> {
  await db
    .insertInto('audit_link')
    .values(
      links.map(({ sequence, entryId, hash, sealedAt }) => ({
        tenant_id: tenantOf(db),
        sequence,
        entry_id: entryId,
        hash,
        sealed_at: sealedAt,
      })),
    )
    .execute()
}

/** The tenant's links after `sequence`, each with what its entry says now; no fields where the entry is gone. */
export function listLinks(db: Db, tenantId: string, after: bigint, limit: number) {
  return db
    .selectFrom('audit_link as l')
    .leftJoin('audit_entry as e', (join) =>
      join.onRef('e.tenant_id', '=', 'l.tenant_id').onRef('e.id', '=', 'l.entry_id'),
    )
    .select([
      'l.sequence',
      'l.entry_id as entryId',
      'l.hash',
      'e.id as presentId',
      sealedFields.as('fields'),
    ])
    .where(within(db, 'l', null))
    .where('l.tenant_id', '=', tenantId)
    .where('l.sequence', '>', after)
    .orderBy('l.sequence')
    .limit(limit)
    .execute()
}

/** Entries older than `beforeId` that no link holds. */
export function listNeverSealed(db: Db, tenantId: string, beforeId: string, limit: number) {
  return db
    .selectFrom('audit_entry as e')
    .select('e.id')
    .where(within(db, 'e'))
    .where('e.tenant_id', '=', tenantId)
    .where('e.id', '<', beforeId)
    .where(hasNoLink)
    .orderBy('e.id')
    .limit(limit)
    .execute()
}
