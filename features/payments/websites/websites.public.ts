import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** A merchant's websites that are in use, by name. */
export function listActiveWebsites(db: Db, merchantId: string) {
  return db
    .selectFrom('website')
    .select(['id', 'name'])
    .where(within(db, 'website'))
    .where('merchant_id', '=', merchantId)
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
}

/** The merchant that a website or a payment is of; undefined if the caller does not see the merchant. */
export function findMerchantAccount(db: Db, id: string) {
  return db
    .selectFrom('merchant')
    .select([
      'tenant_id as tenantId',
      'legal_business_name as name',
      'home_currency as homeCurrency',
    ])
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', id)
    .executeTakeFirst()
}
