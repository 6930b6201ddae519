import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { deleteExpiredCounters } from './velocity.queries.ts'

const countersAtOnce = 5_000
/** What one tenant may take of a run; the rest is for the next one. */
const batchesPerTenant = 20

async function forgetCounters({ database, log, now, signal }: JobContext): Promise<void> {
  for (const tenantId of await listTenantIds(database)) {
    try {
      for (let batch = 0; batch < batchesPerTenant && !signal.aborted; batch += 1) {
        const isMore = await database.transaction(tenantScope(tenantId), (db) =>
          deleteExpiredCounters(db, now(), countersAtOnce),
        )
        if (!isMore) break
      }
    } catch (error) {
      log.error({ err: error, tenantId }, 'expired counters of screening could not be deleted')
    }
  }
}

export const schedules = (): Schedule[] => [
  schedule({ name: 'velocity.forget', everyS: 600, run: forgetCounters }),
]
