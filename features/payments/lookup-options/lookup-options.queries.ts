import type { Db } from '@counterfoil/kit/database/database.ts'

/** Ids and names of those in use. */
export function listInUse(db: Db, table: 'payment_method' | 'service_provider') {
  return db
    .selectFrom(table)
    .select(['code as id', 'name'])
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
}

export function listTenantNames(db: Db) {
  return db
    .selectFrom('tenant')
    .select(['id', 'name'])
    .where('is_platform', '=', false)
    .orderBy('name')
    .execute()
}

export function listCurrencies(db: Db) {
  return db
    .selectFrom('currency')
    .select(['code as id', 'name', 'decimal_places as decimalPlaces'])
    .orderBy('code')
    .execute()
}

export function listCountries(db: Db) {
  return db.selectFrom('country').select(['code as id', 'name']).orderBy('name').execute()
}
