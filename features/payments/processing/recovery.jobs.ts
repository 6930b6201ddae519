import { disputeReasonOf } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Acquirer, AcquirerNotice } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { deleteIdempotencyKeysBefore } from './idempotency.public.ts'
import {
  carryOutCancellation,
  type Engine,
  listDueCancellations,
  listDueDisputes,
  listDueOperations,
  recordDispute,
  recordDisputeEnd,
  resolveOperation,
} from './payments.public.ts'

const batchSize = 200
const concurrency = 8
const noticeBatchSize = 100

/**
 * Resolves operations that a crash or a lost response left open, and those that take time: transfers, 3-D Secure.
 * It looks each request up at its acquirer and never sends one again. What must not stand there is cancelled.
 */
export async function recoverOperations(providers: Providers, context: JobContext): Promise<void> {
  const { database, log, now, signal } = context
  for (const tenantId of await listTenantIds(database)) {
    const engine = engineFor(providers, context, tenantId, 'system')
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

/** Records the disputes that acquirers report, and their outcomes. */
export async function collectNotices(providers: Providers, context: JobContext): Promise<void> {
  await Promise.all(
    [...providers.acquirers.values()].map((acquirer) =>
      collectNoticesOf(providers, acquirer, context).catch((error: unknown) =>
        context.log.error({ err: error, provider: acquirer.code }, 'no notices could be read'),
      ),
    ),
  )
}

/** Each by itself: one that cannot be recorded is repeated by its acquirer, and stops none behind it. */
async function collectNoticesOf(
  providers: Providers,
  acquirer: Acquirer,
  context: JobContext,
): Promise<void> {
  for (const notice of await acquirer.listNotices(noticeBatchSize, context.signal)) {
    const { id: noticeId, kind, metadata } = notice
    const details = { provider: acquirer.code, noticeId, kind, ...metadata }
    try {
      const isRecorded = await recordNotice(providers, acquirer, notice, context)
      // acknowledged last, because the acquirer repeats a notice until then
      if (isRecorded) await acquirer.acknowledgeNotice(noticeId, context.signal)
      else context.log.warn(details, 'a notice is of a payment or dispute that is not known')
    } catch (error) {
      context.log.error({ err: error, ...details }, 'a notice could not be recorded')
    }
  }
}

/** Closes disputes as lost whose deadline passed without an answer. */
export async function lapseDisputes(providers: Providers, context: JobContext): Promise<void> {
  const { database, log, now, signal } = context
  for (const tenantId of await listTenantIds(database)) {
    const engine = engineFor(providers, context, tenantId, 'system')
    const due = await engine.transaction((db) => listDueDisputes(db, now(), batchSize))
    for (const { id: disputeId, paymentId, respondBy } of due) {
      if (signal.aborted) return
      const cause = {
        code: 'dispute.lapsed',
        values: { due: respondBy.toISOString().slice(0, 10) },
      }
      await recordDisputeEnd(engine, { paymentId, disputeId, outcome: 'lost', cause }).catch(
        (error: unknown) =>
          log.error({ err: error, tenantId, disputeId }, 'a dispute did not lapse'),
      )
    }
  }
}

async function recordNotice(
  providers: Providers,
  acquirer: Acquirer,
  notice: AcquirerNotice,
  context: JobContext,
): Promise<boolean> {
  const { database } = context
  const { tenantId, paymentId } = notice.metadata
  const engine = engineFor(providers, context, tenantId, 'acquirer')
  if (notice.kind === 'dispute') {
    const answerDays = await readVariable(database.shared, 'dispute_answer')
    return recordDispute(engine, {
      id: notice.id,
      currency: notice.currency,
      provider: acquirer.code,
      paymentId,
      amountMinor: notice.amountMinor,
      reasonCode: notice.reasonCode,
      reason: disputeReasonOf(notice.reasonCode),
      respondBy: new Date(notice.at.getTime() + answerDays * 86_400_000),
    })
  }
  const { disputeId, outcome } = notice
  return recordDisputeEnd(engine, { paymentId, disputeId, outcome, provider: acquirer.code })
}

function engineFor(
  providers: Providers,
  { database, jobs, log, now }: JobContext,
  tenantId: string,
  actor: 'system' | 'acquirer',
): Engine {
  return {
    database,
    jobs,
    log,
    now,
    providers,
    tenantId,
    transaction: (work) => database.transaction(tenantScope(tenantId), work),
    actor: { type: actor, id: null },
  }
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
  schedule({
    name: 'payments.notices',
    everyS: 5,
    run: (context) => collectNotices(providers, context),
  }),
  schedule({
    name: 'payments.lapse-disputes',
    everyS: 60,
    run: (context) => lapseDisputes(providers, context),
  }),
  schedule({ name: 'idempotency.forget', everyS: 3600, run: deleteOldKeys }),
]
