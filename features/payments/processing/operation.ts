import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  FollowUpRequest,
} from '@counterfoil/providers/acquirers/acquirer.ts'
import { askAcquirer } from './acquirer-call.ts'
import { type Answering, abandonedAfterMs, type Engine, later } from './engine.ts'
import { claimKey } from './idempotency.public.ts'
import { insertAttempt, insertOperation } from './operations.queries.ts'
import { type LockedPayment, lockForWork, recordOutcome } from './outcome.ts'
import { decideAction, type OperationKind } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import { insertEvents } from './payment-writes.queries.ts'
import { findMid } from './payments.queries.ts'
import { withIdempotency } from './with-idempotency.ts'

export type FollowUpAction = 'capture' | 'void' | 'refund' | 'reverse'
type FollowUpKind = Exclude<OperationKind, 'authorise'>

/** What somebody wants of a payment. */
export interface Command {
  readonly paymentId: string
  /** The mode that the caller works in; a payment of the other one is refused. */
  readonly mode: Mode
  /** The website that the caller takes the payment to be of; undefined when it names none. */
  readonly websiteId?: string | undefined
  /** Absent: all that is left. */
  readonly amountMinor?: bigint | undefined
  readonly reason: string | null
}

const kindOf: Readonly<Record<FollowUpAction, FollowUpKind>> = {
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  reverse: 'reversal',
}

/** Captures, voids, refunds or reverses: intent committed, acquirer asked outside, outcome committed. */
export function operate<A>(
  engine: Engine,
  action: FollowUpAction,
  command: Command,
  answering: Answering<A>,
): Promise<A> {
  return withIdempotency(engine, answering, async () => {
    const intent = await engine.transaction(async (db) => {
      const operationId = newId(engine.now())
      const [, locked] = await Promise.all([
        claimKey(db, answering.once, operationId, engine.now()),
        lockForWork(db, engine, command.paymentId),
      ])
      const { payment, today } = permitted(locked, command)
      const amountMinor = decideAction(payment, action, today, command.amountMinor)
      return intendFollowUp(db, engine, payment, {
        operationId,
        kind: kindOf[action],
        amountMinor,
        reason: command.reason,
      })
    })
    return sendFollowUp(engine, intent, answering)
  })
}

/** The payment, when the caller may see it and works in its mode. */
export function permitted(locked: LockedPayment | undefined, command: Command): LockedPayment {
  if (locked === undefined) throw notFound('The payment')
  const { mode, websiteId } = locked.payment
  if (mode !== command.mode) {
    throw new Problem(
      'mode.mismatch',
      409,
      `This is a ${modeNameOf(mode)} payment, and you work in ${modeNameOf(command.mode)} mode.`,
      { params: { mode: modeNameOf(mode), yours: modeNameOf(command.mode) } },
    )
  }
  if (command.websiteId !== undefined && command.websiteId !== websiteId) {
    throw new Problem('website.mismatch', 409, 'The payment did not come through this website.')
  }
  return locked
}

/** A follow-up whose intent is committed and which is to be sent now. */
export interface FollowUp {
  readonly payment: Payment
  readonly kind: FollowUpKind
  readonly operationId: string
  readonly provider: string
  readonly startedAt: Date
  readonly request: FollowUpRequest
}

/** Stores what is about to be asked of the acquirer. From now on the amount counts as taken. */
export async function intendFollowUp(
  db: Db,
  engine: Engine,
  payment: Payment,
  wanted: {
    readonly operationId: string
    readonly kind: FollowUpKind
    readonly amountMinor: bigint
    readonly reason: string | null
  },
): Promise<FollowUp> {
  const { operationId, kind, amountMinor } = wanted
  const at = engine.now()
  const { attempt, followUp } = await prepareFollowUp(db, engine, payment, wanted, at)
  const nextCheckAt = later(at, abandonedAfterMs(engine.providers))
  const event = {
    id: newId(at),
    type: `${kind}.requested`,
    fromStatus: payment.status,
    toStatus: payment.status,
    operationId,
    amountMinor,
    cause: wanted.reason,
  }
  // sent in this order: the attempt needs its operation
  await Promise.all([
    insertOperation(
      db,
      payment,
      { ...wanted, id: operationId, state: 'requested', nextCheckAt },
      engine.actor,
      at,
    ),
    insertAttempt(db, payment, attempt),
    insertEvents(db, payment, [event], engine.actor, at),
  ])
  return followUp
}

/** The attempt to be stored before a follow-up is sent, and the follow-up. */
export async function prepareFollowUp(
  db: Db,
  engine: Engine,
  payment: Payment,
  wanted: {
    readonly operationId: string
    readonly kind: FollowUpKind
    readonly amountMinor: bigint
  },
  at: Date,
) {
  const { operationId, kind, amountMinor } = wanted
  const { provider, acquirerReference, mid } = await acquirerOf(db, engine, payment)
  const attempt = {
    id: newId(at),
    operationId,
    sequence: 1,
    startedAt: at,
    mid: { id: mid.id, provider },
  }
  const request = {
    reference: attempt.id,
    acquirerReference,
    midCode: mid.midCode,
    amountMinor,
    currency: payment.currency,
    metadata: { tenantId: payment.tenantId, paymentId: payment.id },
  }
  const followUp: FollowUp = { payment, kind, operationId, provider, startedAt: at, request }
  return { attempt, followUp }
}

/** Where the payment was authorised. One that was settled by hand is not known there. */
export async function acquirerOf(db: Db, engine: Engine, payment: Payment) {
  const { provider, acquirerReference, midId } = payment
  const mid = midId === null ? undefined : await findMid(db, midId)
  if (provider === null || acquirerReference === null || mid === undefined) {
    throw new Problem(
      'payment.not_at_acquirer',
      409,
      'The acquirer does not know this payment: it was settled by hand. Mark it as refunded instead.',
    )
  }
  if (!engine.providers.acquirers.has(provider)) {
    throw new Problem('acquirer.not_connected', 409, `${provider} is not connected`, {
      params: { provider },
    })
  }
  return { provider, acquirerReference, mid }
}

const asks: Readonly<
  Record<
    FollowUpKind,
    (acquirer: Acquirer, request: FollowUpRequest, signal: AbortSignal) => Promise<AcquirerAnswer>
  >
> = {
  capture: (acquirer, request, signal) => acquirer.capture(request, signal),
  void: (acquirer, request, signal) => acquirer.void(request, signal),
  refund: (acquirer, request, signal) => acquirer.refund(request, signal),
  reversal: (acquirer, request, signal) => acquirer.reverse(request, signal),
  payout: (acquirer, request, signal) => acquirer.payout(request, signal),
}

/** Asks the acquirer for a follow-up whose intent is committed, and records how it ended. */
export async function sendFollowUp<A>(
  engine: Engine,
  followUp: FollowUp,
  answering: Answering<A>,
): Promise<A> {
  const { payment, kind, operationId, provider, request, startedAt } = followUp
  const { amountMinor, reference: attemptId } = request
  const asked = { attemptId, provider, kind, amountMinor, intendedAt: startedAt }
  const { heard, log } = await askAcquirer(engine, payment, asked, (acquirer, signal) =>
    asks[kind](acquirer, request, signal),
  )
  const learnt = { paymentId: payment.id, operationId, attemptId }
  return recordOutcome(engine, learnt, heard, [log], answering)
}
