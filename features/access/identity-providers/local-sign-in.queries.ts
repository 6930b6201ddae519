import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'

export async function closeLocalSignIn(
  db: Db,
  keptUserIds: readonly string[],
  at: Date,
): Promise<void> {
  const values = { kept_user_ids: [...keptUserIds], created_at: at }
  await db
    .insertInto('closed_local_sign_in')
    .values({ tenant_id: tenantOf(db), ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute()
}

export async function openLocalSignIn(db: Db): Promise<void> {
  await db.deleteFrom('closed_local_sign_in').where('tenant_id', '=', tenantOf(db)).execute()
}

/** One after the other: who closes, and who takes the last provider away. */
export async function lockWaysIn(db: Db): Promise<void> {
  await db
    .selectFrom('identity_provider')
    .select('id')
    .where('tenant_id', '=', tenantOf(db))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Whether a provider is in effect to which somebody is sent. */
export async function hasWayIn(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('federation')
    .innerJoin('email_domain', 'email_domain.provider_id', 'federation.provider_id')
    .select('domain')
    .where('federation.tenant_id', '=', tenantOf(db))
    .where('proven_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
