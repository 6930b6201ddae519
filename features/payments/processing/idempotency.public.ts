import {
  type KeyHolder,
  keyedHash,
} from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findKey, finishKey, insertKey, type KeptKey, type OnceKey } from './idempotency.queries.ts'

export type { KeptKey, OnceKey }

/** Thrown inside the intent's transaction, so that nothing of the repeated intent is kept. */
export class KeyInUse extends Error {
  override readonly name = 'KeyInUse'
}

/** The key of a call: who calls, what it is called with, and a hash of the whole request, card and all. */
export async function onceKey(
  holder: KeyHolder,
  call: {
    readonly callerId: string
    readonly key: string
    readonly endpointId: string
    readonly params: unknown
    readonly body: unknown
  },
): Promise<OnceKey> {
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
export async function takeKey(
  db: Db,
  once: OnceKey | undefined,
  operationId: string | null,
  at: Date,
): Promise<void> {
  if (once === undefined || (await insertKey(db, once, operationId, at))) return
  const kept = await findKey(db, once)
  if (kept !== undefined && kept.requestHash !== once.requestHash) throw keyReused()
  throw new KeyInUse()
}

/** Keeps what is answered, byte for byte, in the transaction that stores the outcome. */
export async function keepAnswer(
  db: Db,
  once: OnceKey | undefined,
  answer: unknown,
): Promise<void> {
  if (once !== undefined) await finishKey(db, once, JSON.stringify(answer))
}

/** What was kept under the key. */
export function readKept(db: Db, once: OnceKey): Promise<KeptKey | undefined> {
  return findKey(db, once)
}

function keyReused(): Problem {
  return new Problem(
    'idempotency.key_reused',
    409,
    'This Idempotency-Key was used for another request. Use a fresh key for each intent.',
  )
}
