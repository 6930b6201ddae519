import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteRuns } from './scheduler.queries.ts'

const msg = messagesOf(import.meta.url)

const retentionMs = 30 * dayMs

export const schedules: readonly Schedule[] = [
  schedule({
    name: 'scheduler.forget-runs',
    label: msg('Forget old runs'),
    everyS: 3600,
    run: async ({ database, now }) => {
      const deleted = await deleteRuns(database.shared, new Date(now().getTime() - retentionMs))
      return `${deleted} runs forgotten`
    },
  }),
]
