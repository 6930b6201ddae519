import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** Short names of the tenant's merchants with this beginning. */
export async function listMerchantSlugs(db: Db, beginning: string): Promise<string[]> {
  const rows = await db
    .selectFrom('merchant')
    .select('slug')
    .where(within(db, 'merchant', null))
    .where('slug', 'like', `${beginning}%`)
    .execute()
  return rows.map(({ slug }) => slug)
}

/** Stores when a merchant's account was active for the first time. */
export async function updateActivation(db: Db, merchantId: string, at: Date): Promise<void> {
  await db
    .updateTable('merchant')
    .set({ activation_date: at })
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .where('activation_date', 'is', null)
    .where('is_active', '=', true)
    .execute()
}
