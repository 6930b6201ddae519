import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteOldChallenges } from './sca.queries.ts'

const keptMs = 24 * 3_600_000

export const schedules = [
  schedule({
    name: 'sca.remove-old-challenges',
    everyS: 3600,
    run: ({ database, now }: JobContext) =>
      deleteOldChallenges(database.shared, new Date(now().getTime() - keptMs)),
  }),
]
