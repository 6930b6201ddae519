import { listRequiredReasons } from '@counterfoil/features/payments/action-options/reasons.public.ts'
import { reasonGroupOf } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import type { ApiKeyCaller, Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  abandonedAfterMs,
  callWithTimeout,
  lookUpAttempt,
  lostAfterMs,
  nextCheckAt,
} from './acquirer-call.ts'
import { applyConsequence, notifyMerchant } from './apply-consequence.ts'
import {
  approvePayment,
  approvePayout,
  declinePayment,
  declinePayout,
  payOut,
  requestPayout,
} from './approval.ts'
import { listDueCancellations } from './attempts.queries.ts'
import { takePayment } from './authorisation.ts'
import { carryOutCancellation } from './cancellation.ts'
import type { ActionResult, Engine, ResponseOptions } from './engine.ts'
import { idempotencyKeyFor } from './idempotency.public.ts'
import { decideOrderIn, type EvaluatedOrder, evaluateBy } from './intent.ts'
import { changeStatus, checkStatus, markRefunded, runDecision } from './manual-decisions.ts'
import { type Command, type FollowUpAction, lockForCommand, runOperation } from './operation.ts'
import { type Actor, findOperation, listDueOperations, listRefunds } from './operations.queries.ts'
import { recordContradiction } from './operator-notices.ts'
import type { PaymentOrder } from './order.rules.ts'
import { type Account, findAccount } from './orders.queries.ts'
import { type ReportedOutcome, recordReportedOutcome, respond } from './outcome.ts'
import { type Payment, viewPayment } from './payment-views.rules.ts'
import {
  findPaymentRow,
  findPaymentWithOperations,
  insertApiCalls,
  insertEvents,
  listMerchantPayments,
  listPaymentsById,
  lockPaymentWithOperations,
} from './payments.queries.ts'
import { type PaymentAction, type PaymentView, paymentActions } from './payments.schema.ts'
import { abandonPayment, resolveOperation, resolvePayment } from './resolve-operation.ts'

// The public functions of payment processing. Functions that change payments take an `Engine`: a tenant and an actor.
// `ResponseOptions` store the response under an idempotency key and log it; functions without them return the result.

export type {
  Account,
  ActionResult,
  Command,
  Engine,
  EvaluatedOrder,
  FollowUpAction,
  ReportedOutcome,
  ResponseOptions,
}
export {
  abandonedAfterMs,
  abandonPayment,
  applyConsequence,
  approvePayment,
  approvePayout,
  callWithTimeout,
  carryOutCancellation,
  changeStatus,
  checkStatus,
  decideOrderIn,
  declinePayment,
  declinePayout,
  evaluateBy,
  findAccount,
  findOperation,
  findPaymentWithOperations,
  insertApiCalls,
  insertEvents,
  listDueCancellations,
  listDueOperations,
  listMerchantPayments,
  listPaymentsById,
  listRefunds,
  lockForCommand,
  lockPaymentWithOperations,
  lookUpAttempt,
  lostAfterMs,
  markRefunded,
  nextCheckAt,
  notifyMerchant,
  payOut,
  recordContradiction,
  recordReportedOutcome,
  requestPayout,
  resolveOperation,
  resolvePayment,
  respond,
  runDecision,
  runOperation,
  takePayment,
}

const plainResult: ResponseOptions<ActionResult> = { toResponse: (result) => result }

/** Takes a payment: a decline is a payment with that status, not an error. */
export function authorisePayment(engine: Engine, order: PaymentOrder): Promise<ActionResult> {
  return takePayment(engine, order, plainResult)
}

/** Captures what was reserved, or part of it. */
export function capturePayment(engine: Engine, command: Command): Promise<ActionResult> {
  return runOperation(engine, 'capture', command, plainResult)
}

/** Pays back what was captured, or part of it. */
export function refundPayment(engine: Engine, command: Command): Promise<ActionResult> {
  return runOperation(engine, 'refund', command, plainResult)
}

/** Releases what was reserved and not captured. */
export function voidPayment(engine: Engine, command: Command): Promise<ActionResult> {
  return runOperation(engine, 'void', command, plainResult)
}

/** Undefined if the caller does not see the payment. */
export function findPayment(db: Db, id: string): Promise<Payment | undefined> {
  return findPaymentRow(db, id)
}

/** A payment for the portal, with every action allowed or refused. */
export async function readPaymentView(db: Db, id: string, now: Date): Promise<PaymentView> {
  const tenantId = db.scope.kind === 'tenant' ? db.scope.tenantId : await tenantOfPayment(db, id)
  const found = await findPaymentWithOperations(db, { tenantId, now: () => now }, id)
  if (found === undefined) throw notFound('The payment')
  return viewPayment(found.payment, found.today)
}

