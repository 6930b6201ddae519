import { hash } from 'node:crypto'
import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  findIdempotencyKey,
  type IdempotencyKey,
  insertIdempotencyKey,
  updateIdempotencyKeyFinished,
} from './idempotency-keys.queries.ts'

/** Thrown inside the transaction of the intent, which rolls back the repeated intent. */
export class IdempotencyKeyInUse extends Error {
  override readonly name = 'IdempotencyKeyInUse'
}

/**
 * Takes the key, together with the intent that this transaction stores. Throws `IdempotencyKeyInUse` when the same request was
 * there before, and a Problem when another one was.
 */
export async function claimIdempotencyKey(
  db: Db,
  idempotencyKey: IdempotencyKey | undefined,
  operationId: string | null,
  at: Date,
): Promise<void> {
  if (
    idempotencyKey === undefined ||
    (await insertIdempotencyKey(db, idempotencyKey, operationId, at))
  )
    return
  const stored = await findIdempotencyKey(db, idempotencyKey)
  if (stored !== undefined && stored.requestHash !== idempotencyKey.requestHash) throw keyReused()
  throw new IdempotencyKeyInUse()
}

function keyReused(): Problem {
  return new Problem(
    'idempotency.key_reused',
    409,
    'This Idempotency-Key was used for another request. Use a fresh key for each intent.',
  )
}

/** What a transaction is of: a tenant, or a merchant's payments. */
interface Transactions {
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  now(): Date
}

/**
 * One key, one effect, for what one transaction does alone: the answer is stored with it. A request that comes meanwhile
 * waits for that transaction.
 */
export async function actOnce<A>(
  holder: Transactions,
  idempotencyKey: IdempotencyKey | undefined,
  act: (db: Db) => Promise<A>,
  onReplay?: () => void,
): Promise<A> {
  try {
    return await holder.transaction(async (db) => {
      await claimIdempotencyKey(db, idempotencyKey, null, holder.now())
      const answer = await act(db)
      if (idempotencyKey !== undefined) {
        await updateIdempotencyKeyFinished(db, idempotencyKey, JSON.stringify(answer))
      }
      return answer
    })
  } catch (error) {
    if (!(error instanceof IdempotencyKeyInUse) || idempotencyKey === undefined) throw error
    const stored = await holder.transaction((db) => findIdempotencyKey(db, idempotencyKey))
    if (!stored?.response) throw stillInProgress()
    onReplay?.()
    return JSON.parse(stored.response) as A
  }
}

/** What a key is for: a repeat asks for the same. */
export interface KeyedRequest {
  readonly endpointId: string
  readonly params: unknown
  readonly body: unknown
}

/** The context of a call; without a key every request acts. */
interface KeyedContext {
  readonly caller: { readonly id: string }
  readonly now: Date
  readonly idempotencyKey?: string | undefined
  markRepeated?(): void
}

/**
 * One transaction, once for each `Idempotency-Key` of the caller, whichever mode the page is in: a repeat is answered as the
 * first request was, and leaves no audit entry. The same key with another request is refused.
 */
export function actOnceForCaller<A>(
  context: KeyedContext,
  transaction: Transactions['transaction'],
  { endpointId, params, body }: KeyedRequest,
  act: (db: Db) => Promise<A>,
): Promise<A> {
  const { caller, now, idempotencyKey: key } = context
  if (key === undefined) return transaction(act)
  const said = JSON.stringify([endpointId, params, body])
  // a number that is put on a blacklist could be found out by a plain hash
  const requestHash = hash('sha256', hasCardNumber(said) ? endpointId : said)
  const idempotencyKey = { callerId: caller.id, mode: 0, key, requestHash } as const
  const holder = { transaction, now: () => now }
  return actOnce(holder, idempotencyKey, act, () => context.markRepeated?.())
}

export function stillInProgress(): Problem {
  return new Problem(
    'idempotency.in_progress',
    409,
    'The first request with this Idempotency-Key is still being worked on. Try again in a moment.',
    { retryAfterS: 5 },
  )
}
