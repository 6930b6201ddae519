import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

const targetRows = (db: Db) =>
  db.selectFrom('report_delivery_target').selectAll().where(within(db, 'report_delivery_target'))

export function findTarget(db: Db, id: string) {
  return targetRows(db).where('id', '=', id).executeTakeFirst()
}
export type TargetRow = NonNullable<Awaited<ReturnType<typeof findTarget>>>

/** Those whose connection is complete, of a merchant or of the tenant's own users. */
export function listUsableTargets(db: Db, tenantId: string, merchantId: string | null) {
  return targetRows(db)
    .where('tenant_id', '=', tenantId)
    .where('merchant_id', 'is not distinct from', merchantId)
    .where('is_active', '=', true)
    .where('secret', 'is not', null)
    .where((eb) => eb.or([eb('kind', '=', 's3'), eb('host_key', 'is not', null)]))
    .orderBy('name')
    .limit(200)
    .execute()
}

/** False: it has changed since that version. */
export async function updateTargetSecret(
  db: Db,
  id: string,
  version: number,
  to: { readonly sealed: string | null; readonly publicKey: string | null; readonly at: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('report_delivery_target')
    .set({
      secret: to.sealed,
      public_key: to.publicKey,
      secret_set_at: to.sealed === null ? null : to.at,
      version: version + 1,
      updated_at: to.at,
    })
    .where(within(db, 'report_delivery_target'))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** A secret is sent to the server that it was given for, and to no other. */
export async function forgetTargetSecret(db: Db, id: string): Promise<void> {
  await db
    .updateTable('report_delivery_target')
    .set({ secret: null, public_key: null, secret_set_at: null })
    .where(within(db, 'report_delivery_target'))
    .where('id', '=', id)
    .execute()
}
