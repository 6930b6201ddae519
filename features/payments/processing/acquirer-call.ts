import { loggableError } from '@counterfoil/features/payments/cards/loggable-errors.rules.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  AuthoriseRequest,
  CancelAnswer,
  LookupAnswer,
} from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import type { AttemptUpdate } from './attempts.queries.ts'
import type { Engine } from './engine.ts'
import type { OperationKind } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import type { ApiCall } from './payments.queries.ts'

/**
 * Without a response it is unknown whether the acquirer acted. The API log, which merchants read too, shows only
 * `because`; the details are in the process's log.
 */
interface NoResponse {
  readonly result: 'unknown'
  readonly because: 'no_answer_in_time' | 'adapter_failed' | 'not_sent'
}

export type AcquirerResponse = AcquirerAnswer | NoResponse

export interface LoggedResponse<Answer> {
  readonly response: Answer
  readonly log: ApiCall
}

interface AttemptRef {
  readonly paymentId: string
  readonly attemptId: string
  readonly provider: string
  readonly kind: OperationKind
  /** Further fields of the request; none of them is secret. */
  readonly extras?: Pick<
    AuthoriseRequest,
    'threeDs' | 'exemption' | 'mustAuthenticate' | 'parameters'
  >
}

/** The paths of requests in the API log. */
const paths: Readonly<Record<OperationKind, string>> = {
  authorise: 'authorisations',
  increment: 'increments',
  capture: 'captures',
  void: 'voids',
  refund: 'refunds',
  reversal: 'reversals',
  payout: 'payouts',
}

/**
 * Calls an acquirer once and outside of any transaction: the intent was committed at `intendedAt`. It never throws: every
 * error on the way is logged, and the response is `unknown`.
 */
export async function callAcquirer(
  engine: Engine,
  payment: Payment,
  attemptRef: Omit<AttemptRef, 'paymentId'> & {
    readonly amountMinor: bigint
    readonly intendedAt: Date
    /** Values of the request that are removed from an adapter's error before it is logged. */
    readonly secrets?: readonly string[]
  },
  send: (acquirer: Acquirer, signal: AbortSignal) => Promise<AcquirerAnswer>,
): Promise<LoggedResponse<AcquirerResponse>> {
  const startedAt = performance.now()
  const target = { ...attemptRef, paymentId: payment.id }
  // recovery may already count the request as lost, so a late request is not sent any more
  const isTooLate = engine.now().getTime() - attemptRef.intendedAt.getTime() > sendWithinMs
  const response = isTooLate
    ? notSent(
        engine,
        target,
        'the acquirer was not asked: too much time has passed since the intent',
      )
    : await callWithTimeout(engine, target, send)
  return {
    response,
    log: outboundCall(attemptRef, 'POST', startedAt, loggedRequest(payment, attemptRef), response),
  }
}

/** A lookup may be repeated, so that it is not waited for as long as for a request. */
const lookupTimeoutMs = 5_000

/** Looks up the outcome of an earlier request; `not_found` if the acquirer has not received it. */
export async function lookUpAttempt(
  engine: Engine,
  attemptRef: AttemptRef,
): Promise<LoggedResponse<LookupAnswer | NoResponse>> {
  const startedAt = performance.now()
  const response = await callWithTimeout(
    engine,
    attemptRef,
    (acquirer, signal) => {
      const metadata = { tenantId: engine.tenantId, paymentId: attemptRef.paymentId }
      return acquirer.lookup(attemptRef.attemptId, signal, metadata)
    },
    lookupTimeoutMs,
  )
  return { response, log: outboundCall(attemptRef, 'GET', startedAt, null, response) }
}

/** Has the acquirer cancel an earlier request, whether or not it arrived. May be repeated. */
export async function cancelAttempt(
  engine: Engine,
  payment: Pick<Payment, 'id' | 'currency'>,
  attemptRef: Omit<AttemptRef, 'paymentId'>,
): Promise<LoggedResponse<CancelAnswer | NoResponse>> {
  const startedAt = performance.now()
  const { attemptId: reference } = attemptRef
  const { id: paymentId, currency } = payment
  const request = { reference, currency, metadata: { tenantId: engine.tenantId, paymentId } }
  const response = await callWithTimeout(engine, { ...attemptRef, paymentId }, (acquirer, signal) =>
    acquirer.cancel(request, signal),
  )
  return { response, log: outboundCall(attemptRef, 'DELETE', startedAt, null, response) }
}

/** What is asked of an acquirer, as the process's log names it. */
interface Called {
  readonly paymentId: string
  readonly attemptId: string
  readonly provider: string
  readonly kind: string
  /** Values of the request that are removed from an adapter's error before it is logged. */
  readonly secrets?: readonly string[]
}

/**
 * Returns after the time-out even if an adapter ignores its signal. An adapter that throws before it answers a promise fails
 * as one whose promise is rejected: thrown past the race, it would leave the time-out to reject with nothing to catch it,
 * which ends the process.
 */
