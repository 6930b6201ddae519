import type { RefundSource } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import { listTenantReasons } from '@counterfoil/features/payments/action-options/reasons.public.ts'
import { disputeCodes } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import {
  isWaitingAnswer,
  runOrAwaitConfirmation,
  type WaitingAnswer,
} from '@counterfoil/features/payments/confirmations/confirmations.public.ts'
import { paymentConfirmable } from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import {
  answerDispute,
  closeDispute,
  openDispute,
} from '@counterfoil/features/payments/disputes/disputes.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Input, type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  acceptDispute as acceptDisputeCall,
  changeStatus as changeStatusCall,
  closeDispute as closeDisputeCall,
  merchantActions,
  operatorActions,
} from './actions.contract.ts'
import { approvePayment, declinePayment, requestPayout } from './approval.ts'
import type { ActionResult, Engine, ResponseOptions } from './engine.ts'
import { changeStatus, checkStatus, markRefunded } from './manual-decisions.ts'
import { type Command, type FollowUpAction, runOperation } from './operation.ts'
import { operationStatusOf } from './outcome.rules.ts'
import { auditedOf, viewPayment } from './payment-views.rules.ts'
import {
  actionCommand,
  engineFor,
  readPaymentView,
  requireReason,
  responseOptionsFor,
  type UserContext,
} from './payments.public.ts'
import type { PaymentAction, PaymentView } from './payments.schema.ts'

type ById = { id: string }
type ActionEndpoint<Body> = Endpoint<ById, Record<never, never>, Body, PaymentView | WaitingAnswer>
type ActionHandler<Body> = (
  engine: Engine,
  command: Command,
  responseOptions: ResponseOptions<PaymentView>,
  input: Body & { readonly caller: UserCaller },
) => Promise<PaymentView>

export const routes = (providers: Providers): Route[] => {
  const actionRouteFor = <Body extends object>(
    action: PaymentAction,
    call: ActionEndpoint<Body>,
    run: ActionHandler<Body>,
  ): Route => actionRoute(providers, action, call, run)
  const operationRoute = <Body extends object>(
    call: ActionEndpoint<Body>,
    action: FollowUpAction,
  ): Route =>
    actionRouteFor(action, call, (engine, command, responseOptions) =>
      runOperation(engine, action, command, responseOptions),
    )
  const routesFor = (calls: typeof operatorActions): Route[] => [
    operationRoute(calls.refund, 'refund'),
    operationRoute(calls.increment, 'increment'),
    operationRoute(calls.capture, 'capture'),
    operationRoute(calls.void, 'void'),
    operationRoute(calls.reverse, 'reverse'),
    actionRouteFor(
      'markRefunded',
      calls.markRefunded,
      (engine, command, responseOptions, { paidFrom }) =>
        markRefunded(engine, { ...command, paidFrom }, responseOptions),
    ),
    actionRouteFor('approve', calls.approve, approvePayment),
    actionRouteFor('decline', calls.decline, declinePayment),
    actionRouteFor('checkStatus', calls.checkStatus, async (engine, command, { toResponse }) =>
      toResponse(await checkStatus(engine, command)),
    ),
    actionRouteFor(
      'dispute',
      calls.dispute,
      async (engine, command, responseOptions, { reasonCode }) =>
        openDispute(engine, await disputeOf(engine, command, reasonCode), responseOptions),
    ),
    actionRouteFor(
      'contestDispute',
      calls.contestDispute,
      (engine, command, responseOptions, { disputeId, statement, fileIds = [], caller }) =>
        answerDispute(
          engine,
          { ...command, disputeId, answer: 'contest', statement, evidence: { fileIds, caller } },
          responseOptions,
        ),
    ),
    actionRouteFor('payout', calls.payout, (engine, command, responseOptions, { amount }) =>
      requestPayout(engine, { ...command, amountMinor: BigInt(amount) }, responseOptions),
    ),
  ]
  return [
    ...routesFor(operatorActions),
    ...routesFor(merchantActions),
    actionRouteFor(
      'changeStatus',
      changeStatusCall,
      (engine, command, responseOptions, { actionType }) => {
        const to = actionType === 'Captured' ? 'captured' : 'declined'
        return changeStatus(engine, { ...command, to }, responseOptions)
      },
    ),
    actionRouteFor(
      'acceptDispute',
      acceptDisputeCall,
      (engine, command, responseOptions, { disputeId }) =>
        answerDispute(
          engine,
          { ...command, disputeId, answer: 'accept', statement: null },
          responseOptions,
        ),
    ),
    actionRouteFor(
      'closeDispute',
      closeDisputeCall,
      (engine, command, responseOptions, { outcome, disputeId }) =>
        closeDispute(engine, { ...command, outcome, disputeId }, responseOptions),
    ),
  ]
}

