import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Answering, abandonedAfterMs, type Engine } from './engine.ts'
import { KeyInUse, readKey, storeResponse } from './idempotency.public.ts'
import { findForReading, resolveOperation } from './outcome.ts'
import { findOperation, type Operation } from './payments.queries.ts'

const firstWaitMs = 20
const longestWaitMs = 500

/**
 * One key, one effect. The first caller acts; a second one with the same request waits for the first and is told the
 * same. When the first one died, the second learns from the acquirer how it ended and keeps that answer.
 */
export async function withIdempotency<A>(
  engine: Engine,
  answering: Answering<A>,
  act: () => Promise<A>,
): Promise<A> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof KeyInUse)) throw error
    return awaitAnswer(engine, answering)
  }
}

async function awaitAnswer<A>(engine: Engine, answering: Answering<A>): Promise<A> {
  // a cascade asks several acquirers one after another
  const patienceMs = 3 * abandonedAfterMs(engine.providers)
  const givesUpAt = performance.now() + patienceMs
  for (let waitMs = firstWaitMs; performance.now() < givesUpAt; waitMs *= 1.5) {
    const found = await engine.transaction((db) => answerFound(db, engine, answering))
    if (found.kind === 'answer') return found.answer
    if (found.abandoned !== undefined) await resolveOperation(engine, found.abandoned)
    await wait(Math.min(waitMs, longestWaitMs))
  }
  throw new Problem(
    'idempotency.in_progress',
    409,
    'The first request with this Idempotency-Key is still being worked on. Try again in a moment.',
    { retryAfterS: 5 },
  )
}

type Found<A> =
  | { readonly kind: 'answer'; readonly answer: A }
  | { readonly kind: 'none'; readonly abandoned: Operation | undefined }

async function answerFound<A>(
  db: Db,
  engine: Engine,
  { once, answer }: Answering<A>,
): Promise<Found<A>> {
  const kept = once && (await readKey(db, once))
  if (kept?.response) return { kind: 'answer', answer: JSON.parse(kept.response) as A }
  const operation = kept?.operationId ? await findOperation(db, kept.operationId) : undefined
  if (operation === undefined) return { kind: 'none', abandoned: undefined }
  if (operation.state === 'requested') {
    const isAbandoned = operation.nextCheckAt !== null && operation.nextCheckAt <= engine.now()
    return { kind: 'none', abandoned: isAbandoned ? operation : undefined }
  }
  // the owner died before it could answer, and recovery has learnt how it ended
  const standing = await findForReading(db, engine, operation.paymentId)
  if (standing === undefined) throw new Error(`Payment ${operation.paymentId} has gone`)
  const made = answer({ ...standing, operation })
  await storeResponse(db, once, made)
  return { kind: 'answer', answer: made }
}
