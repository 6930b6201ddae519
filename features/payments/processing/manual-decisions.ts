import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { abandonedAfterMs, later } from './acquirer-call.ts'
import { applyConsequence } from './apply-consequence.ts'
import { requestCancellation } from './cancellation.ts'
import type { Cause } from './causes.rules.ts'
import {
  findDisputeState,
  insertDispute,
  listOpenDisputes,
  type NewDispute,
  type OpenDispute,
  updateDisputeClosed,
} from './disputes.queries.ts'
import type { ActionResult, Engine, ResponseOptions } from './engine.ts'
import { claimIdempotencyKey, withIdempotency } from './idempotency.public.ts'
import { type Command, requirePayment } from './operation.ts'
import {
  type Attempt,
  findOpenAttempt,
  insertOperation,
  type Operation,
  updateAttempt,
  updateOperation,
} from './operations.queries.ts'
import { recordContradiction } from './operator-notices.ts'
import {
  consequenceOfDispute,
  consequenceOfDisputeEnd,
  consequenceOfOutcome,
  type Outcome,
} from './outcome.rules.ts'
import { respond, withoutOperation } from './outcome.ts'
import { decideAction } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import {
  findPaymentWithOperations,
  lockPaymentWithOperations,
  type PaymentWithOperations,
} from './payments.queries.ts'
import type { DisputeOutcome, PaymentAction } from './payments.schema.ts'
import { resolvePayment } from './resolve-operation.ts'

// Decisions of people on a payment that need no acquirer.

/** Checks that an action is allowed and runs it in one transaction. */
export function runDecision<A>(
  engine: Engine,
  action: PaymentAction,
  command: Command,
  responseOptions: ResponseOptions<A>,
  work: (
    db: Db,
    locked: PaymentWithOperations,
    amountMinor: bigint,
  ) => Promise<Omit<ActionResult, 'today'>>,
): Promise<A> {
  return withIdempotency(engine, responseOptions, () =>
    engine.transaction(async (db) => {
      const [, found] = await Promise.all([
        claimIdempotencyKey(db, responseOptions.idempotencyKey, null, engine.now()),
        lockPaymentWithOperations(db, engine, command.paymentId),
      ])
      const locked = requirePayment(found, command)
      const amountMinor = decideAction(locked.payment, action, locked.today, command.amountMinor)
      const result = await work(db, locked, amountMinor)
      return respond(db, engine, { ...result, today: locked.today }, responseOptions, [])
    }),
  )
}

/** Records a refund that was paid outside of the acquirer. */
export function markRefunded<A>(
  engine: Engine,
  command: Command,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return runDecision(
    engine,
    'markRefunded',
    command,
    responseOptions,
    async (db, { payment }, amountMinor) => {
      const at = engine.now()
      const operation = {
        id: newId(at),
        kind: 'refund',
        state: 'succeeded',
        amountMinor,
        reason: command.reason,
        nextCheckAt: null,
      } as const
      await insertOperation(db, payment, operation, engine.actor, at)
      const approved = { result: 'approved', amountMinor } as const
      const after = await applyConsequence(
        db,
        engine,
        payment,
        consequenceOfOutcome(payment, operation, approved),
        {
          operationId: operation.id,
          cause: command.reason ?? 'Paid back outside of the acquirer',
        },
      )
      return { payment: after, operation: null }
    },
  )
}

/** Sets the outcome of a pending payment that the acquirer cannot report. */
export interface StatusCommand extends Command {
  readonly to: 'captured' | 'declined'
}

