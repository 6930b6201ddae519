import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteOldViews, listUnendedViews } from './view-as.queries.ts'
import { endView, findActiveUser, lookThrough } from './view-as.ts'

const msg = messagesOf(import.meta.url)

/** The audit trail keeps what happened; these rows only say what is on. */
const keptMs = 24 * hourMs

export const schedules = [
  schedule({
    name: 'view-as.end-what-is-over',
    label: msg('End views that are over'),
    everyS: 60,
    run: endWhatIsOver,
  }),
]

/** Of those whom nobody asks for any more, the trail says the end as well. */
async function endWhatIsOver({ database, now, signal }: JobContext): Promise<void> {
  const at = now()
  for (const view of await listUnendedViews(database.shared)) {
    if (signal.aborted) return
    const administrator = await findActiveUser(database, view.tenant_id, view.administrator_id)
    const seen = administrator && (await lookThrough(database, administrator, view, at))
    if (typeof seen === 'object') continue
    const source = { requestId: view.id, ip: null }
    await endView(database, view, seen ?? 'no_longer_allowed', at, source)
  }
  await deleteOldViews(database.shared, new Date(at.getTime() - keptMs))
}
