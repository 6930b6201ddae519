import { jobEngine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Acquirer } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { listDueNotices, listTenantsWithDueNotices } from './acquirer-notices.queries.ts'
import { decideNotice } from './decide-notice.ts'
import { keepNotice } from './keep-notice.ts'

const msg = messagesOf(import.meta.url)

const batchSize = 100
/** How many tenants are worked on side by side; each needs a connection. */
const tenantsAtOnce = 8

/** Keeps what acquirers could not send, and then decides on all that is due. */
export async function collectNotices(providers: Providers, context: JobContext): Promise<void> {
  await Promise.all(
    [...providers.acquirers.values()].map((acquirer) =>
      collectNoticesOf(acquirer, context).catch((error: unknown) =>
        context.log.error({ err: error, provider: acquirer.code }, 'no notices could be read'),
      ),
    ),
  )
  await decideDueNotices(providers, context)
}

/** Each by itself: one that cannot be kept is repeated by its acquirer, and stops none behind it. */
async function collectNoticesOf(
  acquirer: Acquirer,
  { database, log, now, signal }: JobContext,
): Promise<void> {
  for (const notice of await acquirer.listNotices(batchSize, signal)) {
    try {
      await keepNotice(database, acquirer, notice, now())
      await acquirer.acknowledgeNotice(notice.id, signal)
    } catch (error) {
      log.error(
        { err: error, provider: acquirer.code, noticeId: notice.id },
        'a notice was not kept',
      )
    }
  }
}

async function decideDueNotices(providers: Providers, context: JobContext): Promise<void> {
  const decide = async (tenantId: string) => {
    const engine = jobEngine(providers, context, tenantId, 'acquirer')
    const due = await engine.transaction((db) => listDueNotices(db, context.now(), batchSize))
    for (const id of due) {
      if (context.signal.aborted) return
      await decideNotice(engine, id).catch((error: unknown) =>
        context.log.error({ err: error, tenantId, noticeId: id }, 'a notice was not decided on'),
      )
    }
  }
  const allTenants = context.database.reader(platformScope)
  const tenantIds = await listTenantsWithDueNotices(allTenants, context.now())
  const notDone = 'due notices were not decided on'
  await forEachTenant(context, notDone, decide, { tenantIds, atOnce: tenantsAtOnce })
}

export const schedules = (providers: Providers): Schedule[] => [
  schedule({
    name: 'payments.notices',
    label: msg('Collect acquirers’ notices'),
    everyS: 5,
    run: (context) => collectNotices(providers, context),
  }),
]
