import { forgetInBatches } from '@counterfoil/kit/jobs/forget-in-batches.ts'
import { type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteExpiredTokens } from './card-tokens.queries.ts'

export const schedules: Schedule[] = [
  schedule({
    name: 'card-tokens.forget',
    everyS: 60,
    run: (context) =>
      forgetInBatches(context, 'expired card tokens', (db, limit) =>
        deleteExpiredTokens(db, context.now(), limit),
      ),
  }),
]
