import { jobEngine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { type DueDispute, remindOfDisputes } from './dispute-notices.ts'
import {
  listDueAnswers,
  listDueDisputes,
  listTenantsWithDueAnswers,
  listTenantsWithDueDisputes,
  updateReminded,
} from './disputes.queries.ts'
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

/** How long before its date of answer people are reminded of a dispute. */
const reminderMs = 3 * dayMs
const remindersAtOnce = 1_000

/** Who sees one of these disputes sees the others: each is counted to nobody but those who see it. */
const seenTogether = ({ merchantId, method, mode, provider }: DueDispute) =>
  [merchantId, mode, method, provider].join(' ')

/** Reminds people of disputes that are lost soon because they have no answer. */
export async function remindOfDueDisputes(context: JobContext): Promise<void> {
  const { database, jobs, now } = context
  const from = now()
  const until = new Date(from.getTime() + reminderMs)
  const remind = (tenantId: string) =>
    database.transaction(tenantScope(tenantId), async (db) => {
      const due = await listDueDisputes(db, from, until, remindersAtOnce)
      for (const disputes of Map.groupBy(due, seenTogether).values()) {
        await remindOfDisputes(db, { jobs, now }, disputes)
        await updateReminded(
          db,
          disputes.map(({ id }) => id),
        )
      }
    })
  const allTenants = database.reader(platformScope)
  const tenantIds = await listTenantsWithDueDisputes(allTenants, from, until)
  await forEachTenant(context, 'reminders of disputes were not sent', remind, { tenantIds })
}

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'payments.dispute-answers',
    label: msg('Send answers to disputes'),
    everyS: 3,
    run: (context) => sendAnswers(providers, context),
  }),
  schedule({
    name: 'payments.dispute-reminders',
    label: msg('Remind of disputes without an answer'),
    everyS: 600,
    run: remindOfDueDisputes,
  }),
]
