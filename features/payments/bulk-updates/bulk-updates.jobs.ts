import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Job, job, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { type BulkWork, bulkUpdateJob, runPortion } from './run-bulk-update.ts'
import { settleWaitingRows } from './settle-waiting.ts'

const msg = messagesOf(import.meta.url)

export const jobs = (providers: Providers): Job<BulkWork>[] => [
  job({
    ...bulkUpdateJob,
    label: msg('Change the status of many payments'),
    isFrequent: true,
    concurrency: 2,
    payload: z.object({ tenantId: z.string(), bulkUpdateId: z.string() }),
    run: (work, context) => runPortion(providers, work, context),
  }),
]

export const schedules = [
  schedule({
    name: 'bulk-updates.settle-waiting',
    label: msg('Store what was decided on payments of bulk updates'),
    everyS: 15,
    run: settleWaitingRows,
  }),
]
