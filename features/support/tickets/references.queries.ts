import type { DB as Rows } from '@counterfoil/database/rows.generated.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { Insertable, Selectable } from 'kysely'

export type ReferenceRow = Selectable<Rows['support_reference']>
export type NewReferenceRow = Omit<Insertable<Rows['support_reference']>, 'tenant_id'>

export async function insertReferenceRows(db: Db, rows: readonly NewReferenceRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('support_reference')
    .values(rows.map((row) => ({ ...row, tenant_id: tenantOf(db) })))
    .execute()
}

export function listReferenceRows(
  db: Db,
  ticket: { readonly tenant_id: string; readonly id: string },
): Promise<ReferenceRow[]> {
  return db
    .selectFrom('support_reference as r')
    .selectAll()
    .where(within(db, 'r'))
    .where('r.tenant_id', '=', ticket.tenant_id)
    .where('r.ticket_id', '=', ticket.id)
    .orderBy('r.id')
    .execute()
}

/** Merchants of the tenant that `db` reads, by id. */
export function listMerchants(db: Db, tenantId: string, ids: readonly string[]) {
  return db
    .selectFrom('merchant as m')
    .select(['m.id', 'm.legal_business_name'])
    .where(within(db, 'm', 'id'))
    .where('m.tenant_id', '=', tenantId)
    .where('m.id', 'in', [...ids])
    .execute()
}
