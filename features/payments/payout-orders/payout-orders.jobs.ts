import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { platformScope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type Job, job, schedule } from '@counterfoil/kit/jobs/job.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { z } from 'zod'
import { carryOutDue } from './carry-out.ts'
import { listTenantsWithDue } from './payout-orders.queries.ts'
import { carryOutJob } from './payout-orders.schema.ts'

const msg = messagesOf(import.meta.url)

const payload = z.object({ tenantId: z.string() })

export const jobs = (providers: Providers): Job<z.infer<typeof payload>>[] => [
  job({
    ...carryOutJob,
    label: msg('Send payouts, and check their outcome'),
    isFrequent: true,
    concurrency: 2,
    payload,
    run: (work, context) => carryOutDue(providers, work, context),
  }),
]

export const schedules = [
  schedule({
    name: 'payout-orders.wake',
    label: msg('Find payouts that are due'),
    everyS: 3,
    async run(context) {
      const { database, jobs: queue, now } = context
      const tenantIds = await listTenantsWithDue(database.reader(platformScope), now())
      const enqueue = (tenantId: string) =>
        database.transaction(tenantScope(tenantId), (db) =>
          queue.enqueue(db, carryOutJob, { tenantId }, { singletonKey: tenantId }),
        )
      await forEachTenant(context, 'due payouts were not queued', enqueue, { tenantIds })
    },
  }),
]
