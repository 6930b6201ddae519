import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  listActiveCustomers,
  listMerchantsOfTenant,
  searchMerchants,
} from './merchant-search.contract.ts'
import { readActiveCustomers } from './merchant-search.public.ts'
import { countMerchants, listMerchants, type MerchantSearch } from './merchant-search.queries.ts'

export const routes: Route[] = [
  route(listActiveCustomers, (_input, { db }) => readActiveCustomers(db)),
  route(searchMerchants, ({ query }, { db }) =>
    merchantPage(db, {
      searchKey: query.searchKey,
      merchantStatus: query.merchantStatus,
      ids: query.merchantId,
      ...pageOf(query),
    }),
  ),
  route(listMerchantsOfTenant, async ({ params, query }, { db, caller }) => {
    if (caller.userType !== 'platform' && params.tenantId !== caller.tenantId)
      throw notFound('The tenant')
    return merchantPage(db, {
      tenantId: params.tenantId,
      searchKey: query.searchKey,
      ...pageOf(query),
    })
  }),
]

async function merchantPage(db: Db, search: MerchantSearch) {
  const [rows, count] = await Promise.all([listMerchants(db, search), countMerchants(db, search)])
  const data = rows.map((row) => ({
    merchantId: row.id,
    legalBusinessName: row.legal_business_name,
    merchantStatus: row.merchant_status,
    processingStatus: row.processing_status,
    tenantId: row.tenant_id,
  }))
  return { data, count }
}
