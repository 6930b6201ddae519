import {
  listBalances,
  listNextMaturities,
  refusePartialView,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { balancesOf } from './balances.rules.ts'
import { findMerchant } from './payouts.queries.ts'

/** What a merchant is owed, by currency; refused to whoever sees a part of its payments alone. */
export async function readMerchantBalances(
  { db, caller, mode }: Context<UserCaller>,
  merchantId: string,
) {
  const merchant = await findMerchant(db, merchantId)
  if (merchant === undefined) throw notFound('The merchant')
  refusePartialView(caller)
  const { tenant_id: tenantId, legal_business_name: merchantName } = merchant
  const owner = { tenantId, merchantId, mode }
  const sums = await listBalances(db, owner)
  const currencies = [...new Set(sums.map(({ currency }) => currency))]
  const nexts = await listNextMaturities(db, owner, currencies)
  const data = balancesOf(sums, nexts).map((balance) => ({ merchantName, ...balance }))
  return { data, count: data.length }
}
