import { utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { notifyOfExpiry } from './document-notifications.ts'
import { lockExpiring, updateExpiryNotified } from './documents.queries.ts'

const msg = messagesOf(import.meta.url)

export const schedules = [
  schedule({
    name: 'documents.notify-expiry',
    label: msg('Notify of documents that expire'),
    everyS: 3600,
    run: notifyExpiring,
  }),
]

/** How many days ahead: a new one takes its time. */
const noticeDays = 30
const batchSize = 200

/** Notifies the merchant and its reviewers, once, of each document that expires soon and that no other takes the place of. */
export async function notifyExpiring(context: JobContext): Promise<void> {
  const { database, jobs, now, signal } = context
  await forEachTenant(context, 'documents that expire were not notified', async (tenantId) => {
    const at = now()
    const until = utcDayOf(new Date(at.getTime() + noticeDays * dayMs))
    let done = batchSize
    while (done === batchSize && !signal.aborted) {
      done = await database.transaction(tenantScope(tenantId), async (db) => {
        const rows = await lockExpiring(db, until, batchSize)
        for (const row of rows) {
          await updateExpiryNotified(db, row.id, at)
          await notifyOfExpiry(db, { jobs, now: at }, row)
        }
        return rows.length
      })
    }
  })
}
