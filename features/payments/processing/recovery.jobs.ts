import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { deleteIdempotencyKeysBefore } from './idempotency.public.ts'
import {
  carryOutCancellation,
  jobEngine,
  listDueCancellations,
  listDueOperations,
  resolveOperation,
} from './payments.public.ts'

const batchSize = 200
const concurrency = 8

/**
 * Resolves operations that a crash or a lost response left open, and those that take time: transfers, 3-D Secure.
 * It looks each request up at its acquirer and never sends one again. What must not stand there is cancelled.
 */
export async function recoverOperations(providers: Providers, context: JobContext): Promise<void> {
  const { database, log, now, signal } = context
  for (const tenantId of await listTenantIds(database)) {
    const engine = jobEngine(providers, context, tenantId, 'system')
    const due = await engine.transaction((db) => listDueOperations(db, now(), batchSize))
    await eachOf(due, signal, (one) =>
      resolveOperation(engine, one).catch((error: unknown) =>
        log.error(
          { err: error, tenantId, operationId: one.id },
          'an open operation could not be resolved',
        ),
      ),
    )
    const cancelled = await engine.transaction((db) => listDueCancellations(db, now(), batchSize))
    await eachOf(cancelled, signal, (one) =>
      carryOutCancellation(engine, one).catch((error: unknown) =>
        log.error(
          { err: error, tenantId, attemptId: one.attemptId },
          'a request to an acquirer could not be cancelled',
        ),
      ),
    )
  }
}

async function eachOf<One>(
  some: readonly One[],
  signal: AbortSignal,
  work: (one: One) => Promise<void>,
): Promise<void> {
  const waiting = [...some]
  const next = async () => {
    for (let one = waiting.pop(); one !== undefined && !signal.aborted; one = waiting.pop()) {
      await work(one)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, some.length) }, next))
}

/** Requests are retried within this time; afterwards the events of the payment show its history. */
const keyRetentionMs = 30 * 24 * 3600 * 1000

const keysAtOnce = 5_000
/** What one tenant may take of a run; the rest is for the next one. */
const batchesPerTenant = 20

async function deleteOldKeys({ database, log, now, signal }: JobContext): Promise<void> {
  const before = new Date(now().getTime() - keyRetentionMs)
  for (const tenantId of await listTenantIds(database)) {
    try {
      for (let batch = 0; batch < batchesPerTenant && !signal.aborted; batch += 1) {
        const isMore = await database.transaction(tenantScope(tenantId), (db) =>
          deleteIdempotencyKeysBefore(db, before, keysAtOnce),
        )
        if (!isMore) break
      }
    } catch (error) {
      log.error({ err: error, tenantId }, 'old idempotency keys could not be forgotten')
    }
  }
}

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'payments.recover',
    everyS: 3,
    run: (context) => recoverOperations(providers, context),
  }),
  schedule({ name: 'idempotency.forget', everyS: 3600, run: deleteOldKeys }),
]
