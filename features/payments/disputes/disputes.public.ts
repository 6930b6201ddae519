import type { Cause } from '@counterfoil/features/payments/processing/causes.rules.ts'
import {
  consequenceOfDispute,
  consequenceOfDisputeEnd,
} from '@counterfoil/features/payments/processing/outcome.rules.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  applyConsequence,
  type Command,
  type Engine,
  lockPaymentWithOperations,
  type ResponseOptions,
  recordContradiction,
  runDecision,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import type { DisputeOutcome } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import {
  findDisputeState,
  insertDispute,
  listOpenDisputes,
  type NewDispute,
  type OpenDispute,
  updateDisputeClosed,
} from './disputes.queries.ts'
import { objectionTo } from './disputes.rules.ts'

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
