import { hourMs } from '@counterfoil/kit/contract/durations.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteOldChallenges } from './sca.queries.ts'

const msg = messagesOf(import.meta.url)

const keptMs = 24 * hourMs

export const schedules = [
  schedule({
    name: 'sca.remove-old-challenges',
    label: msg('Remove old code requests'),
    everyS: 3600,
    run: ({ database, now }: JobContext) =>
      deleteOldChallenges(database.shared, new Date(now().getTime() - keptMs)),
  }),
]