export function changeStatus<A>(
  engine: Engine,
  command: StatusCommand,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return runDecision(engine, 'changeStatus', command, responseOptions, async (db, locked) => {
    const operation = openAuthorisation(locked)
    const attempt = await findOpenAttempt(db, operation.id)
    refuseInFlight(engine, operation, attempt)
    const outcome: Outcome =
      command.to === 'captured'
        ? { result: 'approved', amountMinor: operation.amountMinor }
        : {
            result: 'declined',
            code: 'status.changed',
            text: command.reason ?? 'Declined by the operator',
          }
    const state = command.to === 'captured' ? 'succeeded' : 'declined'
    const payment: Payment = { ...locked.payment, autoCapture: true, holdReason: null }
    const update = {
      declineCode: 'code' in outcome ? outcome.code : null,
      declineReason: 'code' in outcome ? outcome.text : null,
    }
    const [after] = await Promise.all([
      applyConsequence(db, engine, payment, consequenceOfOutcome(payment, operation, outcome), {
        operationId: operation.id,
        cause: command.reason,
        furtherChange: { open: withoutOperation(locked.payment, operation) },
      }),
      updateOperation(db, operation.id, { ...operation, ...update, state }, engine.now()),
      attempt &&
        updateAttempt(
          db,
          attempt.id,
          {
            ...update,
            state: command.to === 'captured' ? 'approved' : 'declined',
            isSoftDecline: null,
            acquirerReference: null,
          },
          engine.now(),
        ),
      attempt && command.to === 'declined' && requestCancellation(db, engine, attempt.id),
    ])
    return { payment: after, operation: { ...operation, state } }
  })
}

/** An answer that is still awaited would contradict what a person decides. */
function refuseInFlight(engine: Engine, { state }: Operation, attempt: Attempt | undefined): void {
  if (state !== 'requested' || attempt === undefined) return
  const answeredBy = later(attempt.startedAt, abandonedAfterMs(engine.providers))
  if (engine.now() >= answeredBy) return
  throw new Problem(
    'changeStatus.in_flight',
    409,
    'The acquirer is being asked at this moment. Wait for its answer, or try again in half a minute.',
  )
}

function openAuthorisation({ operations }: PaymentWithOperations): Operation {
  const found = operations.find((one) => one.kind === 'authorise')
  if (found === undefined) throw new Error('A pending payment has an open authorisation')
  return found
}

/** Looks up all open operations of a payment at the acquirer. It can be repeated safely. */
export async function checkStatus(engine: Engine, command: Command): Promise<ActionResult> {
  const read = async (db: Db) =>
    requirePayment(await findPaymentWithOperations(db, engine, command.paymentId), command)
  const { payment, today } = await engine.transaction(read)
  decideAction(payment, 'checkStatus', today)
  await resolvePayment(engine, payment.id)
  const after = await engine.transaction(read)
  return { payment: after.payment, operation: null, today }
}

// Disputes are opened and closed by an acquirer's notice, or by a person.

export interface DisputeCommand extends Command {
  readonly reasonCode: string
  readonly reason: string
  readonly respondBy: Date
}

export function openDispute<A>(
  engine: Engine,
  command: DisputeCommand,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return runDecision(
    engine,
    'dispute',
    command,
    responseOptions,
    async (db, { payment }, amount) => {
      const dispute = { ...command, id: newId(engine.now()), amountMinor: amount }
      await insertDispute(db, payment, dispute, engine.now())
      const consequence = consequenceOfDispute(payment, amount)
      const result = { operationId: null, cause: command.reason }
      return {
        payment: await applyConsequence(db, engine, payment, consequence, result),
        operation: null,
      }
    },
  )
}

export interface DisputeEndCommand extends Command {
  /** Absent: the one that has been open longest. */
  readonly disputeId: string | undefined
  readonly outcome: DisputeOutcome
}

/** A person records the outcome of a dispute. */
export function closeDispute<A>(
  engine: Engine,
  command: DisputeEndCommand,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return endOpenDispute(engine, 'closeDispute', command, responseOptions)
}

/** A merchant accepts a dispute: the card holder keeps the money. */
export function acceptDispute<A>(
  engine: Engine,
  command: Omit<DisputeEndCommand, 'outcome'>,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return endOpenDispute(
    engine,
    'acceptDispute',
    { ...command, outcome: 'accepted' },
    responseOptions,
  )
}

function endOpenDispute<A>(
  engine: Engine,
  action: 'closeDispute' | 'acceptDispute',
  command: DisputeEndCommand,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  const { disputeId, outcome, reason } = command
  return runDecision(engine, action, command, responseOptions, async (db, { payment }) => {
    const open = await listOpenDisputes(db, payment.id)
    const dispute = disputeId === undefined ? open[0] : open.find((one) => one.id === disputeId)
    if (dispute === undefined) throw notFound('The open dispute')
    return {
      payment: await applyDisputeEnd(db, engine, payment, open, dispute, outcome, reason),
      operation: null,
    }
  })
}