export async function callWithTimeout<Answer>(
  engine: Engine,
  attemptRef: Called,
  send: (acquirer: Acquirer, signal: AbortSignal) => Promise<Answer>,
  atMostMs = Number.POSITIVE_INFINITY,
): Promise<Answer | NoResponse> {
  const acquirer = engine.providers.acquirers.get(attemptRef.provider)
  if (acquirer === undefined) {
    return notSent(engine, attemptRef, 'the acquirer was not asked: it has no adapter')
  }
  const signal = AbortSignal.timeout(Math.min(engine.providers.acquirerTimeoutMs, atMostMs))
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    return await Promise.race([timedOut, Promise.try(send, acquirer, signal)])
  } catch (error) {
    const cause = loggableError(error, attemptRef.secrets ?? [])
    const details = { ...identifiersOf(engine, attemptRef), cause }
    if (signal.aborted) {
      engine.log.warn(details, 'the acquirer did not answer in time')
      return { result: 'unknown', because: 'no_answer_in_time' }
    }
    engine.log.error(details, "the acquirer's adapter failed")
    return { result: 'unknown', because: 'adapter_failed' }
  }
}

function notSent(engine: Engine, attemptRef: Called, message: string): NoResponse {
  engine.log.error(identifiersOf(engine, attemptRef), message)
  return { result: 'unknown', because: 'not_sent' }
}

function identifiersOf({ tenantId }: Engine, { paymentId, attemptId, provider, kind }: Called) {
  return { tenantId, paymentId, attemptId, provider, kind }
}

function outboundCall(
  attemptRef: Omit<AttemptRef, 'paymentId'>,
  method: 'GET' | 'POST' | 'DELETE',
  startedAt: number,
  request: unknown,
  response: LookupAnswer | CancelAnswer | NoResponse,
): ApiCall {
  return {
    direction: 'outbound',
    peer: attemptRef.provider,
    method,
    url: `/${paths[attemptRef.kind]}/${attemptRef.attemptId}`,
    attemptId: attemptRef.attemptId,
    request,
    response: loggedResponse(response),
    status: null,
    durationMs: Math.round(performance.now() - startedAt),
    requestId: null,
  }
}

/** Built from the stored payment, which never holds the card number or the security code. */
function loggedRequest(
  payment: Payment,
  attemptRef: Omit<AttemptRef, 'paymentId'> & { readonly amountMinor: bigint },
) {
  return {
    reference: attemptRef.attemptId,
    amount: Number(attemptRef.amountMinor),
    currency: payment.currency,
    method: payment.method,
    card:
      payment.method === 'card'
        ? { brand: payment.cardBrand, first6: payment.cardFirst6, last4: payment.cardLast4 }
        : undefined,
    ...attemptRef.extras,
  }
}

function loggedResponse(response: LookupAnswer | CancelAnswer | NoResponse) {
  if (!('amountMinor' in response)) return response
  const { amountMinor, result } = response
  const {
    acquirerReference: reference,
    expiresAt,
    scheme,
    threeDSecure,
  } = {
    ...{ acquirerReference: undefined, expiresAt: undefined, scheme: undefined },
    ...{ threeDSecure: undefined, ...response },
  }
  return { result, amount: Number(amountMinor), reference, expiresAt, scheme, threeDSecure }
}

/** The update of an attempt after a response. */
export function attemptUpdateFor(response: AcquirerResponse): AttemptUpdate {
  return {
    state: response.result,
    declineCode: 'code' in response ? response.code : null,
    declineReason: 'code' in response ? response.text : null,
    isSoftDecline: response.result === 'declined' ? response.isSoft : null,
    acquirerReference: response.result === 'approved' ? response.acquirerReference : null,
  }
}

// Time-outs, and the intervals at which open operations are looked up.

/** A request that is older than this when it could be sent is left to recovery. */
const sendWithinMs = 3_000

/** Age of an operation at which its request has timed out or its process has died. */
export const abandonedAfterMs = (providers: Providers) => providers.acquirerTimeoutMs + 5_000

/** Age of a request at which `not_found` means that it never reached the acquirer. */
export const lostAfterMs = (providers: Providers) => providers.acquirerTimeoutMs + 15_000

/** Age at which a request that the acquirer neither knows nor cancels counts as lost all the same. */
export const givenUpAfterMs = 24 * hourMs

const firstCheckMs = 2_000
const maxCheckMs = 600_000
const maxSlowCheckMs = hourMs

/** The interval doubles with each check, up to ten minutes; an hour for what takes days. */
export function nextCheckAt(now: Date, checks: number, isSlow = false): Date {
  const maxMs = isSlow ? maxSlowCheckMs : maxCheckMs
  return new Date(now.getTime() + Math.min(firstCheckMs * 2 ** Math.min(checks, 20), maxMs))
}

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
