import type { Db } from '@counterfoil/kit/database/database.ts'
import { alphabetical, contains } from '@counterfoil/kit/database/folded-text.ts'
import { countRows } from '@counterfoil/kit/database/paging.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface MerchantSearch {
  readonly searchKey?: string | undefined
  readonly merchantStatus?: string | undefined
  readonly tenantId?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly limit: number
  readonly offset: number
}

export function listMerchants(db: Db, search: MerchantSearch) {
  return matchingMerchants(db, search)
    .select([
      'merchant.tenant_id',
      'merchant.id',
      'legal_business_name',
      'merchant_status',
      'processing_status',
    ])
    .orderBy(alphabetical(sql.ref('legal_business_name')))
    .orderBy('merchant.id')
    .limit(search.limit)
    .offset(search.offset)
    .execute()
}

export function countMerchants(db: Db, search: MerchantSearch): Promise<number> {
  return countRows(matchingMerchants(db, search))
}

function matchingMerchants(db: Db, search: MerchantSearch) {
  const { searchKey, merchantStatus, tenantId, ids } = search
  return db
    .selectFrom('merchant')
    .where(within(db, 'merchant', 'id'))
    .$if(tenantId !== undefined, (query) => query.where('merchant.tenant_id', '=', tenantId ?? ''))
    .$if(ids !== undefined, (query) => query.where('merchant.id', 'in', ids ?? []))
    .$if(Boolean(merchantStatus), (query) =>
      query.where('merchant_status', '=', merchantStatus ?? ''),
    )
    .$if(Boolean(searchKey), (query) =>
      query.where(
        sql<boolean>`(${contains(sql`legal_business_name`, searchKey)} or ${contains(sql`trading_name`, searchKey)}
          or merchant.id::text = lower(${searchKey}) or lower(merchant.email) = lower(${searchKey})
          or registration_number = ${searchKey} or tax_number = ${searchKey})`,
      ),
    )
}
