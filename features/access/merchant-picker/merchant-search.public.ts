import type { Db } from '@counterfoil/kit/database/database.ts'
import { listMerchants } from './merchant-search.queries.ts'

/** More active merchants than these are found only by a search. */
const maxActiveCustomers = 1000

/** Active merchants within the scope of `db`, id to name. */
export async function readActiveCustomers(db: Db): Promise<Record<string, string>> {
  const rows = await listMerchants(db, {
    merchantStatus: 'Active',
    limit: maxActiveCustomers,
    offset: 0,
  })
  return Object.fromEntries(rows.map((row) => [row.id, row.legal_business_name]))
}
