import { modeNameOf, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { readFeaturesOff } from '@counterfoil/kit/database/tenants.ts'
import { isLimitedToPayments } from '@counterfoil/kit/server/request/caller-scope.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { hasSame } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { refuseBeyond } from '@counterfoil/kit/server/resources/resource-limits.ts'
import { resourceRoutes, tenantOfRow } from '@counterfoil/kit/server/resources/resource-routes.ts'
import { antifraudRules } from './antifraud-rules.resource.ts'
import { type BacktestRow, insertBacktest, listBacktestRows } from './backtests.queries.ts'
import { checkLimit } from './check-limit.ts'
import {
  askForRule,
  type Called,
  changing,
  confirmRule,
  currentValues,
  keepVersion,
  propose,
  refusalOf,
  restoreRule,
  withdrawRule,
} from './decide-rule.ts'
import { ruleBacktestJob } from './job-names.ts'
import { askToLeave, leavingRefusal, ruleConflict } from './leave-force.ts'
import { listMerchantRules } from './merchant-rules.queries.ts'
import { matchesOf, ownStatusOf, statusOf } from './rule-status.rules.ts'
import {
  askForce,
  type BacktestResult,
  confirmForce,
  countedSince,
  listRuleBacktests,
  listRuleStatuses,
  type RuleBacktest,
  type RuleState,
  type RuleVersion,
  readRuleState,
  restoreVersion,
  startRuleBacktest,
  toShadow,
  withdrawForce,
} from './screening-rules.contract.ts'
import {
  countMatches,
  findRule,
  findWaiting,
  listRules,
  listVersions,
  listWaiting,
  lockRule,
  type RuleRow,
  type VersionRow,
} from './versions.queries.ts'

export const routes: Route[] = [
  route(listRuleStatuses, async (_input, context) => {
    const { db, now, mode } = context
    const [rules, own, matches, waiting] = await Promise.all([
      listRules(db),
      listMerchantRules(db),
      countMatches(db, countedSince(now), mode),
      listWaiting(db),
    ])
    const tenants = [...new Set([...rules, ...own].map((rule) => rule.tenant_id))]
    const off = new Set<string>()
    for (const tenantId of tenants) {
      if ((await readFeaturesOff(db, tenantId)).includes('antifraud')) off.add(tenantId)
    }
    const seen = context.caller.merchantIds
    const aboutOf = (rule: { id: string; tenant_id: string; leaving?: string | null }) => ({
      ...{ isScreening: !off.has(rule.tenant_id), mode },
      isWaiting: (rule.leaving ?? null) !== null || matchesOf(waiting, rule).length > 0,
    })
    return [
      ...rules
        .filter(({ merchant_id: of }) => seen === null || of === null || seen.includes(of))
        .map((rule) => statusOf(rule, matchesOf(matches, rule), aboutOf(rule))),
      ...own.map((rule) => ownStatusOf(rule, matchesOf(matches, rule), aboutOf(rule))),
    ]
  }),
  route(readRuleState, ({ params }, context) => stateOf(context, params.id)),
  route(askForce, async ({ params }, context) => {
    await changing(context, params.id, (db, rule) => askForRule(db, context, rule))
    return stateOf(context, params.id)
  }),
  route(confirmForce, async ({ params, body }, context) => {
    await changing(context, params.id, (db, rule) => confirmRule(db, context, rule, body.waiting))
    return stateOf(context, params.id)
  }),
  route(withdrawForce, async ({ params }, context) => {
    await changing(context, params.id, (db, rule) => withdrawRule(db, context, rule))
    return stateOf(context, params.id)
  }),
  route(toShadow, async ({ params }, context) => {
    await changing(context, params.id, (db, rule) => askToLeave(db, context, rule, 'shadow'))
    return stateOf(context, params.id)
  }),
  route(restoreVersion, async ({ params }, context) => {
    const { id, number } = params
    await changing(context, id, (db, rule) => restoreRule(db, context, rule, number))
    return stateOf(context, id)
  }),
  route(startRuleBacktest, async ({ params, body }, context) => {
    const { id } = params
    const tenantId = await tenantOfRow(antifraudRules, id, context)
    const rule = await findRule(context.db, id)
    if (rule === undefined) throw notFound('The antifraud rule')
    refuseBeyond(antifraudRules, context.caller, id, { merchantId: rule.merchant_id })
    if (!seesBacktests(context, rule)) {
      const text =
        'You see only payments of some methods or providers, and a rule is tried on all of them'
      throw new Problem('antifraud_rule.limited_payments', 403, text)
    }
    const { caller, now, jobs } = context
    const of = { ruleId: id, mode: modeOf(body.mode), days: body.days, by: caller.name }
    const made = await context.transaction(async (db) => {
      const waiting = await findWaiting(db, id)
      const values = (waiting?.values ?? (await currentValues(db, id))) as object
      const backtest = await insertBacktest(db, { ...of, values }, now)
      const payload = { tenantId: backtest.tenant_id, backtestId: backtest.id }
      await jobs.enqueue(db, ruleBacktestJob, payload, { singletonKey: backtest.id })
      await context.audit(db, {
        ...{ type: antifraudRules.id, id, merchantId: rule.merchant_id },
        after: { days: body.days, mode: body.mode },
      })
      return backtest
    }, tenantId)
    return backtestView(made)
  }),
  route(listRuleBacktests, async ({ params }, context) => {
    await tenantOfRow(antifraudRules, params.id, context)
    const rule = await findRule(context.db, params.id)
    if (rule === undefined || !seesBacktests(context, rule)) return []
    return (await listBacktestRows(context.db, params.id)).map(backtestView)
  }),
  ...resourceRoutes(antifraudRules, {
    async check(db, values, { key, before, context }) {
      await checkLimit(db, values, before)
      // a new rule is tried before it counts
      if (key === undefined || before === undefined) return { ...values, effect: 'shadow' }
      if (!(await isLive(db, key))) return undefined
      const { effect: _, ...stays } = before
      // what is saved as it is changes nothing, and leaves alone what waits
      if (!hasSame(antifraudRules, before, values)) await propose(db, context, key, values)
      return stays
    },
    waits: isLive,
    async switching(db, key, isActive, { context }) {
      const rule = await lockRule(db, key)
      if (isActive || rule?.effect !== 'live') return false
      await askToLeave(db, context, rule, 'off')
      return true
    },
    async removing(db, key) {
      const rule = await lockRule(db, key)
      if (rule?.effect !== 'live' || !rule.is_active) return
      const text =
        'A rule in force is not deleted. Have it switched off or taken back to shadow first.'
      throw ruleConflict('antifraud_rule.not_deleted', text)
    },
    async saved(db, key, { before, after, context }) {
      if (before !== undefined && hasSame(antifraudRules, before, after)) return
      const rule = await findRule(db, key)
      if (rule?.effect === 'shadow') await keepVersion(db, context, key, after)
    },
  }),
]

async function isLive(db: Db, ruleId: string): Promise<boolean> {
  return (await findRule(db, ruleId))?.effect === 'live'
}

/** A backtest counts every payment that its rule is for: it is for those who see them all. */
function seesBacktests({ caller }: Called, { merchant_id }: Pick<RuleRow, 'merchant_id'>): boolean {
  const { merchantIds } = caller
  const seesMerchants =
    merchantIds === null || (merchant_id !== null && merchantIds.includes(merchant_id))
  return seesMerchants && !isLimitedToPayments(caller)
}

async function stateOf(context: Called, id: string): Promise<RuleState> {
  await tenantOfRow(antifraudRules, id, context)
  const { db } = context
  const [rule, versions, waiting] = await Promise.all([
    findRule(db, id),
    listVersions(db, id),
    findWaiting(db, id),
  ])
  if (rule === undefined) throw notFound('The antifraud rule')
  const refusal =
    waiting === undefined ? await leavingRefusal(context, rule) : await refusalOf(context, waiting)
  return {
    id,
    effect: rule.effect === 'live' ? 'live' : 'shadow',
    leaving: leavingView(rule),
    versions: versions.map(versionView),
    refusal: refusal === null ? null : { code: refusal.code, message: refusal.message },
  }
}

const leavingView = (rule: RuleRow): RuleState['leaving'] =>
  rule.leaving === null
    ? null
    : { to: rule.leaving === 'off' ? 'off' : 'shadow', askedBy: rule.leaving_by_name ?? '' }

const versionView = (row: VersionRow): RuleVersion => ({
  number: row.number,
  state: row.state as RuleVersion['state'],
  values: row.values as RuleVersion['values'],
  ...{ madeBy: row.made_by_name, askedBy: row.asked_by_name, activatedBy: row.activated_by_name },
  activatedAt: row.activated_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
})

const backtestView = (row: BacktestRow): RuleBacktest => ({
  id: row.id,
  state: row.state as RuleBacktest['state'],
  mode: modeNameOf(row.mode),
  days: row.days,
  outcome: (row.values as { outcome: RuleBacktest['outcome'] }).outcome,
  lookedAt: Number(row.looked_at),
  total: row.total === null ? null : Number(row.total),
  by: row.asked_by_name,
  createdAt: row.created_at.toISOString(),
  result: row.result as BacktestResult | null,
})
