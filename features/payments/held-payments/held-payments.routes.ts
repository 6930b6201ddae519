import { pageOf } from '@counterfoil/kit/server/request/counted-page.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { listHeldPayments, listMerchantHeldPayments } from './held-payments.contract.ts'
import { countHeld, listHeld } from './held-payments.queries.ts'

export const routes: Route[] = [listHeldPayments, listMerchantHeldPayments].map((list) =>
  route(list, async ({ query }, { db, mode, caller }) => {
    const page = pageOf(query)
    const [rows, count] = await Promise.all([listHeld(db, mode, page), countHeld(db, mode)])
    // what the rules found is not disclosed to merchants
    const isDisclosed = caller.userType !== 'merchant'
    return {
      data: rows.map((row) => ({
        ...{ id: row.id, tenantName: row.tenant_name, merchantName: row.merchant_name },
        ...{ amount: Number(row.amount_minor), currency: row.currency, method: row.method },
        ...{ cardBrand: row.card_brand, cardLast4: row.card_last4 },
        ...{ customerEmail: row.customer_email, externalId: row.external_id },
        createdAt: row.created_at.toISOString(),
        expiresAt: row.authorisation_expires_at?.toISOString() ?? null,
        rules: isDisclosed ? row.rules : [],
      })),
      count,
    }
  }),
)
