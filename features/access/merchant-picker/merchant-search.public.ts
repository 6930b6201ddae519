import { id } from '@counterfoil/kit/contract/fields.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { FormField } from '@counterfoil/kit/server/reports/report.ts'
import { listMerchants } from './merchant-search.queries.ts'

const msg = messagesOf(import.meta.url)

const label = msg('Merchant')

/** The most merchants that one search of a report's form answers. */
const maxFound = 50

/** The merchants of a report, found by their names, of any status. */
export const merchantField = (): FormField => ({
  ...{ name: 'merchantId', label, type: 'multiSelect', needs: 'tenantId={tenantId?}' },
  find: async ({ searchKey, keys, tenantId }, { db, caller }) => {
    const ids = keys?.filter((key) => id.safeParse(key).success)
    if (ids?.length === 0) return []
    const rows = await listMerchants(db, {
      ...{ searchKey, ids, limit: ids?.length ?? maxFound, offset: 0 },
      ...(tenantId === undefined || caller.userType !== 'platform' ? {} : { tenantId }),
    })
    return rows.map((row) => ({ id: row.id, name: row.legal_business_name }))
  },
})

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
