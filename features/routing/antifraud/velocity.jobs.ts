import { forgetInBatches } from '@counterfoil/kit/jobs/forget-in-batches.ts'
import { type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteExpiredCounters } from './velocity.queries.ts'

export const schedules = (): Schedule[] => [
  schedule({
    name: 'velocity.forget',
    everyS: 600,
    run: (context) =>
      forgetInBatches(context, 'expired counters of screening', (db, limit) =>
        deleteExpiredCounters(db, context.now(), limit),
      ),
  }),
]
