import {
  type KeyHolder,
  keyedHash,
} from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  findKey,
  type IdempotencyKey,
  insertKey,
  type StoredKey,
  updateKeyFinished,
} from './idempotency.queries.ts'

export type { IdempotencyKey, StoredKey }

/** Thrown inside the intent's transaction, so that nothing of the repeated intent is kept. */
export class KeyInUse extends Error {
  override readonly name = 'KeyInUse'
}

/** The key of a call: who calls, what it is called with, and a hash of the whole request, card and all. */
export async function idempotencyKeyFor(
  holder: KeyHolder,
  call: {
    readonly callerId: string
    readonly key: string
    readonly endpointId: string
    readonly params: unknown
    readonly body: unknown
  },
): Promise<IdempotencyKey> {
  const request = JSON.stringify([call.endpointId, call.params, call.body])
  return {
    callerId: call.callerId,
    key: call.key,
    requestHash: await keyedHash(holder, 'request', request),
  }
}

/**
 * Takes the key, together with the intent that this transaction stores. Throws `KeyInUse` when the same request was
 * there before, and a Problem when another one was.
 */
export async function claimKey(
  db: Db,
  once: IdempotencyKey | undefined,
  operationId: string | null,
  at: Date,
): Promise<void> {
  if (once === undefined || (await insertKey(db, once, operationId, at))) return
  const kept = await findKey(db, once)
  if (kept !== undefined && kept.requestHash !== once.requestHash) throw keyReused()
  throw new KeyInUse()
}

/** Keeps what is answered, byte for byte, in the transaction that stores the outcome. */
export async function storeResponse(
  db: Db,
  once: IdempotencyKey | undefined,
  answer: unknown,
): Promise<void> {
  if (once !== undefined) await updateKeyFinished(db, once, JSON.stringify(answer))
}

/** What was kept under the key. */
export function readKey(db: Db, once: IdempotencyKey): Promise<StoredKey | undefined> {
  return findKey(db, once)
}

function keyReused(): Problem {
  return new Problem(
    'idempotency.key_reused',
    409,
    'This Idempotency-Key was used for another request. Use a fresh key for each intent.',
  )
}
