import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { listTenantIds } from '@counterfoil/kit/database/tenants.ts'
import { type JobContext, type Jobs, schedule } from '@counterfoil/kit/jobs/job.ts'
import { crossingNotices } from './crossing-notices.ts'
import {
  type ActiveAlert,
  countPayments,
  endCrossing,
  insertCrossing,
  listActiveAlerts,
} from './ratio-alerts.queries.ts'
import { type Counted, evaluateAlert } from './ratio-alerts.rules.ts'

const everyS = 60

export const schedules = [schedule({ name: 'alerts.evaluate-ratios', everyS, run: evaluateAlerts })]

/** Evaluates every active alert. Each crossing is notified once, also with several processes. */
async function evaluateAlerts(context: JobContext): Promise<string | undefined> {
  const { database, signal, now } = context
  let crossed = 0
  for (const tenantId of await listTenantIds(database)) {
    const scope = tenantScope(tenantId)
    const reader = database.reader(scope)
    for (const alert of await listActiveAlerts(reader)) {
      if (signal.aborted) return undefined
      const at = now()
      const since = new Date(at.getTime() - alert.windowMinutes * 60_000)
      const counted = await countPayments(reader, alert, since)
      const verdict = evaluateAlert(alert, counted, alert.crossingId !== null)
      if (verdict === 'as_it_was') continue
      if (verdict === 'crossed') crossed += 1
      await database.transaction(scope, (db) =>
        verdict === 'recovered'
          ? endCrossing(db, alert.id, at)
          : notifyCrossing(db, context.jobs, alert, counted, at),
      )
    }
  }
  return crossed === 0 ? undefined : `${crossed}`
}

async function notifyCrossing(db: Db, jobs: Jobs, alert: ActiveAlert, counted: Counted, at: Date) {
  const crossingId = await insertCrossing(db, alert, counted, at)
  if (crossingId === undefined) return
  for (const notice of crossingNotices(alert, counted, crossingId, at)) {
    await notify(db, jobs, notice)
  }
}
