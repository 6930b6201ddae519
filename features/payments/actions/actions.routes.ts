import { readBalances } from '@counterfoil/features/accounting/ledger/ledger.public.ts'
import {
  type PaymentView,
  paymentStatuses,
} from '@counterfoil/features/payments/engine/payments.contract.ts'
import {
  type Answering,
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
} from '@counterfoil/features/payments/engine/payments.public.ts'
import { onceKey } from '@counterfoil/features/payments/idempotency/idempotency.public.ts'
import { viewPayment } from '@counterfoil/features/payments/machine/payment-views.rules.ts'
import {
  approveReasons,
  declineReasons,
  disputeCodes,
  disputeReasonOf,
  respondWithinMs,
} from '@counterfoil/features/payments/machine/reasons.rules.ts'
import type { Endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/context.ts'
import { type Input, type Route, route } from '@counterfoil/kit/server/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
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

type Called = Context<UserCaller>
type ById = { id: string }
type ActionCall<Body> = Endpoint<ById, Record<never, never>, Body, PaymentView>
type Act<Body> = (
  engine: Engine,
  command: Command,
  answering: Answering<PaymentView>,
  body: Body,
) => Promise<PaymentView>

export const routes = (providers: Providers): Route[] => {
  /** One action under a call: whose payment it is, under which key it is kept, and what the audit keeps of it. */
  const acting = <Body extends object>(call: ActionCall<Body>, act: Act<Body>): Route =>
    route(
      call,
      async ({ params, body }: Input<ById, Record<never, never>, Body>, context) => {
        const engine = await engineOf(context, providers, params.id)
        const answering = await answeringOf(engine, context, call.id, params, body)
        const before = auditedOf(await readPaymentView(context.db, params.id, context.now))
        const view = await act(engine, commandOf(context, params.id, body), answering, body)
        context.audit({
          type: 'payment',
          id: view.id,
          merchantId: view.merchantId,
          before,
          after: { ...auditedOf(view), ...body },
        })
        return view
      },
      { transaction: 'own' },
    )
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
    acting(calls.dispute, (engine, command, answering, { reasonCode }) =>
      openDispute(engine, disputeOf(engine, command, reasonCode), answering),
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
    route(listReasons, async ({ params }) => reasonsFor(params.status)),
    route(listRejectionReasons, async ({ params }, context) => {
      if (!(await findPayment(context.db, params.id))) throw notFound('The payment')
      return reasonsFor(params.status)
    }),
  ]
}

/** What an action can change of a payment, for the audit. */
function auditedOf(view: PaymentView) {
  const { status, currency, authorisedAmount, capturedAmount, refundedAmount } = view
  const { voidedAmount, disputedAmount } = view
  return {
    status,
    currency,
    authorisedAmount,
    capturedAmount,
    refundedAmount,
    voidedAmount,
    disputedAmount,
  }
}

/** Platform staff act in the payment's tenant, everybody else in their own; who may not see it is told 404. */
async function engineOf(context: Called, providers: Providers, id: string): Promise<Engine> {
  const { caller } = context
  const tenantId =
    caller.userType === 'platform' ? await tenantOfPayment(context, id) : caller.tenantId
  const asked = named(context.request.headers.tenantid)
  if (asked !== undefined && asked !== tenantId) throw notFound('The payment')
  return {
    database: context.database,
    jobs: context.jobs,
    providers,
    tenantId,
    transaction: (work) => context.transaction(work, tenantId),
    actor: { type: 'user', id: caller.id },
    now: () => new Date(),
  }
}

async function tenantOfPayment({ db }: Called, id: string): Promise<string> {
  const payment = await findPayment(db, id)
  if (payment === undefined) throw notFound('The payment')
  return payment.tenantId
}

/** A header that is there and empty says nothing. */
const named = (header: string | string[] | undefined) =>
  header === undefined || header === '' ? undefined : String(header).toLowerCase()

function commandOf(
  { mode, request }: Called,
  paymentId: string,
  body: { amount?: number | undefined; reason?: string | undefined },
): Command {
  return {
    paymentId,
    mode,
    websiteId: named(request.headers['website-id']),
    amountMinor: body.amount === undefined ? undefined : BigInt(body.amount),
    reason: body.reason ?? null,
  }
}

async function answeringOf(
  engine: Engine,
  { caller, idempotencyKey: key }: Called,
  endpointId: string,
  params: unknown,
  body: unknown,
): Promise<Answering<PaymentView>> {
  const answer: Answering<PaymentView>['answer'] = (told) => viewPayment(told.payment, told.today)
  if (key === undefined) return { answer }
  const once = await onceKey(engine, { callerId: caller.id, key, endpointId, params, body })
  return { answer, once }
}

function disputeOf(engine: Engine, command: Command, reasonCode: string) {
  if (!disputeCodes.some((one) => one.id === reasonCode)) {
    const message = `${reasonCode} is not a dispute code`
    throw new Problem('dispute.unknown_code', 400, message, {
      errors: [{ message, path: 'reasonCode' }],
    })
  }
  return {
    ...command,
    reasonCode,
    reason: command.reason ?? disputeReasonOf(reasonCode),
    respondBy: new Date(engine.now().getTime() + respondWithinMs),
  }
}

async function codesFor({ db }: Called, id: string) {
  if ((await findPayment(db, id)) === undefined) throw notFound('The payment')
  return [...disputeCodes]
}

const reasonsByStatus = new Map<string, readonly { id: string; name: string }[]>([
  ['declined', declineReasons],
  ['captured', approveReasons],
])

/** None for a status that is decided without a reason; what is no status at all is not found. */
function reasonsFor(status: string) {
  const name = status.toLowerCase()
  if (!(paymentStatuses as readonly string[]).includes(name)) throw notFound('The status')
  return [...(reasonsByStatus.get(name) ?? [])]
}

async function readBalance({ db, now }: Called, id: string): Promise<PaymentBalance> {
  const view = await readPaymentView(db, id, now)
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
