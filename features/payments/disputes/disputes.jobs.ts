import { jobEngine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { listDueAnswers } from './disputes.queries.ts'
import { sendAnswer } from './send-answer.ts'

const msg = messagesOf(import.meta.url)

const answerBatchSize = 50

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

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'payments.dispute-answers',
    label: msg('Send answers to disputes'),
    everyS: 3,
    run: (context) => sendAnswers(providers, context),
  }),
]
