import {
  askForAuthentication,
  keepAuthentication,
} from '@counterfoil/features/payments/authentication/authentication.public.ts'
import { authenticationAfter } from '@counterfoil/features/payments/authentication/authentication.rules.ts'
import { authorisationExpiry } from '@counterfoil/features/payments/authorisation-expiry/authorisation-expiry.rules.ts'
import { findMappedDecline } from '@counterfoil/features/payments/error-mappings/error-mappings.public.ts'
import { settleStoredCard } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { updateIdempotencyKeyFinished } from '@counterfoil/kit/server/idempotency/idempotency-keys.queries.ts'
import type { AcquirerOutcome } from '@counterfoil/providers/acquirers/acquirer.ts'
import { type AcquirerResponse, attemptUpdateFor, nextCheckAt } from './acquirer-call.ts'
import { applyConsequence, type FurtherChange } from './apply-consequence.ts'
import {
  type AttemptRow,
  findAttempt,
  findOperationOfAttempt,
  isOpenAttempt,
  updateAttempt,
} from './attempts.queries.ts'
import { requestCancellation } from './cancellation.ts'
import { type Cause, englishOf } from './causes.rules.ts'
import type { ActionResult, Engine, ResponseOptions } from './engine.ts'
import { recordLateAnswer } from './late-answer.ts'
import {
  findOperation,
  heldFeeOf,
  type Operation,
  rescheduleOperation,
  updateOperation,
} from './operations.queries.ts'
import { recordContradiction } from './operator-notices.ts'
import {
  consequenceOfOutcome,
  isMoreThanAsked,
  isOpen,
  isUnwantedPart,
  type Outcome,
  operationStateAfter,
} from './outcome.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import {
  type ApiCall,
  insertApiCalls,
  lockPaymentWithOperations,
  type PaymentWithOperations,
} from './payments.queries.ts'

/** The operation whose outcome is recorded, and the attempt that brought it. */
export interface OperationRef {
  readonly paymentId: string
  readonly operationId: string
  readonly attemptId: string
  /** How long the acquirer took, where this is its answer to an authorisation; absent: the outcome was asked for later. */
  readonly answerMs?: number
  /** In a notice of the acquirer's, which may leave out what a lookup says. */
  readonly isReported?: boolean
}

/**
 * Stores the response to an operation with all its consequences in one transaction. The request and recovery may both get
 * here; the second finds its attempt decided, so each outcome counts once and what differs is kept (`late-answer.ts`).
 */
export function recordOutcome<A>(
  engine: Engine,
  operationRef: OperationRef,
  response: AcquirerResponse,
  calls: readonly ApiCall[],
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return engine.transaction(async (db) => {
    const [locked, attempt] = await Promise.all([
      lockPaymentWithOperations(db, engine, operationRef.paymentId),
      findAttempt(db, operationRef.attemptId),
    ])
    if (locked === undefined) throw new Error(`Payment ${operationRef.paymentId} has gone`)
    if (attempt === undefined) throw new Error(`Attempt ${operationRef.attemptId} has gone`)
    const operation = locked.operations.find((one) => one.id === operationRef.operationId)
    if (operation === undefined || !isOpenAttempt(attempt)) {
      return respondLate(
        db,
        engine,
        { locked, operationRef, attempt, response, calls },
        responseOptions,
      )
    }
    const { answerMs, isReported } = operationRef
    const update = await applyResponse(db, engine, {
      payment: locked.payment,
      operation,
      attempted: { ...attempt, answerMs, isReported },
      response,
    })
    const result = { ...update, today: locked.today }
    return respond(db, engine, result, responseOptions, update.isChanged ? calls : [])
  })
}

interface LateResponse {
  readonly locked: PaymentWithOperations
  readonly operationRef: OperationRef
  readonly attempt: AttemptRow
  readonly response: AcquirerResponse
  readonly calls: readonly ApiCall[]
}

async function respondLate<A>(
  db: Db,
  engine: Engine,
  { locked, operationRef: { operationId }, attempt, response, calls }: LateResponse,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  const payment = await recordLateAnswer(db, engine, locked, operationId, attempt, response)
  const operation = (await findOperation(db, operationId)) ?? null
  return respond(db, engine, { payment, operation, today: locked.today }, responseOptions, calls)
}

/** A response to an operation that is open. */
interface OpenResponse {
  readonly payment: Payment
  readonly operation: Operation
  readonly attempted: AttemptRow & Pick<OperationRef, 'answerMs' | 'isReported'>
  readonly response: AcquirerResponse
}

