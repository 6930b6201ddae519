import {
  readBalances,
  refusePartialView,
} from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import { modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  type ActionCall,
  type ActionHandler,
  actionRoute,
  type Called,
} from './action-route.public.ts'
import {
  acceptDispute as acceptDisputeCall,
  changeStatus as changeStatusCall,
  checkBalance,
  checkMerchantBalance,
  closeDispute as closeDisputeCall,
  listDisputeCodes,
  listMerchantDisputeCodes,
  listReasons,
  listRejectionReasons,
  merchantActions,
  operatorActions,
  type PaymentBalance,
} from './actions.contract.ts'
import { listOwnReasons } from './own-reasons.queries.ts'
import {
  acceptDispute,
  approvePayment,
  type Command,
  changeStatus,
  checkStatus,
  closeDispute,
  declinePayment,
  type Engine,
  type FollowUpAction,
  findPayment,
  markRefunded,
  openDispute,
  operate,
  readPaymentView,
  requestPayout,
} from './payments.public.ts'
import { paymentStatuses } from './payments.schema.ts'
import { approveReasons, declineReasons, disputeCodes } from './reasons.rules.ts'

export const routes = (providers: Providers): Route[] => {
  const acting = <Body extends object>(call: ActionCall<Body>, act: ActionHandler<Body>): Route =>
    actionRoute(providers, call, act)
  const operating = <Body extends object>(call: ActionCall<Body>, action: FollowUpAction): Route =>
    acting(call, (engine, command, answering) => operate(engine, action, command, answering))
  const actionsOf = (calls: typeof operatorActions): Route[] => [
    operating(calls.refund, 'refund'),
    operating(calls.capture, 'capture'),
    operating(calls.void, 'void'),
    operating(calls.reverse, 'reverse'),
    acting(calls.markRefunded, markRefunded),
    acting(calls.approve, approvePayment),
    acting(calls.decline, declinePayment),
    acting(calls.checkStatus, async (engine, command, { answer }) =>
      answer(await checkStatus(engine, command)),
    ),
    acting(calls.dispute, async (engine, command, answering, { reasonCode }) =>
      openDispute(engine, await disputeOf(engine, command, reasonCode), answering),
    ),
    acting(calls.payout, (engine, command, answering, { amount }) =>
      requestPayout(engine, { ...command, amountMinor: BigInt(amount) }, answering),
    ),
  ]
  return [
    ...actionsOf(operatorActions),
    ...actionsOf(merchantActions),
    acting(changeStatusCall, (engine, command, answering, { actionType, declineReason }) => {
      const to = actionType === 'Captured' ? 'captured' : 'declined'
      return changeStatus(engine, { ...command, to, reason: declineReason ?? null }, answering)
    }),
    acting(acceptDisputeCall, (engine, command, answering, { disputeId }) =>
      acceptDispute(engine, { ...command, disputeId }, answering),
    ),
    acting(closeDisputeCall, (engine, command, answering, { outcome, disputeId }) =>
      closeDispute(engine, { ...command, outcome, disputeId }, answering),
    ),
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
}

async function disputeOf(engine: Engine, command: Command, reasonCode: string) {
  const db = engine.database.reader(tenantScope(engine.tenantId))
  const known = [...disputeCodes, ...(await listOwnReasons(db, 'dispute', engine.tenantId))]
  const found = known.find((one) => one.id === reasonCode)
  if (found === undefined) {
    const message = `${reasonCode} is not a dispute code`
    throw new Problem('dispute.unknown_code', 400, message, {
      errors: [{ message, path: 'reasonCode' }],
    })
  }
  const answerDays = await readVariable(engine.database.shared, 'dispute_answer')
  return {
    ...command,
    reasonCode,
    reason: command.reason ?? found.name,
    respondBy: new Date(engine.now().getTime() + answerDays * 86_400_000),
  }
}

async function codesFor({ db }: Called, id: string) {
  const payment = await findPayment(db, id)
  if (payment === undefined) throw notFound('The payment')
  return [...disputeCodes, ...(await listOwnReasons(db, 'dispute', payment.tenantId))]
}

const decisions = new Map([
  ['declined', { action: 'decline', usual: declineReasons }],
  ['captured', { action: 'approve', usual: approveReasons }],
] as const)

/** None for a status that is decided without a reason; what is no status at all is not found. */
async function reasonsFor({ db }: Called, status: string, tenantId: string) {
  const name = status.toLowerCase()
  if (!(paymentStatuses as readonly string[]).includes(name)) throw notFound('The status')
  const decision = decisions.get(name as 'declined')
  if (decision === undefined) return []
  return [...decision.usual, ...(await listOwnReasons(db, decision.action, tenantId))]
}

async function readBalance({ db, caller, now }: Called, id: string): Promise<PaymentBalance> {
  const view = await readPaymentView(db, id, now)
  refusePartialView(caller)
  const entries = await readBalances(db, { ...view, mode: modeOf(view.mode) })
  const of = (account: string) =>
    Number(
      entries.find((one) => one.account === account && one.currency === view.currency)
        ?.amountMinor ?? 0n,
    )
  // what the tenant owes is a credit
  const available = -of('merchant_payable')
  return {
    currency: view.currency,
    available,
    reserved: of('authorised'),
    disputed: -of('disputed_funds'),
    refundable: view.refundableAmount,
    isSufficient: available >= view.refundableAmount,
    asOf: now.toISOString(),
  }
}
