import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { forgetInBatches } from '@counterfoil/kit/jobs/forget-in-batches.ts'
import { type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteExpiredTokens } from './card-tokens.queries.ts'

const msg = messagesOf(import.meta.url)

export const schedules: Schedule[] = [
  schedule({
    name: 'card-tokens.forget',
    label: msg('Remove expired card tokens'),
    everyS: 60,
    run: (context) =>
      forgetInBatches(context, 'expired card tokens', (db, limit) =>
        deleteExpiredTokens(db, context.now(), limit),
      ),
  }),
]
