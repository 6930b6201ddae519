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

/** What came of asking an acquirer. No answer means that nobody knows whether it acted. */
export type AcquirerResponse = AcquirerAnswer | { readonly result: 'unknown' }

export interface Call<Answer> {
  readonly heard: Answer
  readonly log: ApiCall
}

interface Asked {
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
 * Asks an acquirer once. Never throws: whatever goes wrong on the way is the answer `unknown`.
 * Never within a transaction: the intent is committed before, and `intendedAt` says when.
 */
export async function askAcquirer(
  engine: Engine,
  payment: Payment,
  asked: Asked & { readonly amountMinor: bigint; readonly intendedAt: Date },
  ask: (acquirer: Acquirer, signal: AbortSignal) => Promise<AcquirerAnswer>,
): Promise<Call<AcquirerResponse>> {
  const startedAt = performance.now()
  const heard = await answerInTime(engine, asked, ask)
  return {
    heard,
    log: {
      direction: 'outbound',
      peer: asked.provider,
      method: 'POST',
      url: `/${paths[asked.kind]}/${asked.attemptId}`,
      attemptId: asked.attemptId,
      request: loggedRequest(payment, asked),
      response: loggedAnswer(heard),
      status: null,
      durationMs: Math.round(performance.now() - startedAt),
      requestId: null,
    },
  }
}

async function answerInTime(
  engine: Engine,
  asked: Asked & { readonly intendedAt: Date },
  ask: (acquirer: Acquirer, signal: AbortSignal) => Promise<AcquirerAnswer>,
): Promise<AcquirerResponse> {
  const acquirer = engine.providers.acquirers.get(asked.provider)
  // Recovery may already take it for lost. A request that goes out now could act behind its back.
  const age = engine.now().getTime() - asked.intendedAt.getTime()
  if (acquirer === undefined || age > sendWithinMs) return { result: 'unknown' }
  try {
    return await withinTime(engine, (signal) => ask(acquirer, signal))
  } catch {
    return { result: 'unknown' }
  }
}

/** Asks what became of a request; `not_found` when it has not arrived so far. */
export async function lookUp(
  engine: Engine,
  asked: Asked,
): Promise<Call<LookupAnswer | { readonly result: 'unknown' }>> {
  const startedAt = performance.now()
  const acquirer = engine.providers.acquirers.get(asked.provider)
  let heard: LookupAnswer | { readonly result: 'unknown' } = { result: 'unknown' }
  try {
    if (acquirer !== undefined) {
      heard = await withinTime(engine, (signal) => acquirer.lookup(asked.attemptId, signal))
    }
  } catch {
    // still unknown: asked again later
  }
  return {
    heard,
    log: {
      direction: 'outbound',
      peer: asked.provider,
      method: 'GET',
      url: `/${paths[asked.kind]}/${asked.attemptId}`,
      attemptId: asked.attemptId,
      request: null,
      response: loggedAnswer(heard),
      status: null,
      durationMs: Math.round(performance.now() - startedAt),
      requestId: null,
    },
  }
}

/** Ends the wait even when an adapter does not heed its signal. */
function withinTime<T>(engine: Engine, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(engine.providers.acquirerTimeoutMs)
  return Promise.race([
    ask(signal),
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ])
}

/** Made of the payment as it is stored, which never held the number or the security code. */
function loggedRequest(payment: Payment, asked: Asked & { readonly amountMinor: bigint }) {
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

function loggedAnswer(heard: LookupAnswer | { readonly result: 'unknown' }) {
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
