import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { forgetInBatches } from '@counterfoil/kit/jobs/forget-in-batches.ts'
import { type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteExpiredCounters } from './velocity.queries.ts'

const msg = messagesOf(import.meta.url)

export const schedules = (): Schedule[] => [
  schedule({
    name: 'velocity.forget',
    label: msg('Forget old counts of screening'),
    everyS: 600,
    run: (context) =>
      forgetInBatches(context, 'expired counters of screening', (db, limit) =>
        deleteExpiredCounters(db, context.now(), limit),
      ),
  }),
]
