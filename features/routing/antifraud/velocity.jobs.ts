import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, type Schedule, schedule } from '@counterfoil/kit/jobs/job.ts'
import { type CounterPlace, deleteExpiredCounters } from './velocity.queries.ts'

const msg = messagesOf(import.meta.url)

/** Counters of one transaction. */
const atOnce = 5_000
/** How many slices a run looks at in which little has expired, of one tenant; the next run goes on behind them. */
const idleSlices = 4

/**
 * Of each tenant, a part of the counters in each run: what a run costs does not grow with how many are alive. Where half of them
 * have expired it goes on, so that they do not become more and more where payments add counters faster than runs come.
 */
function forgetExpired(): Schedule['run'] {
  const reached = new Map<string, CounterPlace | undefined>()
  return async (context: JobContext) => {
    const { database, now, signal } = context
    const notDone = 'expired counters of screening could not be deleted'
    await forEachTenant(context, notDone, async (tenantId) => {
      let idle = 0
      while (idle < idleSlices && !signal.aborted) {
        const { place, deleted } = await database.transaction(tenantScope(tenantId), (db) =>
          deleteExpiredCounters(db, now(), reached.get(tenantId), atOnce),
        )
        reached.set(tenantId, place)
        if (place === undefined) break
        if (deleted < atOnce / 2) idle += 1
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
