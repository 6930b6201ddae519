import { loggableError } from '@counterfoil/features/payments/cards/loggable-errors.rules.ts'
import type {
  Acquirer,
  AcquirerAnswer,
  AuthoriseRequest,
  LookupAnswer,
} from '@counterfoil/providers/acquirers/acquirer.ts'
import { type Engine, sendWithinMs } from './engine.ts'
import type { AttemptNews } from './operations.queries.ts'
import type { OperationKind } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import type { ApiCall } from './payment-writes.queries.ts'

/**
 * Without an answer it is unknown whether the acquirer acted. `because` is all that the API log shows of the cause:
 * merchants read it too. The process's log has the rest.
 */
interface NoAnswer {
  readonly result: 'unknown'
  readonly because: 'no_answer_in_time' | 'adapter_failed' | 'not_sent'
}

/** What came of asking an acquirer. */
export type AcquirerResponse = AcquirerAnswer | NoAnswer

export interface Call<Answer> {
  readonly heard: Answer
  readonly log: ApiCall
}

interface Asked {
  readonly paymentId: string
  readonly attemptId: string
  readonly provider: string
  readonly kind: OperationKind
  /** What the request carries beside the payment; nothing of it is secret. */
  readonly extras?: Pick<AuthoriseRequest, 'threeDs' | 'parameters'>
}

/** How the log calls what was asked. */
const paths: Readonly<Record<OperationKind, string>> = {
  authorise: 'authorisations',
  capture: 'captures',
  void: 'voids',
  refund: 'refunds',
  reversal: 'reversals',
  payout: 'payouts',
}

/**
 * Asks an acquirer once. Never throws: whatever goes wrong on the way is logged, and the answer is `unknown`.
 * Never within a transaction: the intent is committed before, and `intendedAt` says when.
 */
export async function askAcquirer(
  engine: Engine,
  payment: Payment,
  asked: Omit<Asked, 'paymentId'> & {
    readonly amountMinor: bigint
    readonly intendedAt: Date
    /** What an adapter's error may repeat of the request and no log may hold. */
    readonly secrets?: readonly string[]
  },
  ask: (acquirer: Acquirer, signal: AbortSignal) => Promise<AcquirerAnswer>,
): Promise<Call<AcquirerResponse>> {
  const startedAt = performance.now()
  const named = { ...asked, paymentId: payment.id }
  // Recovery may already take it for lost. A request that goes out now could act behind its back.
  const isTooLate = engine.now().getTime() - asked.intendedAt.getTime() > sendWithinMs
  const heard = isTooLate
    ? notSent(
        engine,
        named,
        'the acquirer was not asked: too much time has passed since the intent',
      )
    : await answerInTime(engine, named, ask)
  return {
    heard,
    log: outboundCall(asked, 'POST', startedAt, loggedRequest(payment, asked), heard),
  }
}

/** Asks what became of a request; `not_found` when it has not arrived so far. */
export async function lookUp(engine: Engine, asked: Asked): Promise<Call<LookupAnswer | NoAnswer>> {
  const startedAt = performance.now()
  const heard = await answerInTime(engine, asked, (acquirer, signal) =>
    acquirer.lookup(asked.attemptId, signal),
  )
  return { heard, log: outboundCall(asked, 'GET', startedAt, null, heard) }
}

/** Ends the wait even when an adapter does not heed its signal. */
async function answerInTime<Answer>(
  engine: Engine,
  asked: Asked & { readonly secrets?: readonly string[] },
  ask: (acquirer: Acquirer, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | NoAnswer> {
  const acquirer = engine.providers.acquirers.get(asked.provider)
  if (acquirer === undefined) {
    return notSent(engine, asked, 'the acquirer was not asked: it has no adapter')
  }
  const signal = AbortSignal.timeout(engine.providers.acquirerTimeoutMs)
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  try {
    return await Promise.race([ask(acquirer, signal), timedOut])
  } catch (error) {
    const cause = loggableError(error, asked.secrets ?? [])
    const details = { ...identifiersOf(engine, asked), cause }
    if (signal.aborted) {
      engine.log.warn(details, 'the acquirer did not answer in time')
      return { result: 'unknown', because: 'no_answer_in_time' }
    }
    engine.log.error(details, "the acquirer's adapter failed")
    return { result: 'unknown', because: 'adapter_failed' }
  }
}

function notSent(engine: Engine, asked: Asked, message: string): NoAnswer {
  engine.log.error(identifiersOf(engine, asked), message)
  return { result: 'unknown', because: 'not_sent' }
}

function identifiersOf({ tenantId }: Engine, { paymentId, attemptId, provider, kind }: Asked) {
  return { tenantId, paymentId, attemptId, provider, kind }
}

function outboundCall(
  asked: Omit<Asked, 'paymentId'>,
  method: 'GET' | 'POST',
  startedAt: number,
  request: unknown,
  heard: LookupAnswer | NoAnswer,
): ApiCall {
  return {
    direction: 'outbound',
    peer: asked.provider,
    method,
    url: `/${paths[asked.kind]}/${asked.attemptId}`,
    attemptId: asked.attemptId,
    request,
    response: loggedAnswer(heard),
    status: null,
    durationMs: Math.round(performance.now() - startedAt),
    requestId: null,
  }
}

/** Made of the payment as it is stored, which never held the number or the security code. */
function loggedRequest(
  payment: Payment,
  asked: Omit<Asked, 'paymentId'> & { readonly amountMinor: bigint },
) {
  return {
    reference: asked.attemptId,
    amount: Number(asked.amountMinor),
    currency: payment.currency,
    method: payment.method,
    card:
      payment.method === 'card'
        ? { brand: payment.cardBrand, first6: payment.cardFirst6, last4: payment.cardLast4 }
        : undefined,
    ...asked.extras,
  }
}

function loggedAnswer(heard: LookupAnswer | NoAnswer) {
  return 'amountMinor' in heard
    ? {
        result: heard.result,
        amount: Number(heard.amountMinor),
        reference: heard.acquirerReference,
      }
    : heard
}

/** What an attempt keeps of what was heard. */
export function attemptNewsOf(heard: AcquirerResponse): AttemptNews {
  return {
    state: heard.result,
    declineCode: 'code' in heard ? heard.code : null,
    declineReason: 'code' in heard ? heard.text : null,
    isSoftDecline: heard.result === 'declined' ? heard.isSoft : null,
    acquirerReference: heard.result === 'approved' ? heard.acquirerReference : null,
  }
}
