import {
  listBalances,
  refusePartialView,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import {
  findPayment,
  readPaymentView,
  type UserContext,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { paymentStatuses } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import {
  checkBalance,
  checkMerchantBalance,
  listDisputeCodes,
  listMerchantDisputeCodes,
  listReasons,
  listRejectionReasons,
  type PaymentBalance,
} from './action-options.contract.ts'
import { listTenantReasons } from './reasons.public.ts'
import { disputeCodes, reasonGroupOfWord, reasonsOf } from './reasons.rules.ts'

export const routes: Route[] = [
  route(checkBalance, ({ params }, context) => readBalance(context, params.id)),
  route(checkMerchantBalance, ({ params }, context) => readBalance(context, params.id)),
  route(listDisputeCodes, ({ params }, context) => codesFor(context, params.id)),
  route(listMerchantDisputeCodes, ({ params }, context) => codesFor(context, params.id)),
  route(listReasons, ({ params }, context) =>
    reasonsFor(context, params.status, context.caller.tenantId),
  ),
  route(listRejectionReasons, async ({ params }, context) => {
    const payment = await findPayment(context.db, params.id)
    if (payment === undefined) throw notFound('The payment')
    return reasonsFor(context, params.status, payment.tenantId)
  }),
]

async function codesFor({ db }: UserContext, id: string) {
  const payment = await findPayment(db, id)
  if (payment === undefined) throw notFound('The payment')
  return [...disputeCodes, ...(await listTenantReasons(db, 'dispute', payment.tenantId))]
}

/** Empty for a status that needs no reason. */
async function reasonsFor({ db }: UserContext, word: string, tenantId: string) {
  const group = reasonGroupOfWord(word)
  if (group !== undefined) {
    return [...reasonsOf(group), ...(await listTenantReasons(db, group, tenantId))]
  }
  const isStatus = (paymentStatuses as readonly string[]).includes(word.toLowerCase())
  if (!isStatus) throw notFound('The status')
  return []
}

async function readBalance({ db, caller, now }: UserContext, id: string): Promise<PaymentBalance> {
  const view = await readPaymentView(db, id, now)
  refusePartialView(caller)
  const entries = await listBalances(db, { ...view, mode: modeOf(view.mode) })
  const balanceOf = (account: string) =>
    Number(
      entries.find((one) => one.account === account && one.currency === view.currency)
        ?.amountMinor ?? 0n,
    )
  // liabilities are credits, which are negative
  const available = -balanceOf('merchant_available')
  return {
    currency: view.currency,
    available,
    reserved: balanceOf('authorised'),
    disputed: -balanceOf('disputed_funds'),
    refundable: view.refundableAmount,
    isSufficient: available >= view.refundableAmount,
    asOf: now.toISOString(),
  }
}
