import { jobEngine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { listDueAnswers, listTenantsWithDueAnswers } from './disputes.queries.ts'
import { sendAnswer } from './send-answer.ts'

const msg = messagesOf(import.meta.url)

const answerBatchSize = 50
/** How many tenants are worked on side by side, so that one that waits for its acquirer keeps few others waiting. */
const tenantsAtOnce = 8
/** After this time a tenant's rest is left for the next run. */
const sliceMs = 5_000

/** Sends what was answered to disputes. */
export async function sendAnswers(providers: Providers, context: JobContext): Promise<void> {
  const send = (tenantId: string) => sendAnswersOf(providers, tenantId, context)
  const allTenants = context.database.reader(platformScope)
  const tenantIds = await listTenantsWithDueAnswers(allTenants, context.now())
  const notDone = 'answers to disputes were not sent'
  await forEachTenant(context, notDone, send, { tenantIds, atOnce: tenantsAtOnce })
}

async function sendAnswersOf(
  providers: Providers,
  tenantId: string,
  context: JobContext,
): Promise<void> {
  const engine = jobEngine(providers, context, tenantId, 'acquirer')
  const due = await engine.transaction((db) => listDueAnswers(db, context.now(), answerBatchSize))
  const endsAt = performance.now() + sliceMs
  for (const one of due) {
    if (context.signal.aborted || performance.now() > endsAt) return
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
