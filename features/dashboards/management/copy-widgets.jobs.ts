import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type Job, type JobContext, type Jobs, job } from '@counterfoil/kit/jobs/job.ts'
import { z } from 'zod'
import {
  deleteCopyOf,
  listTenantsWithCopy,
  lockWidget,
  updateCopyOf,
} from './management.queries.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.string(), widgetId: z.string() })
type Source = z.infer<typeof payload>

const copyJob = { name: 'dashboards.copy-widget', retries: 5 } as const

export const jobs: Job<Source>[] = [
  job({
    ...copyJob,
    label: msg('Copy a widget to the tenants that have it'),
    payload,
    // of two at once, the one that read the widget first could write last
    groupConcurrency: 1,
    run: copyWidget,
  }),
]

/** Has tenants' copies of a widget of the platform made what the widget is once the transaction of `db` has ended. */
export const copyLater = (queue: Jobs, db: Db, source: Source): Promise<void> =>
  queue.enqueue(db, copyJob, source, { group: source.widgetId })

/** Makes each copy what the widget is now; a widget that is no more takes its copies along. */
async function copyWidget(
  { tenantId, widgetId }: Source,
  context: Pick<JobContext, 'database' | 'log' | 'signal' | 'now'>,
): Promise<void> {
  const { database } = context
  const source = await database.transaction(tenantScope(tenantId), (db) =>
    lockWidget(db, tenantId, widgetId),
  )
  const tenantIds = await listTenantsWithCopy(database.reader(platformScope), widgetId)
  const copyTo = (id: string) =>
    database.transaction(tenantScope(id), (db) =>
      source === undefined
        ? deleteCopyOf(db, id, widgetId)
        : updateCopyOf(db, id, source, context.now()),
    )
  await forEachTenant(context, 'a widget was not copied', copyTo, { tenantIds })
}