async function tenantOfPayment(db: Db, id: string): Promise<string> {
  const payment = await findPaymentRow(db, id)
  if (payment === undefined) throw notFound('The payment')
  return payment.tenantId
}

/** The actions that the tenant lets nobody take without a reason. */
export async function actionsNeedingReason(db: Db, tenantId: string): Promise<PaymentAction[]> {
  const required = new Set(await listRequiredReasons(db, tenantId))
  return paymentActions.filter((action) => {
    const group = reasonGroupOf(action)
    return group !== undefined && required.has(group)
  })
}

/** Throws a Problem if the tenant requires a reason for the action and none is given. */
export async function requireReason(
  db: Db,
  tenantId: string,
  action: PaymentAction,
  reason: string | null | undefined,
): Promise<void> {
  if (reason) return
  const needing = await actionsNeedingReason(db, tenantId)
  if (!needing.includes(action)) return
  const message = 'A reason is required for this'
  throw new Problem('payment.reason_required', 400, message, { path: 'reason' })
}

/** The engine of background work: for what time brings about, what an acquirer says, or what a person has asked for. */
export function jobEngine(
  providers: Providers,
  { database, jobs, log, now }: Pick<JobContext, 'database' | 'jobs' | 'log' | 'now'>,
  tenantId: string,
  actor: 'system' | 'acquirer' | Actor,
): Engine {
  return {
    database,
    jobs,
    log,
    now,
    providers,
    tenantId,
    transaction: (work) => database.repeatable(tenantScope(tenantId), work),
    actor: typeof actor === 'string' ? { type: actor, id: null } : actor,
  }
}

// From a request of the portal to a command of the engine.

export type UserContext = Context<UserCaller>

/** Platform staff act in the payment's tenant, other users in their own. A payment that they do not see is not found. */
export async function engineFor(
  context: UserContext,
  providers: Providers,
  id: string,
): Promise<Engine> {
  const { caller } = context
  const tenantId =
    caller.userType === 'platform' ? await tenantOfPayment(context.db, id) : caller.tenantId
  const request = headerValue(context.request.headers.tenantid)
  if (request !== undefined && request !== tenantId) throw notFound('The payment')
  return engineOfTenant(context, providers, tenantId)
}

/** What the caller does in a tenant that is known to be the one of the record. */
export function engineOfTenant(
  context: UserContext,
  providers: Providers,
  tenantId: string,
): Engine {
  const { caller } = context
  return {
    database: context.database,
    jobs: context.jobs,
    providers,
    tenantId,
    transaction: async (work) =>
      context.database.repeatable(await context.writeScope(tenantId), work),
    actor: { type: 'user', id: caller.id },
    log: context.log,
    now: context.database.now,
  }
}

/** What a merchant's server does: its key sees its merchant in its mode. */
export function engineOfKey(context: Context<ApiKeyCaller>, providers: Providers): Engine {
  const { caller, database, jobs, log } = context
  return {
    ...{ database, jobs, log, providers, tenantId: caller.tenantId },
    transaction: async (work) => database.repeatable(await context.writeScope(), work),
    actor: { type: 'api_key', id: caller.id },
    now: database.now,
  }
}

/** An empty header counts as absent. */
const headerValue = (header: string | string[] | undefined) =>
  header === undefined || header === '' ? undefined : String(header).toLowerCase()

export function actionCommand(
  { mode, request }: UserContext,
  paymentId: string,
  body: {
    amount?: number | undefined
    reason?: string | undefined
    declineReason?: string | undefined
    isFinal?: boolean | undefined
    despiteDispute?: boolean | undefined
  },
): Command {
  return {
    paymentId,
    mode,
    websiteId: headerValue(request.headers['website-id']),
    amountMinor: body.amount === undefined ? undefined : BigInt(body.amount),
    reason: body.reason ?? body.declineReason ?? null,
    isFinal: body.isFinal,
    despiteDispute: body.despiteDispute,
  }
}

/** The response is stored under the caller's idempotency key, if the request has one. */
export async function responseOptionsFor<A>(
  engine: Engine,
  { caller, idempotencyKey: key }: UserContext,
  request: { readonly endpointId: string; readonly params: unknown; readonly body: unknown },
  toResponse: ResponseOptions<A>['toResponse'],
  part = '',
): Promise<ResponseOptions<A>> {
  if (key === undefined) return { toResponse }
  return {
    toResponse,
    idempotencyKey: await idempotencyKeyFor(engine, {
      ...request,
      callerId: caller.id,
      mode: 0,
      key: key + part,
    }),
  }
}