async function applyResponse(
  db: Db,
  engine: Engine,
  answered: OpenResponse,
): Promise<{ payment: Payment; operation: Operation; isChanged: boolean }> {
  const { payment, operation, attempted, response } = answered
  const outcome: Outcome = isUnwantedPart(payment, operation, response)
    ? partRefused
    : await mappedOutcome(db, attempted.provider, response)
  const state = operationStateAfter(outcome)
  const at = engine.now()
  const checkAt = nextCheckAt(at, operation.checks, operation.isSlow)
  const checks = operation.checks + 1
  if (state === operation.state && !isConfirmed(payment, operation, outcome)) {
    await rescheduleOperation(db, operation.id, checkAt, checks)
    return { payment, operation, isChanged: false }
  }
  const attempt = attemptUpdateFor(response)
  const isCancelled = outcome === partRefused
  // the attempt keeps what the acquirer said
  const update =
    'code' in outcome
      ? { ...attempt, declineCode: outcome.code, declineReason: outcome.text }
      : attempt
  const { declineCode, declineReason } = update
  const closed: Operation = { ...operation, state, declineCode, declineReason, checks }
  const facts = { ...operation, fee: heldFeeOf(operation) }
  const consequence = consequenceOfOutcome(payment, facts, outcome)
  const furtherChange = await changeByOutcome(db, answered, { outcome, closed, at })
  const [after] = await Promise.all([
    applyConsequence(db, engine, payment, consequence, {
      operationId: operation.id,
      cause: causeForEvent(operation, outcome),
      furtherChange,
    }),
    updateOperation(db, operation.id, { ...update, state, nextCheckAt: checkAt, checks }, at),
    updateAttempt(db, attempted.id, attempt, at),
    keepAuthentication(db, engine, attempted.id, response),
    attempted.isReported === true &&
      operation.kind === 'authorise' &&
      askForAuthentication(db, engine, payment, attempted.id, response),
    isCancelled && requestCancellation(db, engine, attempted.id),
  ])
  if (isMoreThanAsked(operation, response)) {
    const amount = moneyText(response.amountMinor, payment.currency).en
    const cause = {
      code: 'outcome.more_approved',
      values: { provider: attempted.provider, amount },
    }
    await recordContradiction(db, engine, after, {
      ...{ operationId: operation.id, amountMinor: operation.amountMinor, cause },
    })
  }
  return { payment: after, operation: closed, isChanged: true }
}

/** What an outcome changes of its payment besides amounts and status. */
async function changeByOutcome(
  db: Db,
  { payment, operation, attempted, response }: OpenResponse,
  {
    outcome,
    closed,
    at,
  }: { readonly outcome: Outcome; readonly closed: Operation; readonly at: Date },
): Promise<FurtherChange> {
  const open = withoutOperation(payment, operation)
  const approval = response.result === 'approved' ? response : undefined
  const acquirerReference = approval?.acquirerReference ?? null
  return {
    open: isOpen(closed.state) ? [...open, closed] : open,
    ...(operation.kind === 'authorise' && acquirerReference !== null ? { acquirerReference } : {}),
    ...(operation.kind === 'authorise'
      ? {
          ...attemptFigures(payment, attempted, outcome),
          threeDSecure: authenticationAfter(payment.threeDSecure, response),
          schemeTransactionId: approval?.scheme?.transactionId ?? payment.schemeTransactionId,
          storedCardId: await settleStoredCard(db, payment, outcome, {
            provider: attempted.provider,
            approval,
            at,
          }),
        }
      : {}),
    ...(approval !== undefined && extendsExpiry(operation, approval)
      ? { authorisationExpiresAt: authorisationExpiry(payment.cardBrand, at, approval.expiresAt) }
      : {}),
  }
}

/** The payer has confirmed, and the bank has yet to carry it out: there is nothing to confirm any more. */
const isConfirmed = ({ pendingOn }: Payment, { kind }: Operation, { result }: Outcome): boolean =>
  kind === 'authorise' && pendingOn === 'challenge' && result === 'pending'

/** What an answer says of the payment's first try and of its acquirer's time. */
function attemptFigures(
  payment: Payment,
  { answerMs }: Pick<OperationRef, 'answerMs'>,
  outcome: Outcome,
): Pick<Payment, 'firstTry' | 'answerMs'> {
  const isAnswer = outcome.result !== 'unknown' && outcome.result !== 'failed'
  return {
    firstTry: payment.firstTry ?? firstTryAfter(outcome),
    answerMs: payment.answerMs ?? (isAnswer ? (answerMs ?? null) : null),
  }
}

/**
 * What a first try is after an answer; null: not decided. An exemption that the issuer refuses decides none: the same acquirer
 * is asked once more, with a challenge, and what it answers then is the first try.
 */
export function firstTryAfter({ result }: Pick<Outcome, 'result'>): Payment['firstTry'] {
  if (result === 'approved') return 'approved'
  return result === 'declined' || result === 'failed' ? 'declined' : null
}

