import { hash } from 'node:crypto'
import {
  actOnce,
  type KeyedRequest,
} from '@counterfoil/features/payments/processing/idempotency.public.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import type { TenantScope } from '@counterfoil/kit/database/scope.ts'

/** The part of a request's context that this needs; without a key every request acts. */
interface KeyedContext {
  readonly caller: { readonly id: string }
  readonly database: Pick<Database, 'transaction'>
  readonly now: Date
  readonly idempotencyKey?: string | undefined
  markRepeated?(): void
}

/**
 * One transaction in the scope, once for each `Idempotency-Key` of the caller: a repeat is answered as the first request
 * was, and leaves no audit entry. The same key with another request is refused.
 */
export function actOnceInScope<A>(
  context: KeyedContext,
  scope: TenantScope,
  { endpointId, params, body }: KeyedRequest,
  act: (db: Db) => Promise<A>,
): Promise<A> {
  const { caller, database, now, idempotencyKey: key } = context
  const holder = {
    transaction: <T>(work: (db: Db) => Promise<T>) => database.transaction(scope, work),
    now: () => now,
  }
  if (key === undefined) return holder.transaction(act)
  // a plain hash: a request with the number of a card has been refused before
  const requestHash = hash('sha256', JSON.stringify([endpointId, params, body]))
  // tickets are the same in Test and Live
  const idempotencyKey = { callerId: caller.id, mode: 0, key, requestHash } as const
  return actOnce(holder, idempotencyKey, act, () => context.markRepeated?.())
}