/** As an acquirer reports it. */
export interface ReportedDispute extends NewDispute {
  readonly paymentId: string
  readonly currency: string
  readonly provider: string
}

/**
 * Records a dispute that an acquirer reports. A repeated report changes nothing. One that cannot be of this payment is put
 * aside: kept as an event with its cause, and operators are notified. False: there is no such payment.
 */
export function recordDispute(engine: Engine, dispute: ReportedDispute): Promise<boolean> {
  return engine.transaction(async (db) => {
    const locked = await lockPaymentWithOperations(db, engine, dispute.paymentId)
    if (locked === undefined) return false
    const { payment } = locked
    const code = objectionTo(payment, dispute)
    if (code !== undefined) {
      if ((await findDisputeState(db, dispute.id)) !== undefined) return true
      const { amountMinor, currency, provider } = dispute
      const values = { provider, amount: moneyText(amountMinor, currency).en }
      await recordContradiction(db, engine, payment, {
        operationId: null,
        amountMinor: null,
        cause: { code, values },
      })
      return true
    }
    if (!(await insertDispute(db, payment, dispute, engine.now()))) return true
    await applyConsequence(
      db,
      engine,
      payment,
      consequenceOfDispute(payment, dispute.amountMinor),
      {
        operationId: null,
        cause: dispute.reason,
      },
    )
    return true
  })
}

/** Why a reported dispute cannot be of a payment; undefined: it can. Refunds do not keep card holders from disputing. */
function objectionTo(
  { currency, authorisedMinor, disputedMinor }: Payment,
  dispute: ReportedDispute,
): 'notice.other_currency' | 'notice.too_much' | undefined {
  if (dispute.currency !== currency) return 'notice.other_currency'
  return disputedMinor + dispute.amountMinor > authorisedMinor ? 'notice.too_much' : undefined
}

/**
 * Closes a dispute that its acquirer decided or whose deadline passed. Where a person or the deadline has closed it
 * otherwise, what the acquirer says is kept and operators are notified. False: the dispute is not known, so far.
 */
export function recordDisputeEnd(
  engine: Engine,
  ended: {
    readonly paymentId: string
    readonly disputeId: string
    readonly outcome: DisputeOutcome
    /** The acquirer that says so; absent: the deadline does. */
    readonly provider?: string
    readonly cause?: Cause
  },
): Promise<boolean> {
  return engine.transaction(async (db) => {
    const locked = await lockPaymentWithOperations(db, engine, ended.paymentId)
    if (locked === undefined) return false
    const { disputeId, outcome, provider } = ended
    const open = await listOpenDisputes(db, ended.paymentId)
    const dispute = open.find((one) => one.id === disputeId)
    if (dispute !== undefined) {
      const cause = ended.cause ?? null
      await applyDisputeEnd(db, engine, locked.payment, open, dispute, outcome, cause)
      return true
    }
    const state = await findDisputeState(db, disputeId)
    if (provider !== undefined && state !== undefined && state !== outcome) {
      await recordContradiction(db, engine, locked.payment, {
        operationId: null,
        amountMinor: null,
        cause: { code: `notice.dispute_${outcome}`, values: { provider } },
      })
    }
    return state !== undefined
  })
}

async function applyDisputeEnd(
  db: Db,
  engine: Engine,
  payment: Payment,
  open: readonly OpenDispute[],
  dispute: OpenDispute,
  outcome: DisputeOutcome,
  cause: string | Cause | null,
): Promise<Payment> {
  const consequence = consequenceOfDisputeEnd(
    payment,
    dispute.amountMinor,
    outcome,
    open.length > 1,
  )
  const [after] = await Promise.all([
    applyConsequence(db, engine, payment, consequence, { operationId: null, cause }),
    updateDisputeClosed(db, dispute.id, outcome, engine.now()),
  ])
  return after
}
