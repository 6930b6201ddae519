import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import { measures } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { forbidden, notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { Values } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { alertRules } from './alert-rules.resource.ts'
import { endSilence, maxSilenceDays, silenceRule } from './alerts.contract.ts'
import { lockRule, updateResolved, updateRule } from './alerts.queries.ts'
import { comparableWith, needsCurrency } from './alerts.rules.ts'
import { seesAllOf } from './evaluate-rule.ts'

type Called = Context<UserCaller>

const ownerOf = ({ caller }: Pick<Called, 'caller'>) => ({
  owner_id: caller.id,
  owner_tenant_id: caller.tenantId,
})

export const routes: Route[] = [
  ...resourceRoutes(alertRules, {
    async check(_db, values, { before, context }) {
      if (before !== undefined) requireSeen(context, before)
      refuseSenseless(values)
      if (!seesAllOf(context.caller, values as Watched)) {
        const text = 'You see payments of some methods or providers alone. Choose one of them.'
        const path = context.caller.methods === null ? 'provider' : 'method'
        throw new Problem('alert_rule.beyond_limits', 422, text, { path })
      }
      // the user who saves a rule owns it from then on
      const { owner_id: ownerId, owner_tenant_id: ownerTenantId } = ownerOf(context)
      return { ...values, ownerId, ownerTenantId }
    },
    // a rule that is changed is judged anew
    async saved(db, key, { before, context }) {
      if (before === undefined) return
      await updateRule(db, key, { state: 'unknown', last_window: null })
      await updateResolved(db, { ruleId: key }, context.caller.name, context.now)
    },
    async switched(db, key, isActive, { before, context }) {
      requireSeen(context, before)
      await updateResolved(db, { ruleId: key }, context.caller.name, context.now)
      await updateRule(db, key, {
        ...{ state: 'unknown', last_window: null, paused_for: null },
        ...(isActive ? ownerOf(context) : {}),
      })
    },
    async removing(db, key, { context }) {
      const rule = await lockRule(db, key)
      if (rule === undefined) throw notFound('The alert rule')
      requireSeen(context, { ...rule, merchantId: rule.merchant_id })
    },
  }),
  route(silenceRule, async ({ params, body }, context) => {
    const until = new Date(body.until)
    const longest = context.now.getTime() + maxSilenceDays * dayMs
    if (until <= context.now || until.getTime() > longest) {
      const text = `A silence ends in the future, at most ${maxSilenceDays} days from now`
      throw new Problem('alert_rule.silence_until', 400, text, {
        path: 'until',
        params: { days: maxSilenceDays },
      })
    }
    await silence(params.id, { until, reason: body.reason }, context)
    return { silencedUntil: until.toISOString() }
  }),
  route(endSilence, async ({ params }, context) => {
    await silence(params.id, undefined, context)
    return { silencedUntil: null }
  }),
]

type Watched = Parameters<typeof seesAllOf>[1]

/** Throws where a rule watches payments that the caller does not see: whoever relies on it would not be alerted any more. */
function requireSeen({ caller }: Pick<Called, 'caller'>, rule: Values): void {
  if (!seesAllOf(caller, rule as Watched)) throw forbidden()
}

/** Throws for what no figure can be: an amount without a currency, a share of a number, a day that is not over. */
function refuseSenseless(values: Readonly<Record<string, unknown>>): void {
  const measure = values.measure as Measure
  const refuse = (code: string, path: string, text: string) => {
    throw new Problem(`alert_rule.${code}`, 422, text, { path })
  }
  if (needsCurrency(measure) && values.currency === null) {
    refuse(
      'currency',
      'currency',
      'Amounts of different currencies are never added up. Choose one.',
    )
  }
  // a payment is at the acquirer of its last attempt, so that one would answer for another's first
  if (values.provider !== null && measures[measure].notBy?.includes('provider') === true) {
    refuse('first_acquirer', 'provider', 'First attempts are not counted by acquirer. Choose all.')
  }
  const isPast = values.comparedWith === 'past'
  if (!isPast && values.comparedWith !== comparableWith[measures[measure].unit]) {
    refuse('unit', 'comparedWith', 'The figure is of another unit')
  }
  if (isPast && values.timeWindow === 'today') {
    refuse('open_day', 'timeWindow', 'A day that is not over is not compared with whole days')
  }
  if (
    values.timeWindow === 'today' &&
    values.direction === 'below' &&
    measures[measure].kind !== 'ratio'
  ) {
    refuse(
      'open_day_below',
      'timeWindow',
      'A business day begins with nothing, which is below everything. Choose the last full hour or yesterday.',
    )
  }
  if (isPast && values.timeWindow === 'minutes') {
    refuse(
      'open_minutes',
      'timeWindow',
      'The last minutes are compared with a number, a share or an amount',
    )
  }
  if (values.timeWindow === 'minutes' && values.windowMinutes === null) {
    refuse('minutes', 'windowMinutes', 'Say how many minutes')
  }
  if (!isPast && values.direction === 'either') {
    refuse('direction', 'direction', 'Beside a threshold say above or below')
  }
  if (values.escalateRoleId !== null && values.escalateAfterMinutes === null) {
    refuse('escalation', 'escalateAfterMinutes', 'Say after how many minutes it is escalated')
  }
}

async function silence(
  id: string,
  given: { readonly until: Date; readonly reason: string } | undefined,
  context: Called,
): Promise<void> {
  const tenantId = await tenantOfRow(alertRules, id, context)
  await context.transaction(async (db) => {
    const rule = await lockRule(db, id)
    if (rule === undefined) throw notFound('The alert rule')
    const of = { merchantId: rule.merchant_id, method: rule.method, provider: rule.provider }
    if (!seesAllOf(context.caller, of)) throw notFound('The alert rule')
    await updateRule(db, id, {
      silenced_until: given?.until ?? null,
      silenced_by: given === undefined ? null : context.caller.name,
      silence_reason: given?.reason ?? null,
    })
    await context.audit(db, {
      type: alertRules.id,
      id,
      merchantId: rule.merchant_id,
      before: { silencedUntil: rule.silenced_until?.toISOString() ?? null },
      after: { silencedUntil: given?.until.toISOString() ?? null, reason: given?.reason ?? null },
    })
  }, tenantId)
}