/** The route of an action: its engine, idempotency key and audit entry. */
function actionRoute<Body extends object>(
  providers: Providers,
  action: PaymentAction,
  call: ActionEndpoint<Body>,
  run: ActionHandler<Body>,
): Route {
  return route(
    call,
    async ({ params, body }: Input<ById, Record<never, never>, Body>, context) => {
      const engine = await engineFor(context, providers, params.id)
      const request = { endpointId: call.id, params, body }
      const responseOptions = await responseOptionsFor(engine, context, request, viewResult)
      const viewBefore = await readPaymentView(context.db, params.id, context.now)
      const { merchantId } = viewBefore
      const before = auditedOf(viewBefore)
      await requireReason(context.db, engine.tenantId, action, reasonIn(body))
      const entryOf = (view: PaymentView) => ({
        type: 'payment',
        id: view.id,
        merchantId: view.merchantId,
        before,
        after: { ...auditedOf(view), ...body },
      })
      // written in the transaction of the change
      let isAudited = false
      const audit: ResponseOptions<PaymentView>['audit'] = (db, { payment, today }) => {
        isAudited = true
        return context.audit(db, entryOf(viewPayment(payment, today)))
      }
      const command = actionCommand(context, params.id, body)
      const options = { ...responseOptions, audit }
      const runAtOnce = (asked: Command) =>
        run(engine, asked, options, { ...body, caller: context.caller })
      const confirmed = paymentConfirmable.safeParse(action).data
      const answer =
        confirmed === undefined
          ? await runAtOnce(command)
          : await runOrAwaitConfirmation(
              engine,
              {
                action: confirmed,
                command,
                ...targetIn(body),
                caller: context.caller,
                audit: (db, { id: waitingAction }) =>
                  context.audit(db, {
                    ...{ type: 'payment', id: params.id, merchantId, before },
                    after: { ...body, waitingAction },
                  }),
              },
              options,
              runAtOnce,
            )
      if (isWaitingAnswer(answer)) {
        context.reply.code(202)
        return answer
      }
      const view = answer
      // written for a request that changed nothing: a repeated one, or a status check
      if (!isAudited) {
        await context.transaction((db) => context.audit(db, entryOf(view)), engine.tenantId)
      }
      return view
    },
    { confirmedState: confirmedStateOf },
  )
}

/** The payment after an action, and what the acquirer said to it; of an authorisation a person has decided the status instead. */
const viewResult = ({ payment, today, operation }: ActionResult): PaymentView => ({
  ...viewPayment(payment, today),
  ...(operation === null || operation.kind === 'authorise'
    ? {}
    : {
        operation: {
          status: operationStatusOf(operation.state),
          declineCode: operation.declineCode,
          declineReason: operation.declineReason,
        },
      }),
})

/** A one-time code confirms an action on the payment as it is: its amounts, its payee and what is open. */
async function confirmedStateOf({ params }: Input<ById, object, object>, context: UserContext) {
  const view = await readPaymentView(context.db, params.id, context.now)
  return [view.version, view.capturableAmount, view.refundableAmount]
}

/** What a change of status leads to, and from where a refund was paid. */
const targetIn = (body: {
  actionType?: 'Captured' | 'Declined' | undefined
  paidFrom?: RefundSource | undefined
}) => ({
  paidFrom: body.paidFrom,
  ...(body.actionType === undefined
    ? {}
    : {
        targetStatus:
          body.actionType === 'Captured' ? ('captured' as const) : ('declined' as const),
      }),
})

/** Captured as a status was found out; why it was declined needs saying. */
function reasonIn(body: {
  reason?: string | undefined
  declineReason?: string | undefined
  actionType?: string | undefined
}) {
  return body.actionType === 'Captured' ? body.actionType : (body.reason ?? body.declineReason)
}

async function disputeOf(engine: Engine, command: Command, reasonCode: string) {
  const db = engine.database.reader(tenantScope(engine.tenantId))
  const known = [...disputeCodes, ...(await listTenantReasons(db, 'dispute', engine.tenantId))]
  const found = known.find((one) => one.id === reasonCode)
  if (found === undefined) {
    const message = `${reasonCode} is not a dispute code`
    throw new Problem('dispute.unknown_code', 400, message, { path: 'reasonCode' })
  }
  const answerDays = await readVariable(engine.database.shared, 'dispute_answer')
  return {
    ...command,
    reasonCode,
    reason: command.reason ?? found.name,
    respondBy: new Date(engine.now().getTime() + answerDays * dayMs),
  }
}
