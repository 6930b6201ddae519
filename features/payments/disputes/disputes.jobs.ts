import { disputeReasonOf } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import { jobEngine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Acquirer, AcquirerNotice } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { recordDispute, recordDisputeEnd } from './disputes.public.ts'
import { listDueDisputes } from './disputes.queries.ts'

const batchSize = 200
const noticeBatchSize = 100

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
    const engine = jobEngine(providers, context, tenantId, 'system')
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
  const engine = jobEngine(providers, context, tenantId, 'acquirer')
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

export const schedules = (providers: Providers): Schedule[] => [
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
]
