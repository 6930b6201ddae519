import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { type CounterPlace, deleteExpiredCounters } from './velocity.queries.ts'

const msg = messagesOf(import.meta.url)

/** Counters of one transaction. */
const atOnce = 5_000
/** How many times that a run looks at of one tenant; the next run goes on behind them. */
const slicesPerTenant = 4

/** Of each tenant, a part of the counters in each run: what a run costs does not grow with how many there are. */
function forgetExpired(): Schedule['run'] {
  const reached = new Map<string, CounterPlace | undefined>()
  return async (context: JobContext) => {
    const { database, now, signal } = context
    const notDone = 'expired counters of screening could not be deleted'
    await forEachTenant(context, notDone, async (tenantId) => {
      for (let slice = 0; slice < slicesPerTenant && !signal.aborted; slice += 1) {
        const place = await database.transaction(tenantScope(tenantId), (db) =>
          deleteExpiredCounters(db, now(), reached.get(tenantId), atOnce),
        )
        reached.set(tenantId, place)
        if (place === undefined) break
      }
    })
  }
}

export const schedules = (): Schedule[] => [
  schedule({
    name: 'velocity.forget',
    label: msg('Forget old counts of screening'),
    everyS: 600,
    run: forgetExpired(),
  }),
]
