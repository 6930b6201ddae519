import { jobEngine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Acquirer } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { listDueAnswers } from './disputes.queries.ts'
import { recordDispute } from './record-dispute.ts'
import { sendAnswer } from './send-answer.ts'

const answerBatchSize = 50
const noticeBatchSize = 100

/** Sends what was answered to disputes, each tenant by itself: one that waits for its acquirer keeps no other waiting. */
export async function sendAnswers(providers: Providers, context: JobContext): Promise<void> {
  const tenantIds = await listTenantIds(context.database)
  await Promise.all(tenantIds.map((tenantId) => sendAnswersOf(providers, tenantId, context)))
}

async function sendAnswersOf(
  providers: Providers,
  tenantId: string,
  context: JobContext,
): Promise<void> {
  const engine = jobEngine(providers, context, tenantId, 'acquirer')
  const due = await engine.transaction((db) => listDueAnswers(db, context.now(), answerBatchSize))
  for (const one of due) {
    if (context.signal.aborted) return
    await sendAnswer(engine, one).catch((error: unknown) =>
      context.log.error({ err: error, tenantId, ...one }, 'an answer to a dispute was not sent'),
    )
  }
}

/** Records the disputes that acquirers report. */
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
    const { id: noticeId, metadata, dispute } = notice
    const details = { provider: acquirer.code, noticeId, ...metadata }
    try {
      const engine = jobEngine(providers, context, metadata.tenantId, 'acquirer')
      const { paymentId } = metadata
      const reported = await recordDispute(engine, { paymentId, provider: acquirer.code, dispute })
      // acknowledged last, because the acquirer repeats a notice until then
      if (reported !== 'no_payment') await acquirer.acknowledgeNotice(noticeId, context.signal)
      else context.log.warn(details, 'a notice is of a payment that is not known')
    } catch (error) {
      context.log.error({ err: error, ...details }, 'a notice could not be recorded')
    }
  }
}

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'payments.notices',
    everyS: 5,
    run: (context) => collectNotices(providers, context),
  }),
  schedule({
    name: 'payments.dispute-answers',
    everyS: 3,
    run: (context) => sendAnswers(providers, context),
  }),
]
