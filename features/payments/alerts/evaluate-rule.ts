import { findCallerById } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { notify } from '@counterfoil/features/messaging/notifications/notifications.public.ts'
import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import type { StatusSums } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import {
  lastHourEnd,
  sumHourRollup,
  sumRollup,
} from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { type ModeName, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Database, Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { type Scope, tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import { readScopeOf } from '@counterfoil/kit/server/request/caller-scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { firedNotices, type PauseReason, pausedNotice, recoveredNotices } from './alert-notices.ts'
import { allAlerts, ownAlerts } from './alerts.contract.ts'
import {
  insertAlert,
  lockRule,
  type RuleRow,
  sumPaymentsSince,
  updateResolved,
  updateRule,
} from './alerts.queries.ts'
import {
  type Bounds,
  boundsOf,
  type Direction,
  figureValue,
  type Judged,
  judge,
  paymentsOf,
  type Stretch,
  stretchOf,
  thresholdOf,
  type Verdict,
  weeksBefore,
} from './alerts.rules.ts'

interface Tools {
  readonly database: Database
  readonly jobs: Jobs
}

/** A figure as it was found. */
interface Found {
  readonly stretch: Stretch
  readonly verdict: Verdict
  readonly value: number | null
  readonly payments: number
  readonly bounds: Bounds | undefined
  readonly past: readonly object[]
}

/** Evaluates one rule in its owner's name, as that is now. True: it has raised an alert. */
export async function evaluateRule(
  tools: Tools,
  rule: RuleRow,
  at: { readonly now: Date; readonly timeZone: string },
): Promise<boolean> {
  const { now, timeZone } = at
  const hourEnd = lastHourEnd(now)
  const windowMinutes = rule.window_minutes
  const stretch = stretchOf(rule.time_window as 'hour', { now, hourEnd, timeZone, windowMinutes })
  // what is over is looked at once
  const isOver = rule.time_window === 'hour' || rule.time_window === 'yesterday'
  if (isOver && rule.last_window !== null && rule.last_window >= stretch.from) return false
  const scope = await scopeOfOwner(tools.database, rule)
  if (typeof scope === 'string') {
    await pause(tools, rule, scope, now)
    return false
  }
  const found = await lookAt(tools.database.reader(scope), rule, stretch, timeZone)
  return store(tools, rule, found, now)
}

/** What the owner may see now, or why the rule is not for them any more. */
async function scopeOfOwner(database: Database, rule: RuleRow): Promise<Scope | PauseReason> {
  try {
    const owner = await findCallerById(database, rule.owner_tenant_id, rule.owner_id)
    if (!mayWatch(owner, rule)) return 'right_lost'
    return owner.userType === 'platform' ? tenantScope(rule.tenant_id) : readScopeOf(owner)
  } catch (cause) {
    if (cause instanceof Problem && cause.status === 401) return 'owner_gone'
    throw cause
  }
}

type Limits = Pick<UserCaller, 'merchantIds' | 'methods' | 'providers'>

/** Whether a user sees all the payments that a rule is of. */
export function seesAllOf(
  { merchantIds, methods, providers }: Limits,
  of: { merchantId: unknown; method: unknown; provider: unknown },
): boolean {
  const isWithin = (limit: readonly string[] | null, value: unknown) =>
    limit === null || (typeof value === 'string' && limit.includes(value))
  return (
    isWithin(merchantIds, of.merchantId) &&
    isWithin(methods, of.method) &&
    isWithin(providers, of.provider)
  )
}

function mayWatch(owner: UserCaller, rule: RuleRow): boolean {
  const holds = [ownAlerts, allAlerts].some((one) => owner.permissions.has(one))
  const isHere = owner.userType === 'platform' || owner.tenantId === rule.tenant_id
  return holds && isHere && seesAllOf(owner, { ...rule, merchantId: rule.merchant_id })
}

const judgedOf = (rule: RuleRow): Judged => ({
  measure: rule.measure as Measure,
  direction: rule.direction as Direction,
  comparedWith: rule.compared_with as 'past',
  thresholdNumber: rule.threshold_number,
  thresholdBasisPoints: rule.threshold_basis_points,
  thresholdMinor: rule.threshold_minor === null ? null : Number(rule.threshold_minor),
  deviations: rule.deviations,
  minimumCount: rule.minimum_count,
})

async function lookAt(db: Db, rule: RuleRow, stretch: Stretch, timeZone: string): Promise<Found> {
  const judged = judgedOf(rule)
  const isPast = rule.compared_with === 'past'
  const weeks = Array.from({ length: isPast ? (rule.past_weeks ?? 0) : 0 }, (_, at) => at + 1)
  const before = weeks.map((count) => weeksBefore(stretch, count, timeZone))
  const [current = [], ...past] = await readSums(db, rule, [stretch, ...before])
  const bounds = isPast ? boundsOf(judged, current, past) : thresholdOf(judged)
  const payments = paymentsOf(current)
  const verdict = judge(judged, current, bounds)
  return {
    stretch,
    bounds,
    verdict: hasEnded(rule, verdict, payments) ? 'within' : verdict,
    value: figureValue(judged.measure, current),
    payments,
    past: before.map(({ from, to }, at) => ({
      ...{ from: from.toISOString(), to: to.toISOString() },
      value: figureValue(judged.measure, past[at] ?? []),
      payments: paymentsOf(past[at] ?? []),
    })),
  }
}

/**
 * A time without any payment ends an alert of a share, which is nothing then: the next one is notified. Of a number or a sum,
 * none is a figure like others: too few payments are none the less too few.
 */
const hasEnded = (rule: RuleRow, verdict: Verdict, payments: number): boolean =>
  rule.state === 'firing' && payments === 0 && verdict === 'no_data'

/**
 * The sums of each stretch, from rollups: what it costs does not depend on the number of payments. Of the last minutes they
 * are read from the newest payments alone.
 */
async function readSums(
  db: Db,
  rule: RuleRow,
  stretches: readonly Stretch[],
): Promise<StatusSums[][]> {
  const filter = {
    tenantId: rule.tenant_id,
    mode: modeOf(rule.mode as ModeName),
    ...(rule.merchant_id === null ? {} : { merchantIds: [rule.merchant_id] }),
    ...(rule.method === null ? {} : { methods: [rule.method] }),
    ...(rule.provider === null ? {} : { providers: [rule.provider] }),
    ...(rule.currency === null ? {} : { currencies: [rule.currency] }),
  }
  if (rule.time_window === 'minutes') {
    return Promise.all(stretches.map(({ from }) => sumPaymentsSince(db, rule, from)))
  }
  if (rule.time_window === 'hour') {
    const rows = await sumHourRollup(
      db,
      filter,
      stretches.map(({ from }) => from),
    )
    return stretches.map(({ from }) => rows.filter(({ hour }) => hour.getTime() === from.getTime()))
  }
  return Promise.all(
    stretches.map(({ day }) => sumRollup(db, { ...filter, dayFrom: day, dayTo: day }, ['status'])),
  )
}

/** Whether this is another hour or day than the one looked at before; the last minutes are never over. */
const isNextStretch = ({ time_window, last_window }: RuleRow, { from }: Stretch): boolean =>
  time_window !== 'minutes' && last_window !== null && last_window < from

/** True: an alert was raised. One that another worker has dealt with meanwhile is left alone. */
function store(
  { database, jobs }: Tools,
  rule: RuleRow,
  found: Found,
  now: Date,
): Promise<boolean> {
  const { verdict, stretch, value, bounds } = found
  return database.transaction(tenantScope(rule.tenant_id), async (db) => {
    const current = await lockRule(db, rule.id)
    if (current === undefined || !current.is_active) return false
    if (current.version !== rule.version || current.state !== rule.state) return false
    const wasFiring = rule.state === 'firing'
    const state =
      verdict === 'out' ? 'firing' : verdict === 'within' ? 'ok' : wasFiring ? 'firing' : 'no_data'
    await updateRule(db, rule.id, { state, last_window: stretch.from })
    if (wasFiring && state === 'ok') {
      const ended = await updateResolved(db, { ruleId: rule.id }, null, now)
      if (ended?.notified_at != null) {
        const notices = recoveredNotices(ended, rule, { payments: found.payments, now })
        for (const notice of notices) await notify(db, jobs, notice)
      }
    }
    if (verdict !== 'out' || value === null || bounds === undefined) return false
    // what a user has resolved is over with its time: the next hour or day that is out is another alert
    if (wasFiring && !isNextStretch(rule, stretch)) return false
    const alert = await insertAlert(db, rule, {
      ...{ id: newId(now), from: stretch.from, to: stretch.to, value, bounds, at: now },
      ...{ payments: found.payments, past: found.past },
      isSilenced: current.silenced_until !== null && current.silenced_until > now,
    })
    if (alert === undefined) return false
    if (alert.is_silenced) return true
    for (const notice of firedNotices(alert, rule, now)) await notify(db, jobs, notice)
    return true
  })
}

async function pause({ database, jobs }: Tools, rule: RuleRow, reason: PauseReason, now: Date) {
  await database.transaction(tenantScope(rule.tenant_id), async (db) => {
    const current = await lockRule(db, rule.id)
    if (current?.is_active !== true || current.version !== rule.version) return
    await updateRule(db, rule.id, { is_active: false, paused_for: reason, state: 'unknown' })
    await updateResolved(db, { ruleId: rule.id }, null, now)
    await notify(db, jobs, pausedNotice(rule, reason, now))
  })
}
