import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** A caller's key for one request. Merchants' servers keep theirs when they change their API key. */
export interface IdempotencyKey {
  /** The merchant's id for its servers; the user's for a person. */
  readonly callerId: string
  /** Of a merchant's server; 0 for all others. */
  readonly mode: Mode | 0
  readonly key: string
  readonly requestHash: string
}

/** Stores the first response; a later one changes nothing. */
export async function updateIdempotencyKeyFinished(
  db: Db,
  idempotencyKey: IdempotencyKey,
  response: string,
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ state: 'finished', response })
    .where(within(db, 'idempotency_key', null))
    .where('caller_id', '=', idempotencyKey.callerId)
    .where('mode', '=', idempotencyKey.mode)
    .where('key', '=', idempotencyKey.key)
    .where('state', '=', 'running')
    .execute()
}

interface StoredIdempotencyKey {
  readonly requestHash: string
  readonly state: string
  readonly operationId: string | null
  readonly response: string | null
}

/** False when the key exists; an insert of the same key in another transaction is waited for. */
export async function insertIdempotencyKey(
  db: Db,
  idempotencyKey: IdempotencyKey,
  operationId: string | null,
  at: Date,
): Promise<boolean> {
  const row = await db
    .insertInto('idempotency_key')
    .values({
      tenant_id: tenantOf(db),
      caller_id: idempotencyKey.callerId,
      mode: idempotencyKey.mode,
      key: idempotencyKey.key,
      request_hash: idempotencyKey.requestHash,
      state: 'running',
      operation_id: operationId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state')
    .executeTakeFirst()
  return row !== undefined
}

export async function findIdempotencyKey(
  db: Db,
  idempotencyKey: IdempotencyKey,
): Promise<StoredIdempotencyKey | undefined> {
  return db
    .selectFrom('idempotency_key')
    .select(['request_hash as requestHash', 'state', 'operation_id as operationId', 'response'])
    .where(within(db, 'idempotency_key', null))
    .where('caller_id', '=', idempotencyKey.callerId)
    .where('mode', '=', idempotencyKey.mode)
    .where('key', '=', idempotencyKey.key)
    .executeTakeFirst()
}

/** Forgets the oldest keys, about `limit` of them; false when none is left. */
export async function deleteIdempotencyKeysBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<boolean> {
  const old = db
    .selectFrom('idempotency_key')
    .select('created_at as at')
    .where(within(db, 'idempotency_key', null))
    .where('created_at', '<', before)
    .orderBy('created_at')
  const next = await old.offset(limit).limit(1).executeTakeFirst()
  await db
    .deleteFrom('idempotency_key')
    .where(within(db, 'idempotency_key', null))
    .where('created_at', next === undefined ? '<' : '<=', next?.at ?? before)
    .execute()
  return next !== undefined
}
