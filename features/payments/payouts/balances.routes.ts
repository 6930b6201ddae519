import {
  listBalances,
  refusePartialView,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { readBalances, readOwnBalances } from './balances.contract.ts'
import { balancesOf } from './balances.rules.ts'
import { findMerchant } from './payouts.queries.ts'

export const routes: Route[] = [
  route(readBalances, ({ params }, context) => balancesFor(context, params.merchantId)),
  route(readOwnBalances, (_, context) => balancesFor(context, context.caller.merchantId ?? '')),
]

async function balancesFor({ db, caller, mode }: Context<UserCaller>, merchantId: string) {
  const merchant = await findMerchant(db, merchantId)
  if (merchant === undefined) throw notFound('The merchant')
  refusePartialView(caller)
  const { tenant_id: tenantId, legal_business_name: merchantName } = merchant
  const sums = await listBalances(db, { tenantId, merchantId, mode })
  const data = balancesOf(sums).map((balance) => ({ merchantName, ...balance }))
  return { data, count: data.length }
}
