import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** One caller's key for one intent. */
export interface IdempotencyKey {
  readonly callerId: string
  readonly key: string
  readonly requestHash: string
}

export interface StoredKey {
  readonly requestHash: string
  readonly state: string
  readonly operationId: string | null
  readonly response: string | null
}

/** False when the key is taken; somebody who is just taking it is waited for. */
export async function insertKey(
  db: Db,
  once: IdempotencyKey,
  operationId: string | null,
  at: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('idempotency_key')
    .values({
      tenant_id: tenantOf(db),
      caller_id: once.callerId,
      key: once.key,
      request_hash: once.requestHash,
      state: 'running',
      operation_id: operationId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state')
    .executeTakeFirst()
  return row !== undefined
}

export async function findKey(db: Db, once: IdempotencyKey): Promise<StoredKey | undefined> {
  return db
    .selectFrom('idempotency_key')
    .select(['request_hash as requestHash', 'state', 'operation_id as operationId', 'response'])
    .where(within(db, 'idempotency_key', null))
    .where('caller_id', '=', once.callerId)
    .where('key', '=', once.key)
    .executeTakeFirst()
}

/** Keeps the first answer; one that comes later changes nothing. */
export async function updateKeyFinished(
  db: Db,
  once: IdempotencyKey,
  response: string,
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ state: 'finished', response })
    .where(within(db, 'idempotency_key', null))
    .where('caller_id', '=', once.callerId)
    .where('key', '=', once.key)
    .where('state', '=', 'running')
    .execute()
}

export async function deleteKeysBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where(within(db, 'idempotency_key', null))
    .where('created_at', '<', before)
    .execute()
}
