import { checkRefundInDispute } from '@counterfoil/features/payments/action-options/dispute-refunds.public.ts'
import { iinsOf } from '@counterfoil/features/routing/antifraud/listed-values.rules.ts'
import { lookAtAmount } from '@counterfoil/features/routing/antifraud/screening.public.ts'
import { readRoutingFacts } from '@counterfoil/features/routing/mids/routing.public.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { claimIdempotencyKey } from '@counterfoil/kit/server/idempotency/act-once.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  FollowUpRequest,
} from '@counterfoil/providers/acquirers/acquirer.ts'
import { abandonedAfterMs, callAcquirer, later } from './acquirer-call.ts'
import { insertAttempt } from './attempts.queries.ts'
import type { Engine, ResponseOptions } from './engine.ts'
import { withIdempotency } from './idempotency.public.ts'
import { findMid, insertOperation } from './operations.queries.ts'
import { checkIncrementedAmount } from './order.rules.ts'
import { findAccount } from './orders.queries.ts'
import { recordOutcome } from './outcome.ts'
import { checkLastCapture, decideAction, type OperationKind, otherMode } from './payment.rules.ts'
import { nextEventAt, type Payment } from './payment-views.rules.ts'
import {
  insertEvents,
  lockPaymentWithOperations,
  type PaymentWithOperations,
} from './payments.queries.ts'

export type FollowUpAction = 'increment' | 'capture' | 'void' | 'refund' | 'reverse'
type FollowUpKind = Exclude<OperationKind, 'authorise'>

/** A person's or a merchant's request to change a payment. */
export interface Command {
  readonly paymentId: string
  /** The mode of the caller; a payment of the other mode is refused. */
  readonly mode: Mode
  /** The website that the caller names; a payment of another one is refused. */
  readonly websiteId?: string | undefined
  /** Absent: the whole amount that is left. */
  readonly amountMinor?: bigint | undefined
  readonly reason: string | null
  /** Of a capture: what is left of the authorisation is released with it. */
  readonly isFinal?: boolean | undefined
  /** Of a refund: it is made although a dispute is open. */
  readonly despiteDispute?: boolean | undefined
  /** The version of the payment that the request is about; another one is refused. */
  readonly version?: number
  /** How many operations were open when it was looked at: one that begins does not change the payment's version. */
  readonly openCount?: number
}

const operationKinds: Readonly<Record<FollowUpAction, FollowUpKind>> = {
  increment: 'increment',
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  reverse: 'reversal',
}

/** Captures, voids, refunds or reverses: commits the intent, calls the acquirer, commits the outcome. */
export function runOperation<A>(
  engine: Engine,
  action: FollowUpAction,
  command: Command,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return withIdempotency(engine, responseOptions, async () => {
    const intent = await engine.transaction(async (db) => {
      const operationId = newId(engine.now())
      const [, locked] = await Promise.all([
        claimIdempotencyKey(db, responseOptions.idempotencyKey, operationId, engine.now()),
        lockPaymentWithOperations(db, engine, command.paymentId),
      ])
      const { payment, today } = requirePayment(locked, command)
      const amountMinor = decideAction(payment, action, today, command.amountMinor)
      await checkRefundInDispute(db, payment, action, command)
      if (action === 'increment') await checkIncrement(db, engine, payment, amountMinor)
      if (command.isFinal === true) checkLastCapture(payment)
      return recordFollowUpIntent(db, engine, payment, {
        operationId,
        kind: operationKinds[action],
        amountMinor,
        reason: command.reason,
        isFinal: command.isFinal,
      })
    })
    return sendFollowUp(engine, intent, responseOptions)
  })
}

/** The payment of a command, locked until the transaction ends; throws as `requirePayment` does. */
export const lockForCommand = async (
  db: Db,
  engine: Engine,
  command: Command,
): Promise<PaymentWithOperations> =>
  requirePayment(await lockPaymentWithOperations(db, engine, command.paymentId), command)

/** The payment, if the caller sees it and names its mode and website. */
export function requirePayment(
  locked: PaymentWithOperations | undefined,
  command: Command,
): PaymentWithOperations {
  if (locked === undefined) throw notFound('The payment')
  const { mode, websiteId } = locked.payment
  if (mode !== command.mode) throw otherMode(mode, command.mode)
  const { version = locked.payment.version, openCount = locked.payment.open.length } = command
  if (version !== locked.payment.version || openCount !== locked.payment.open.length) {
    throw new Problem(
      'payment.changed',
      409,
      'The payment has changed since this was requested. It has to be requested again.',
    )
  }
  if (command.websiteId !== undefined && command.websiteId !== websiteId) {
    throw new Problem('website.mismatch', 409, 'The payment did not come through this website.')
  }
  return locked
}

/** A follow-up whose intent is committed and which is sent next. */
export interface FollowUp {
  readonly payment: Payment
  readonly kind: FollowUpKind
  readonly operationId: string
  readonly provider: string
  readonly startedAt: Date
  readonly request: FollowUpRequest
}

