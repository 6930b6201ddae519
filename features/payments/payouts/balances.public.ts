import {
  listBalances,
  listNextMaturities,
  refusePartialView,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { listBalanceRows } from './balance-rows.queries.ts'
import type { BalancePart } from './balances.contract.ts'
import { balancesOf } from './balances.rules.ts'
import { findMerchant } from './payouts.queries.ts'

/** What a merchant is owed, by currency; refused to whoever sees a part of its payments alone. */
export async function readMerchantBalances(
  { db, caller, mode }: Context<UserCaller>,
  merchantId: string,
) {
  const { tenantId, merchantName } = await readOwner({ db, caller }, merchantId)
  const owner = { tenantId, merchantId, mode }
  const sums = await listBalances(db, owner)
  const currencies = [...new Set(sums.map(({ currency }) => currency))]
  const nexts = await listNextMaturities(db, owner, currencies)
  const data = balancesOf(sums, nexts).map((balance) => ({ merchantName, ...balance }))
  return { data, count: data.length }
}

/** What a part of a merchant's balance is the sum of; refused as the balance is. */
export async function readBalancePart(
  { db, caller, mode }: Context<UserCaller>,
  merchantId: string,
  { part, currency }: { readonly part: BalancePart; readonly currency: string },
) {
  const { tenantId } = await readOwner({ db, caller }, merchantId)
  const found = await listBalanceRows(db, part, { tenantId, merchantId, mode, currency })
  return {
    data: found.rows.map(({ amountMinor, ...row }) => ({ ...row, amount: Number(amountMinor) })),
    count: found.count,
    amount: Number(found.amountMinor),
    on: found.on,
  }
}

async function readOwner(
  { db, caller }: Pick<Context<UserCaller>, 'db' | 'caller'>,
  merchantId: string,
) {
  const merchant = await findMerchant(db, merchantId)
  if (merchant === undefined) throw notFound('The merchant')
  refusePartialView(caller)
  return { tenantId: merchant.tenant_id, merchantName: merchant.legal_business_name }
}