/** What is authorised on top expires with the rest, unless the acquirer says otherwise. */
const extendsExpiry = ({ kind }: Operation, { expiresAt }: { readonly expiresAt?: string }) =>
  kind === 'authorise' || (kind === 'increment' && expiresAt !== undefined)

/** The open operations of a payment without one of them. */
export const withoutOperation = (payment: Payment, operation: Operation) =>
  payment.open.filter((one) => one !== operation)

/** A refusal in the product's own words, where the tenant has mapped the acquirer's code. */
async function mappedOutcome(
  db: Db,
  provider: string,
  response: AcquirerResponse,
): Promise<Outcome> {
  if (response.result !== 'declined' && response.result !== 'failed') return response
  const mapped = await findMappedDecline(db, provider, response.code)
  if (mapped === undefined) return response
  const { code, advice } = mapped
  return { result: response.result, code, text: englishOf({ code }), advice }
}

/** A decline by us: the issuer approved a part, and the merchant did not ask for parts. */
const partRefused = {
  result: 'declined',
  code: 'partial_approval',
  text: englishOf({ code: 'partial_approval' }),
} as const

function causeForEvent(operation: Operation, outcome: Outcome): string | Cause | null {
  switch (outcome.result) {
    case 'approved':
      return operation.reason
    case 'declined':
    case 'failed':
      return { code: outcome.code, text: outcome.text }
    case 'challenge':
      return { code: 'asked.challenge' }
    case 'pending':
      return { code: 'asked.later' }
    case 'unknown':
      return { code: 'asked.silence' }
  }
}

/** Builds the response and stores it under the idempotency key, with the API log and the audit entry. */
export async function respond<A>(
  db: Db,
  engine: Engine,
  result: ActionResult,
  responseOptions: ResponseOptions<A>,
  calls: readonly ApiCall[],
): Promise<A> {
  const answer = responseOptions.toResponse(result)
  const at = engine.now()
  const { inboundCall } = responseOptions
  const logged: ApiCall[] =
    inboundCall === undefined
      ? [...calls]
      : [
          ...calls,
          {
            ...inboundCall,
            direction: 'inbound',
            attemptId: null,
            idempotencyKey: responseOptions.idempotencyKey?.key,
            response: answer,
            durationMs: at.getTime() - inboundCall.startedAt.getTime(),
          },
        ]
  await Promise.all([
    insertApiCalls(db, result.payment, logged, at),
    responseOptions.idempotencyKey &&
      updateIdempotencyKeyFinished(db, responseOptions.idempotencyKey, JSON.stringify(answer)),
    responseOptions.audit?.(db, result),
  ])
  return answer
}

/** What an acquirer reports of a request of ours, without being asked. */
export interface ReportedOutcome {
  readonly provider: string
  readonly outcome: AcquirerOutcome
}

/**
 * Records an outcome that an acquirer reports. It counts as the answer to a lookup would: in any order, and once. An outcome
 * of another currency or amount than the request is not counted.
 */
export async function recordReportedOutcome(
  engine: Engine,
  { provider, outcome }: ReportedOutcome,
): Promise<'counts' | 'old' | 'no_payment' | Cause> {
  const { reference, currency, answer } = outcome
  const found = await engine.transaction((db) => findOperationOfAttempt(db, reference))
  if (found === undefined || found.attempt.provider !== provider) return 'no_payment'
  const { operation, attempt } = found
  if (currency !== operation.currency) return objection('outcome.other_currency', provider, outcome)
  if (answer.result === 'approved') {
    if (answer.amountMinor <= 0n) return objection('outcome.no_amount', provider, outcome)
    if (answer.amountMinor > operation.amountMinor) {
      return objection('outcome.too_much', provider, outcome)
    }
  }
  const isDecided = ['approved', 'declined', 'failed'].includes(answer.result)
  if (!isDecided || (!isOpenAttempt(attempt) && attempt.state === answer.result)) return 'old'
  const ref = {
    paymentId: operation.paymentId,
    operationId: operation.id,
    attemptId: reference,
    isReported: true,
  }
  await recordOutcome(engine, ref, answer, [callOf(provider, outcome)], {
    toResponse: () => undefined,
  })
  return 'counts'
}

function objection(code: string, provider: string, { currency, answer }: AcquirerOutcome): Cause {
  const amount = 'amountMinor' in answer ? moneyText(answer.amountMinor, currency).en : currency
  return { code, values: { provider, amount } }
}

const callOf = (provider: string, { reference, currency, answer }: AcquirerOutcome): ApiCall => ({
  direction: 'inbound',
  peer: provider,
  method: 'POST',
  url: `/acquirers/${provider}/notices`,
  attemptId: reference,
  request:
    'amountMinor' in answer
      ? { ...answer, amountMinor: Number(answer.amountMinor), currency }
      : answer,
  response: null,
  status: null,
  durationMs: 0,
  requestId: null,
})
