import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import { findTenantZone } from '@counterfoil/features/reporting/figures/figures.public.ts'
import { sumHours } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { forEachTenant } from '@counterfoil/kit/jobs/for-each-tenant.ts'
import { type JobContext, schedule } from '@counterfoil/kit/jobs/job.ts'
import { escalatedNotice, firedNotices } from './alert-notices.ts'
import { listActiveRules, lockAlertsToNotify, updateNotified } from './alerts.queries.ts'
import { evaluateRule } from './evaluate-rule.ts'

const msg = messagesOf(import.meta.url)

export const schedules = [
  schedule({
    name: 'alerts.evaluate-rules',
    label: msg('Evaluate alert rules'),
    everyS: 60,
    run: evaluateRules,
  }),
]

/** Evaluates every active rule of every tenant, also where another one fails, and sends the notifications of open alerts that are due. */
export async function evaluateRules(context: JobContext): Promise<string | undefined> {
  const { database, log, signal, now } = context
  let raised = 0
  await forEachTenant(context, 'alert rules were not evaluated', async (tenantId) => {
    const reader = database.reader(tenantScope(tenantId))
    const rules = await listActiveRules(reader)
    const at = now()
    if (rules.some((rule) => rule.time_window === 'hour')) {
      await sumHours(database, tenantId, at, signal)
    }
    const timeZone = (await findTenantZone(reader, tenantId)) ?? 'UTC'
    const failed: string[] = []
    for (const rule of rules) {
      if (signal.aborted) break
      try {
        if (await evaluateRule(context, rule, { now: at, timeZone })) raised += 1
      } catch (error) {
        failed.push(rule.id)
        log.error({ err: error, tenantId, ruleId: rule.id }, 'an alert rule was not evaluated')
      }
    }
    await notifyWaiting(context, tenantId, at)
    if (failed.length > 0) throw new Error(`alert rules that failed: ${failed.join(', ')}`)
  })
  return raised === 0 ? undefined : `${raised}`
}

/** Of alerts whose silence is over, and of those that nobody has acknowledged in time. */
async function notifyWaiting(
  { database, jobs }: JobContext,
  tenantId: string,
  now: Date,
): Promise<void> {
  await database.transaction(tenantScope(tenantId), async (db) => {
    for (const alert of await lockAlertsToNotify(db, now)) {
      if (alert.notified_at === null) {
        await updateNotified(db, alert.id, { notified_at: now })
        for (const notice of firedNotices(alert, alert, now)) await notify(db, jobs, notice)
      } else {
        await updateNotified(db, alert.id, { escalated_at: now })
        await notify(db, jobs, escalatedNotice(alert, alert.escalate_role_id, now))
      }
    }
  })
}
