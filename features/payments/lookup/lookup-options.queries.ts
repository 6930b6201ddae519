import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { inUse } from '@counterfoil/kit/database/lists.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** Ids and names of active rows. */
export async function listInUse(
  db: Db,
  list: 'payment_method' | 'payment_channel' | 'service_provider' | 'country',
  tenantId: string | null,
) {
  const rows = await inUse(db, list, tenantId).orderBy('one.name').execute()
  return rows.map(({ code, name }) => ({ id: code, name }))
}

/** Codes and names of the currencies in use, by their codes. */
export async function listUsedCurrencies(db: Db, tenantId: string | null) {
  const rows = await inUse(db, 'currency', tenantId).orderBy('one.code').execute()
  return rows.map(({ code, name }) => ({ id: code, name }))
}

export function listAllChannels(db: Db) {
  return db
    .selectFrom('payment_channel')
    .select(['code as id', 'name', 'is_active as isActive'])
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

/** The active websites of one merchant, or all websites that the caller sees. */
export function listWebsiteNames(db: Db, merchantId?: string) {
  const all = db.selectFrom('website').select(['id', 'name']).where(within(db, 'website'))
  const some =
    merchantId === undefined
      ? all
      : all.where('merchant_id', '=', merchantId).where('is_active', '=', true)
  return some.orderBy('name').limit(1000).execute()
}

interface MidSearch {
  readonly searchKey?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly tenantId?: string | undefined
  readonly merchantId?: string | undefined
  /** Undefined: of either mode. */
  readonly mode?: number | undefined
  /** Null: of every provider. */
  readonly providers: readonly string[] | null
  readonly limit: number
}

/** MIDs by their codes, in use or not: payments are of those that were, too. */
export function listMidNames(db: Db, search: MidSearch) {
  const { searchKey, ids, tenantId, merchantId, mode, providers, limit } = search
  return db
    .selectFrom('mid')
    .innerJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'mid.tenant_id').onRef('m.id', '=', 'mid.merchant_id'),
    )
    .select(['mid.id', 'mid.mid_code as code', 'm.legal_business_name as merchant'])
    .where(within(db, 'mid'))
    .$if(ids !== undefined, (query) => query.where('mid.id', 'in', ids ?? []))
    .$if(tenantId !== undefined, (query) => query.where('mid.tenant_id', '=', tenantId ?? ''))
    .$if(merchantId !== undefined, (query) => query.where('mid.merchant_id', '=', merchantId ?? ''))
    .$if(mode !== undefined, (query) => query.where('mid.mode', '=', mode ?? 0))
    .$if(providers !== null, (query) =>
      query.where(sql<boolean>`mid.provider = any (${providers})`),
    )
    .$if(Boolean(searchKey), (query) =>
      query.where(
        sql<boolean>`(${contains(sql`mid.mid_code`, searchKey)} or mid.id::text = lower(${searchKey})
          or ${contains(sql`m.legal_business_name`, searchKey)})`,
      ),
    )
    .orderBy('mid.mid_code')
    .orderBy('m.legal_business_name')
    .orderBy('mid.id')
    .limit(limit)
    .execute()
}

export async function isMerchantVisible(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('merchant')
    .select('id')
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
