import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Acquirer, AcquirerNotice } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { deleteKeysBefore } from './idempotency.queries.ts'
import {
  type Engine,
  listDueDisputes,
  listDueOperations,
  recordDispute,
  recordDisputeEnd,
  resolveOperation,
} from './payments.public.ts'
import { disputeReasonOf } from './reasons.rules.ts'

const perTenantAtOnce = 200
const inParallel = 8
const noticesAtOnce = 100

/**
 * Finishes what a crash or a lost answer left open, and what takes its time by itself: transfers, confirmations.
 * It asks the acquirers what became of each request; it never sends one again.
 */
export async function recoverOperations(providers: Providers, context: JobContext): Promise<void> {
  const { database, log, now, signal } = context
  for (const tenantId of await listTenantIds(database)) {
    const engine = engineOf(providers, context, tenantId, 'system')
    const due = await engine.transaction((db) => listDueOperations(db, now(), perTenantAtOnce))
    const waiting = [...due]
    const work = async () => {
      for (let one = waiting.pop(); one !== undefined && !signal.aborted; one = waiting.pop()) {
        const { id: operationId } = one
        await resolveOperation(engine, one).catch((error: unknown) =>
          log.error(
            { err: error, tenantId, operationId },
            'an open operation could not be resolved',
          ),
        )
      }
    }
    await Promise.all(Array.from({ length: Math.min(inParallel, due.length) }, work))
  }
}

/** Takes down the disputes that acquirers tell of, and how they ended. */
export async function collectNotices(providers: Providers, context: JobContext): Promise<void> {
  for (const acquirer of providers.acquirers.values()) {
    const notices = await acquirer.listNotices(noticesAtOnce, context.signal)
    for (const notice of notices) await takeDown(providers, acquirer, notice, context)
  }
}

/** A dispute that nobody answered in time is lost. Whoever ended it meanwhile has decided: then nothing happens. */
export async function lapseDisputes(providers: Providers, context: JobContext): Promise<void> {
  const { database, log, now, signal } = context
  for (const tenantId of await listTenantIds(database)) {
    const engine = engineOf(providers, context, tenantId, 'system')
    const due = await engine.transaction((db) => listDueDisputes(db, now(), perTenantAtOnce))
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

async function takeDown(
  providers: Providers,
  acquirer: Acquirer,
  notice: AcquirerNotice,
  context: JobContext,
): Promise<void> {
  const { database, signal } = context
  const { tenantId, paymentId } = notice.metadata
  const engine = engineOf(providers, context, tenantId, 'acquirer')
  if (notice.kind === 'dispute') {
    const answerDays = await readVariable(database.shared, 'dispute_answer')
    await recordDispute(engine, {
      id: notice.id,
      paymentId,
      amountMinor: notice.amountMinor,
      reasonCode: notice.reasonCode,
      reason: disputeReasonOf(notice.reasonCode),
      respondBy: new Date(notice.at.getTime() + answerDays * 86_400_000),
    })
  } else {
    const { disputeId, outcome } = notice
    await recordDisputeEnd(engine, { paymentId, disputeId, outcome })
  }
  // only now: an acquirer tells again whatever is not acknowledged
  await acquirer.acknowledgeNotice(notice.id, signal)
}

function engineOf(
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

/** Nobody retries for longer; the payment's own events tell what was done. */
const keptForMs = 30 * 24 * 3600 * 1000

async function forgetOldKeys({ database, now }: JobContext): Promise<void> {
  const before = new Date(now().getTime() - keptForMs)
  for (const tenantId of await listTenantIds(database)) {
    await database.transaction(tenantScope(tenantId), (db) => deleteKeysBefore(db, before))
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
  schedule({ name: 'idempotency.forget', everyS: 3600, run: forgetOldKeys }),
]
