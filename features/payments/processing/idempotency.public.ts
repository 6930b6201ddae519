import { setTimeout as wait } from 'node:timers/promises'
import {
  type KeyHolder,
  keyedHash,
} from '@counterfoil/features/payments/cards/tenant-keys.public.ts'
import { hasCardNumber } from '@counterfoil/kit/contract/card-number.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  actOnce,
  claimIdempotencyKey,
  IdempotencyKeyInUse,
  type KeyedRequest,
  stillInProgress,
} from '@counterfoil/kit/server/idempotency/act-once.ts'
import {
  findIdempotencyKey,
  type IdempotencyKey,
  updateIdempotencyKeyFinished,
} from '@counterfoil/kit/server/idempotency/idempotency-keys.queries.ts'
import type { ApiKeyCaller, Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { abandonedAfterMs } from './acquirer-call.ts'
import type { Engine, ResponseOptions } from './engine.ts'
import { findOperation, type Operation } from './operations.queries.ts'
import { findPaymentWithOperations } from './payments.queries.ts'
import { resolveOperation } from './resolve-operation.ts'

interface KeyedCall<K> {
  readonly callerId: string
  readonly mode: Mode | 0
  /** As the request has it. */
  readonly key: K
  readonly endpointId: string
  readonly params: unknown
  readonly body: unknown
}

/** The caller's key with a hash of the whole request, the card included; undefined where the request has no key. */
export async function idempotencyKeyFor(
  holder: KeyHolder,
  call: KeyedCall<string>,
): Promise<IdempotencyKey>
export async function idempotencyKeyFor(
  holder: KeyHolder,
  call: KeyedCall<string | undefined>,
): Promise<IdempotencyKey | undefined>
export async function idempotencyKeyFor(
  holder: KeyHolder,
  call: KeyedCall<string | undefined>,
): Promise<IdempotencyKey | undefined> {
  if (call.key === undefined) return undefined
  const request = JSON.stringify([call.endpointId, call.params, call.body])
  return {
    callerId: call.callerId,
    mode: call.mode,
    // any text may be a key; one that could be a card's number is kept by its hash
    key: hasCardNumber(call.key) ? await keyedHash(holder, 'request', call.key) : call.key,
    requestHash: await keyedHash(holder, 'request', request),
  }
}

const minWaitMs = 20
const maxWaitMs = 500

/**
 * One key, one effect. The first request acts; a second, identical one waits for the first and gets the same response.
 * If the process of the first died, the second asks the acquirer for the outcome and stores that response.
 */
export async function withIdempotency<A>(
  engine: Engine,
  responseOptions: ResponseOptions<A>,
  act: () => Promise<A>,
): Promise<A> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof IdempotencyKeyInUse)) throw error
    const answer = await awaitAnswer(engine, responseOptions)
    responseOptions.onReplay?.()
    return answer
  }
}

/** The same for a person, in the mode of the page, under the `Idempotency-Key` that the browser sends with each intent. */
export async function actOnceForUser<A>(
  holder: KeyHolder,
  {
    caller,
    mode,
    idempotencyKey,
    markRepeated,
  }: Pick<Context<UserCaller>, 'caller' | 'mode' | 'idempotencyKey' | 'markRepeated'>,
  request: KeyedRequest,
  act: (db: Db) => Promise<A>,
): Promise<A> {
  const call = { ...request, callerId: caller.id, mode, key: idempotencyKey }
  return actOnce(holder, await idempotencyKeyFor(holder, call), act, markRepeated)
}

/** The same for a call of a merchant's server, under the merchant, the mode and the `Idempotency-Key` of its request. */
export async function actOnceForMerchant<A>(
  context: Context<ApiKeyCaller>,
  providers: KeyHolder['providers'],
  request: KeyedRequest,
  act: (db: Db, holder: KeyHolder) => Promise<A>,
): Promise<A> {
  const { caller, database, idempotencyKey } = context
  const { merchantId: callerId, mode, tenantId } = caller
  const holder: KeyHolder = {
    ...{ database, tenantId, providers, now: database.now },
    transaction: (work) => context.transaction(work),
  }
  const key = await idempotencyKeyFor(holder, { ...request, callerId, mode, key: idempotencyKey })
  const onReplay = () => context.reply.header('idempotent-replayed', 'true')
  return actOnce(holder, key, (db) => act(db, holder), onReplay)
}

/** Answers again what this request was answered before; the Problem when it is the first. */
export function answerAgainOr<A>(
  engine: Engine,
  responseOptions: ResponseOptions<A>,
  problem: Problem,
): Promise<A> {
  return withIdempotency(engine, responseOptions, () =>
    engine.transaction(async (db) => {
      await claimIdempotencyKey(db, responseOptions.idempotencyKey, null, engine.now())
      throw problem
    }),
  )
}

async function awaitAnswer<A>(engine: Engine, responseOptions: ResponseOptions<A>): Promise<A> {
  // a cascade asks several acquirers one after another
  const patienceMs = 3 * abandonedAfterMs(engine.providers)
  const givesUpAt = performance.now() + patienceMs
  for (let waitMs = minWaitMs; performance.now() < givesUpAt; waitMs *= 1.5) {
    const found = await engine.transaction((db) => findAnswer(db, engine, responseOptions))
    if (found.kind === 'answer') return found.answer
    if (found.abandoned !== undefined) await resolveOperation(engine, found.abandoned)
    await wait(Math.min(waitMs, maxWaitMs))
  }
  throw stillInProgress()
}

type StoredAnswer<A> =
  | { readonly kind: 'answer'; readonly answer: A }
  | { readonly kind: 'none'; readonly abandoned: Operation | undefined }

async function findAnswer<A>(
  db: Db,
  engine: Engine,
  { idempotencyKey, toResponse }: ResponseOptions<A>,
): Promise<StoredAnswer<A>> {
  const stored = idempotencyKey && (await findIdempotencyKey(db, idempotencyKey))
  if (stored?.response) return { kind: 'answer', answer: JSON.parse(stored.response) as A }
  const operation = stored?.operationId ? await findOperation(db, stored.operationId) : undefined
  if (operation === undefined) return { kind: 'none', abandoned: undefined }
  if (operation.state === 'requested') {
    const isAbandoned = operation.nextCheckAt !== null && operation.nextCheckAt <= engine.now()
    return { kind: 'none', abandoned: isAbandoned ? operation : undefined }
  }
  // the process of the first request died before it answered, and recovery stored the outcome
  const loaded = await findPaymentWithOperations(db, engine, operation.paymentId)
  if (loaded === undefined) throw new Error(`Payment ${operation.paymentId} has gone`)
  const response = toResponse({ ...loaded, operation })
  if (idempotencyKey !== undefined)
    await updateIdempotencyKeyFinished(db, idempotencyKey, JSON.stringify(response))
  return { kind: 'answer', answer: response }
}