/** Stores an operation before it is sent. From then on its amount is no longer available. */
export async function recordFollowUpIntent(
  db: Db,
  engine: Engine,
  payment: Payment,
  operation: {
    readonly operationId: string
    readonly kind: FollowUpKind
    readonly amountMinor: bigint
    readonly reason: string | null
    readonly isFinal?: boolean | undefined
  },
): Promise<FollowUp> {
  const { operationId, kind, amountMinor } = operation
  const at = nextEventAt(payment, engine.now())
  const { attempt, followUp } = await prepareFollowUp(db, engine, payment, operation, at)
  const nextCheckAt = later(at, abandonedAfterMs(engine.providers))
  const event = {
    id: newId(at),
    type: `${kind}.requested`,
    fromStatus: payment.status,
    toStatus: payment.status,
    operationId,
    amountMinor,
    cause: operation.reason,
  }
  // the statements run in this order: an attempt references its operation
  await Promise.all([
    insertOperation(
      db,
      payment,
      { ...operation, id: operationId, state: 'requested', nextCheckAt },
      engine.actor,
      at,
    ),
    insertAttempt(db, payment, attempt),
    insertEvents(db, payment, [event], engine.actor, at),
  ])
  return followUp
}

/** A follow-up, and the attempt that is stored before it is sent. */
export async function prepareFollowUp(
  db: Db,
  engine: Engine,
  payment: Payment,
  operation: {
    readonly operationId: string
    readonly kind: FollowUpKind
    readonly amountMinor: bigint
    readonly isFinal?: boolean | undefined
  },
  at: Date,
) {
  const { operationId, kind, amountMinor } = operation
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
    ...(operation.isFinal === true ? { isFinal: true } : {}),
    metadata: { tenantId: payment.tenantId, paymentId: payment.id },
  }
  const followUp: FollowUp = { payment, kind, operationId, provider, startedAt: at, request }
  return { attempt, followUp }
}

/** Throws a Problem if the acquirer of the payment authorises nothing on top, or if the whole is beyond a limit on amounts. */
async function checkIncrement(
  db: Db,
  engine: Engine,
  payment: Payment,
  addedMinor: bigint,
): Promise<void> {
  const acquirer = engine.providers.acquirers.get(payment.provider ?? '')
  if (acquirer !== undefined && acquirer.increment === undefined) {
    throw new Problem(
      'increment.not_offered',
      409,
      `${acquirer.name} offers no incremental authorisations.`,
      { params: { provider: acquirer.name } },
    )
  }
  const account = await findAccount(db, { ...payment, websiteId: undefined })
  if (account === undefined) throw notFound('The merchant')
  const at = engine.now()
  const version = account.settingsVersion
  const facts = await readRoutingFacts(engine, db, { ...payment, version })
  const whole = { ...payment, amountMinor: payment.authorisedMinor + addedMinor }
  const screening = await lookAtAmount(db, screenedPayment(whole, newId(at)), facts, at)
  checkIncrementedAmount(whole, account, screening.findings, facts)
}

/** A payment that is there already, as screening looks at a new one. */
const screenedPayment = (payment: Payment, operationId: string) => ({
  ...payment,
  operationId,
  country: payment.customerCountry,
  cardCountry: payment.cardIssuerCountry,
  iins: iinsOf(payment.cardFirst6 ?? ''),
  email: payment.customerEmail,
  ip: payment.customerIp,
  device: payment.customerDevice,
})

/** The acquirer that authorised the payment. It does not know a payment whose status was set by hand. */
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

const acquirerMethods: Readonly<
  Record<
    FollowUpKind,
    (acquirer: Acquirer, request: FollowUpRequest, signal: AbortSignal) => Promise<AcquirerAnswer>
  >
> = {
  increment: async (acquirer, request, signal) =>
    (await acquirer.increment?.(request, signal)) ?? notOffered,
  capture: (acquirer, request, signal) => acquirer.capture(request, signal),
  void: (acquirer, request, signal) => acquirer.void(request, signal),
  refund: (acquirer, request, signal) => acquirer.refund(request, signal),
  reversal: (acquirer, request, signal) => acquirer.reverse(request, signal),
  payout: (acquirer, request, signal) => acquirer.payout(request, signal),
}

const notOffered = {
  result: 'failed',
  code: 'increment.not_offered',
  text: 'The acquirer offers no incremental authorisations',
} as const

/** Sends a follow-up whose intent is committed, and records its outcome. */
export async function sendFollowUp<A>(
  engine: Engine,
  followUp: FollowUp,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  const { payment, kind, operationId, provider, request, startedAt } = followUp
  const { amountMinor, reference: attemptId } = request
  const acquirerRequest = { attemptId, provider, kind, amountMinor, intendedAt: startedAt }
  const { response, log } = await callAcquirer(
    engine,
    payment,
    acquirerRequest,
    (acquirer, signal) => acquirerMethods[kind](acquirer, request, signal),
  )
  const operationRef = { paymentId: payment.id, operationId, attemptId }
  return recordOutcome(engine, operationRef, response, [log], responseOptions)
}
