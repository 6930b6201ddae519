import type { Db } from '@counterfoil/kit/database/database.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'

/** Whether the tenant has colours or a logo of its own: a new one has none, and so looks like the product. */
export async function hasBranding(shared: Db, tenantId: string): Promise<boolean> {
  const { logo, theme } = await shared
    .selectFrom('tenant')
    .select(['logo', 'theme'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return logo !== null || Object.keys(theme as object).length > 0
}

/** Whether the tenant has more than one operator. */
export async function hasColleagues(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('app_user as u')
    .select('u.id')
    .where(within(db, 'u'))
    .where('u.user_type', '=', 'tenant')
    .where('u.is_active', '=', true)
    .limit(2)
    .execute()
  return rows.length > 1
}

export async function hasMerchants(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('merchant as m')
    .select('m.id')
    .where(within(db, 'm', 'id'))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function hasMids(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('mid as m')
    .select('m.id')
    .where(within(db, 'm'))
    .where('m.is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a payment was taken, in this mode or in any. */
export async function hasPayments(db: Db, mode?: number): Promise<boolean> {
  const found = await db
    .selectFrom('payment as p')
    .select('p.id')
    .where(withinPayments(db, 'p'))
    .$if(mode !== undefined, (query) => query.where('p.mode', '=', mode ?? 0))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function hasApiKey(db: Db, merchantId: string): Promise<boolean> {
  const found = await db
    .selectFrom('api_key as k')
    .select('k.id')
    .where(within(db, 'k'))
    .where('k.merchant_id', '=', merchantId)
    .where('k.is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export function readMerchantStatus(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant as m')
    .select(['m.processing_status', 'm.merchant_status'])
    .where(within(db, 'm', 'id'))
    .where('m.id', '=', merchantId)
    .executeTakeFirstOrThrow()
}
