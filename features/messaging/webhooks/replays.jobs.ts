import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { type Job, job } from '@counterfoil/kit/jobs/job.ts'
import { z } from 'zod'
import { continueReplay } from './replays.public.ts'
import { replayJob } from './webhooks.rules.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.uuid(), replayId: z.uuid() })

export const jobs: Job<z.infer<typeof payload>>[] = [
  job({
    ...replayJob,
    label: msg('Send events to an endpoint again'),
    payload,
    concurrency: 4,
    async run({ tenantId, replayId }, { database, jobs: queue, now, signal }) {
      const isMore = () =>
        database.transaction(tenantScope(tenantId), (db) =>
          continueReplay(db, queue, replayId, now()),
        )
      while (!signal.aborted) if (!(await isMore())) return
      throw new Error('The worker stops; the replay goes on with the next one')
    },
  }),
]
