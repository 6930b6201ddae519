import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope } from '@counterfoil/kit/database/scope.ts'
import { eachAtOnce } from '@counterfoil/kit/jobs/at-once.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { forgetInBatches } from '@counterfoil/kit/jobs/forget-in-batches.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteIdempotencyKeysBefore } from '@counterfoil/kit/server/idempotency/idempotency-keys.queries.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { nextCheckAt } from './acquirer-call.ts'
import {
  type DueOperation,
  listTenantsWithDueRequests,
  postponeOperations,
} from './operations.queries.ts'
import {
  carryOutCancellation,
  type Engine,
  jobEngine,
  listDueCancellations,
  listDueOperations,
  resolveOperation,
} from './payments.public.ts'

const msg = messagesOf(import.meta.url)

const batchSize = 200
/** Of one tenant at one acquirer. */
const concurrency = 4
/** How many tenants are worked on side by side. */
const tenantsAtOnce = 8
/** After this time a tenant's rest is left for the next run, so that a tenant with much open does not hold up the others. */
const sliceMs = 1_000
/** After so many lookups without an answer an acquirer counts as silent for the rest of the run. */
const silencesAllowed = 3

/**
 * Resolves operations that a crash or a lost response left open, and those that take time: transfers, 3-D Secure.
 * It looks each request up at its acquirer and never sends one again. What must not stand there is cancelled.
 */
export async function recoverOperations(providers: Providers, context: JobContext): Promise<void> {
  const silences = new Map<string, number>()
  const recover = (tenantId: string) =>
    recoverTenant(jobEngine(providers, context, tenantId, 'system'), silences, context.signal)
  const allTenants = context.database.reader(platformScope)
  const tenantIds = await listTenantsWithDueRequests(allTenants, context.now())
  const notDone = 'open operations were not looked up'
  await forEachTenant(context, notDone, recover, { tenantIds, atOnce: tenantsAtOnce })
}

/** Each acquirer has a queue of its own: a silent one delays only its own requests. */
async function recoverTenant(
  engine: Engine,
  silences: Map<string, number>,
  signal: AbortSignal,
): Promise<void> {
  const { tenantId, log, now } = engine
  const endsAt = performance.now() + sliceMs
  // both are read before anything is begun: what has begun must be waited for, also when a reading fails
  const due = await engine.transaction((db) => listDueOperations(db, now(), batchSize))
  const cancelled = await engine.transaction((db) => listDueCancellations(db, now(), batchSize))
  const lookups = [...Map.groupBy(due, ({ provider }) => provider)].map(
    ([provider, operations]) =>
      async () => {
        const postponed: DueOperation[] = []
        const lookUp = async (one: DueOperation) => {
          if ((silences.get(provider) ?? 0) >= silencesAllowed) postponed.push(one)
          else if (performance.now() < endsAt && (await isSilent(engine, one))) {
            silences.set(provider, (silences.get(provider) ?? 0) + 1)
          }
        }
        await eachAtOnce(operations, concurrency, lookUp, signal)
        if (postponed.length === 0) return
        const nextAt = (checks: number) => nextCheckAt(now(), checks)
        await engine.transaction((db) => postponeOperations(db, postponed, nextAt))
      },
  )
  const cancel = async (one: (typeof cancelled)[number]) => {
    if (performance.now() >= endsAt) return
    await carryOutCancellation(engine, one).catch((error: unknown) =>
      log.error(
        { err: error, tenantId, attemptId: one.attemptId },
        'a request to an acquirer could not be cancelled',
      ),
    )
  }
  const cancellations = [...Map.groupBy(cancelled, ({ provider }) => provider).values()].map(
    (some) => () => eachAtOnce(some, concurrency, cancel, signal),
  )
  const all = [...lookups, ...cancellations]
  await eachAtOnce(all, all.length, (begin) => begin())
}

async function isSilent(engine: Engine, operation: DueOperation): Promise<boolean> {
  try {
    return (await resolveOperation(engine, operation)) === 'silent'
  } catch (error) {
    engine.log.error(
      { err: error, tenantId: engine.tenantId, operationId: operation.id },
      'an open operation could not be resolved',
    )
    return false
  }
}

/** Requests are retried within this time; afterwards the events of the payment show its history. */
const keyRetentionMs = 30 * 24 * 3600 * 1000

const deleteOldKeys = (context: JobContext): Promise<void> => {
  const before = new Date(context.now().getTime() - keyRetentionMs)
  return forgetInBatches(context, 'old idempotency keys', (db, limit) =>
    deleteIdempotencyKeysBefore(db, before, limit),
  )
}

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'payments.recover',
    label: msg('Finish open payments'),
    everyS: 3,
    run: (context) => recoverOperations(providers, context),
  }),
  schedule({
    name: 'idempotency.forget',
    label: msg('Forget old request keys'),
    everyS: 3600,
    run: deleteOldKeys,
  }),
]
