import { listActiveWebsites } from '@counterfoil/features/payments/websites/websites.public.ts'
import { noBreakers } from '@counterfoil/features/routing/mids/breakers.rules.ts'
import { capRules } from '@counterfoil/features/routing/mids/cap-rules.public.ts'
import { mids } from '@counterfoil/features/routing/mids/mids.resource.ts'
import { routeOrder } from '@counterfoil/features/routing/mids/routing.rules.ts'
import { deadBecause } from '@counterfoil/features/routing/rule-sets/analysed-mids.rules.ts'
import { hasErrors } from '@counterfoil/features/routing/rule-sets/analysis.rules.ts'
import {
  chooseRoute,
  explainRoute,
} from '@counterfoil/features/routing/rule-sets/choose-route.rules.ts'
import { weekMinuteOf } from '@counterfoil/features/routing/rule-sets/conditions.rules.ts'
import { findingIn } from '@counterfoil/features/routing/rule-sets/finding-texts.rules.ts'
import { readScoresOf } from '@counterfoil/features/routing/rule-sets/rule-sets.public.ts'
import type {
  RoutedFacts,
  RuleSet,
} from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { modeNameOf, modeOf } from '@counterfoil/kit/contract/fields.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { bumpSettings } from '@counterfoil/kit/database/resource-rows.ts'
import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import type { ResourceRules } from '@counterfoil/kit/server/resources/resource-changes.ts'
import { staleRow } from '@counterfoil/kit/server/resources/resource-checks.ts'
import { resourceRoutes } from '@counterfoil/kit/server/resources/resource-routes.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { insertBacktest, listBacktestRows } from './backtests.queries.ts'
import { backtestJob, scoresSchedule } from './job-names.ts'
import { notifyConfirmers, notifyOfMidOff } from './notify-confirmers.ts'
import {
  type Called,
  detailsOf,
  findingsOf,
  isMerchant,
  isSeenBy,
  merchantOf,
  midView,
  openingFor,
  readMids,
  refusalOf,
  refusalOfMerchant,
  refuseLimited,
  refuseNotOpened,
  setOf,
  summaryOf,
  versionOf,
} from './read-version.ts'
import {
  askActivation,
  confirmActivation,
  createVersion,
  deleteVersion,
  listBacktests,
  readOpening,
  readRouting,
  readTraffic,
  readVersion,
  rollBack,
  type SamplePayment,
  startBacktest,
  trySample,
  updateOpening,
  updateVersion,
  withdrawActivation,
} from './smart-routing.contract.ts'
import { backtestView, trafficOf } from './traffic.ts'
import {
  deleteVersionRow,
  findOpening,
  insertVersion,
  listNaming,
  listVersions,
  lockMerchant,
  lockVersion,
  updateActiveVersionEnded,
  updateVersionRow,
  upsertOpening,
  type VersionRow,
} from './versions.queries.ts'

const record = 'routing-version'
const emptySet: RuleSet = { rules: [], otherwise: { way: 'priority' }, explore: 0 }

/** Rules send payments to MIDs by their ids, of which no foreign key knows. */
const midRules: ResourceRules = {
  ...capRules,
  async removing(db, key) {
    const [version] = await listNaming(db, key)
    if (version === undefined) return
    const text = `Version ${version.number} of the routing rules names this MID. Take it out of them first.`
    throw new Problem('smart_routing.mid_named', 409, text, { params: { number: version.number } })
  },
  // it is switched off at once, whatever the rules say: their payments go elsewhere, or nowhere
  async switched(db, key, isActive, { before, context }) {
    if (isActive) return
    const active = (await listNaming(db, key)).find(({ state }) => state === 'active')
    if (active === undefined) return
    const midCode = String(before.midCode)
    await notifyOfMidOff(db, context.jobs, active, { midCode, now: context.now })
  },
}

export const routes = (providers: Providers): Route[] => [
  ...resourceRoutes(mids, midRules),
  route(readRouting, async ({ query }, context) => {
    const { db, now } = context
    const merchant = await merchantOf(context, query.merchantId)
    const mode = query.mode === undefined ? context.mode : modeOf(query.mode)
    const place = { merchant_id: merchant.id, tenant_id: merchant.tenantId }
    const [rows, { mids, off }, websites, opening] = await Promise.all([
      listVersions(db, merchant.id, mode),
      readMids(db, place),
      listActiveWebsites(db, merchant.id),
      openingFor(db, context, merchant.id),
    ])
    return {
      ...{ merchantId: merchant.id, merchantName: merchant.name, mode: modeNameOf(mode) },
      ...opening,
      activeId: rows.find(({ state }) => state === 'active')?.id ?? null,
      versions: rows.filter((row) => isSeenBy(context, row)).map(summaryOf),
      mids: mids
        .filter((mid) => mid.mode === mode)
        .map((mid) => {
          const dead = deadBecause(mid, { mode, at: now }, providers.acquirers, off)
          return midView(mid, dead, opening.may.includes('cost'))
        }),
      websites,
      currency: merchant.currency,
    }
  }),
  route(createVersion, async ({ body }, context) => {
    refuseLimited(context)
    const merchant = await merchantOf(context, body.merchantId)
    const mode = body.mode === undefined ? context.mode : modeOf(body.mode)
    const { may } = await openingFor(context.db, context, merchant.id)
    if (isMerchant(context)) refuseNotOpened(may, emptySet)
    const { caller, now } = context
    const id = await context.transaction(async (db) => {
      const from = await beginningOf({ ...context, db }, body.from, {
        merchantId: merchant.id,
        mode,
      })
      const draft = { note: body.note, set: from === undefined ? emptySet : setOf(from) }
      const made = await insertVersion(db, { merchantId: merchant.id, mode }, draft, caller, now)
      await context.audit(db, auditOf(made, { after: { number: made.number, note: made.note } }))
      return made.id
    }, merchant.tenantId)
    return detailsOf(context, providers, id)
  }),
  route(readVersion, ({ params }, context) => detailsOf(context, providers, params.id)),
  route(updateVersion, async ({ params, body }, context) => {
    const row = await versionOf(context, params.id)
    if (isMerchant(context)) {
      const { may } = await openingFor(context.db, context, row.merchant_id)
      refuseNotOpened(may, body.set)
    }
    const { caller, now } = context
    await changing(context, row, 'draft', async (db, locked) => {
      refuseStale(locked, body)
      const set = JSON.stringify(body.set)
      const by = { made_by: caller.id, made_by_name: caller.name }
      await updateVersionRow(db, locked.id, { ...by, note: body.note, rules: set }, now)
      const before = { note: locked.note, set: setOf(locked) }
      await context.audit(
        db,
        auditOf(locked, { before, after: { note: body.note, set: body.set } }),
      )
    })
    return detailsOf(context, providers, row.id)
  }),
  route(deleteVersion, async ({ params }, context) => {
    const row = await versionOf(context, params.id)
    await changing(context, row, 'draft', async (db, locked) => {
      await deleteVersionRow(db, locked.id)
      await context.audit(db, auditOf(locked, { before: { number: locked.number } }))
    })
    return {}
  }),
  route(askActivation, async ({ params }, context) => {
    const row = await versionOf(context, params.id)
    const { caller, now } = context
    await changing(context, row, 'draft', async (db, locked) => {
      await refuseErrors(db, context, providers, locked)
      const by = { asked_by: caller.id, asked_by_name: caller.name, asked_at: now }
      await updateVersionRow(db, locked.id, { state: 'waiting', ...by }, now)
      await context.audit(db, auditOf(locked, stateChange(locked, 'waiting')))
      const { confirmedBy } = await openingFor(db, context, locked.merchant_id)
      await notifyConfirmers(db, context.jobs, locked, {
        isForMerchant: isMerchant(context) && confirmedBy === 'merchant',
        by: caller.name,
        now,
      })
    })
    return detailsOf(context, providers, row.id)
  }),
  route(confirmActivation, async ({ params, body }, context) => {
    const row = await versionOf(context, params.id)
    await changing(context, row, 'waiting', async (db, locked) => {
      const refusal = await refusalOf(context, locked)
      if (refusal !== null) throw refusal
      refuseStale(locked, body)
      await activate(db, context, providers, locked)
    })
    return detailsOf(context, providers, row.id)
  }),
  route(withdrawActivation, async ({ params }, context) => {
    const row = await versionOf(context, params.id)
    await changing(context, row, 'waiting', async (db, locked) => {
      await updateVersionRow(
        db,
        locked.id,
        { state: 'draft', asked_by: null, asked_by_name: null, asked_at: null },
        context.now,
      )
      await context.audit(db, auditOf(locked, stateChange(locked, 'draft')))
    })
    return detailsOf(context, providers, row.id)
  }),
  route(rollBack, async ({ params }, context) => {
    const row = await versionOf(context, params.id)
    await changing(context, row, 'past', async (db, locked) => {
      // it was confirmed when it was activated first; where operators confirm, they also decide what is in force again
      const refusal = await refusalOfMerchant(context, locked)
      if (refusal !== null) throw refusal
      await activate(db, context, providers, locked)
    })
    return detailsOf(context, providers, row.id)
  }),
  route(
    trySample,
    async ({ params, body }, context) => {
      const { db, now } = context
      const row = await versionOf(context, params.id)
      const merchant = await merchantOf(context, row.merchant_id)
      const { mids, off } = await readMids(db, row)
      const set = setOf(row)
      const at = body.at === null ? now : new Date(body.at)
      const facts = factsOf(body, row, weekMinuteOf(at, merchant.timeZone))
      const scores = await readScoresOf(db, set, { merchantId: row.merchant_id, mode: row.mode })
      const choice = chooseRoute(set, facts, { mids, scores })
      const order = { ...facts, mode: row.mode, at }
      const isOfMode = (id: string) => mids.some((mid) => mid.id === id && mid.mode === row.mode)
      const { log } = routeOrder(order, mids, providers.acquirers, off, {
        ...{ posProviders: [], bankingChannels: [], breakers: noBreakers, plan: choice },
      })
      return {
        rules: explainRoute(set, facts).map((one) => ({ ...one, conditions: [...one.conditions] })),
        ruleId: choice.ruleId,
        way: choice.way,
        mids: log
          .filter(({ midId }) => choice.midIds.includes(midId) && isOfMode(midId))
          .map(({ midId: id, midCode, provider, isEligible, reason }) => ({
            ...{ id, midCode, provider, isEligible, reason },
          })),
      }
    },
    { isAudited: false },
  ),
  route(startBacktest, async ({ params, body }, context) => {
    const row = await versionOf(context, params.id)
    refuseLimited(context)
    const { caller, now, jobs } = context
    const made = await context.transaction(async (db) => {
      const backtest = await insertBacktest(db, row, body.days, caller.name, now)
      const payload = { tenantId: row.tenant_id, backtestId: backtest.id }
      await jobs.enqueue(db, backtestJob, payload, { singletonKey: backtest.id })
      await context.audit(db, auditOf(row, { after: { number: row.number, days: body.days } }))
      return backtest
    }, row.tenant_id)
    // it has no result yet
    return backtestView(made, false)
  }),
  route(listBacktests, async ({ params }, context) => {
    const row = await versionOf(context, params.id)
    refuseLimited(context)
    const [rows, { may }] = await Promise.all([
      listBacktestRows(context.db, row.id),
      openingFor(context.db, context, row.merchant_id),
    ])
    return rows.map((one) => backtestView(one, may.includes('cost')))
  }),
  route(readTraffic, async ({ query }, context) => {
    refuseLimited(context)
    const merchant = await merchantOf(context, query.merchantId)
    const mode = query.mode === undefined ? context.mode : modeOf(query.mode)
    return trafficOf(context, { merchantId: merchant.id, mode, hours: query.hours })
  }),
  route(readOpening, async ({ params }, context) => {
    const merchant = await merchantOf(context, params.id)
    return openingView(await findOpening(context.db, merchant.id))
  }),
  route(updateOpening, async ({ params, body }, context) => {
    refuseLimited(context)
    const merchant = await merchantOf(context, params.id)
    await context.transaction(async (db) => {
      const before = openingView(await findOpening(db, merchant.id))
      refuseStale(before, body)
      if (!(await upsertOpening(db, merchant.id, body, context.now))) throw staleRow()
      const { version: _, ...was } = before
      await context.audit(db, {
        ...{ type: 'routing-opening', id: merchant.id, merchantId: merchant.id },
        before: was,
        after: { may: body.may, confirmedBy: body.confirmedBy },
      })
    }, merchant.tenantId)
    return openingView(await findOpening(context.db, merchant.id))
  }),
]

const openingView = (row: Awaited<ReturnType<typeof findOpening>>) => ({
  may: (row?.may ?? []) as ('order' | 'split' | 'rank' | 'cost')[],
  confirmedBy: row?.confirmed_by === 'operator' ? ('operator' as const) : ('merchant' as const),
  version: row?.version ?? 0,
})

/** Throws where the record is no longer the one that the caller read. */
function refuseStale(
  stored: { readonly version: number },
  read: { readonly version: number },
): void {
  if (stored.version !== read.version) throw staleRow()
}

/** What a new draft is a copy of: a version of the same merchant and mode, or the one in force. */
async function beginningOf(
  context: Called,
  from: string | undefined,
  of: { readonly merchantId: string; readonly mode: number },
): Promise<VersionRow | undefined> {
  if (from === undefined) {
    const all = await listVersions(context.db, of.merchantId, of.mode)
    return all.find(({ state }) => state === 'active')
  }
  const row = await versionOf(context, from)
  if (row.merchant_id !== of.merchantId || row.mode !== of.mode) throw notFound('The version')
  return row
}

const otherState = {
  draft: { code: 'smart_routing.not_draft', name: 'a draft' },
  waiting: { code: 'smart_routing.not_waiting', name: 'waiting for confirmation' },
  past: { code: 'smart_routing.not_past', name: 'one that was in force before' },
}

/** Changes a version that is in a state; a merchant whose operator opened nothing changes none. */
async function changing(
  context: Called,
  { id, tenant_id: tenantId }: VersionRow,
  state: 'draft' | 'waiting' | 'past',
  work: (db: Db, locked: VersionRow) => Promise<void>,
): Promise<void> {
  refuseLimited(context)
  await context.transaction(async (db) => {
    const locked = await lockVersion(db, id)
    if (locked === undefined) throw notFound('The version')
    if (locked.state !== state) {
      const { code, name } = otherState[state]
      const text = `Version ${locked.number} is not ${name}`
      throw new Problem(code, 409, text, { params: { number: locked.number } })
    }
    if (isMerchant(context)) {
      const { may } = await openingFor(db, context, locked.merchant_id)
      refuseNotOpened(may, state === 'draft' ? emptySet : setOf(locked))
    }
    await work(db, locked)
  }, tenantId)
}

/** Puts a version in force, and tells every process that what it keeps of the tenant's settings is old. */
async function activate(
  db: Db,
  context: Called,
  providers: Providers,
  locked: VersionRow,
): Promise<void> {
  const { caller, now } = context
  await refuseErrors(db, context, providers, locked)
  // of two that are activated at once the second ends the first
  await lockMerchant(db, locked.merchant_id)
  await updateActiveVersionEnded(db, { merchantId: locked.merchant_id, mode: locked.mode }, now)
  const by = { activated_by: caller.id, activated_by_name: caller.name, activated_at: now }
  await updateVersionRow(db, locked.id, { state: 'active', ...by }, now)
  await bumpSettings(db, locked.tenant_id)
  // what its rules rank by is counted at once
  db.onCommit(() => context.jobs.wake(scoresSchedule))
  await context.audit(db, auditOf(locked, stateChange(locked, 'active')))
}

/** Nothing is put in force in which the analysis finds an error; the refusal names each place. */
async function refuseErrors(
  db: Db,
  { now }: Called,
  providers: Providers,
  row: VersionRow,
): Promise<void> {
  const findings = await findingsOf(db, providers, row, now)
  if (!hasErrors(findings)) return
  const set = setOf(row)
  const errors = findings
    .filter(({ severity }) => severity === 'error')
    .map((one) => ({ message: findingIn(one, set, 'en'), path: `set.${one.path}` }))
  const [first] = errors
  const text = `It cannot be put in force. ${first?.message ?? ''}`
  throw new Problem('smart_routing.has_errors', 422, text, {
    errors,
    params: { count: errors.length },
  })
}

const auditOf = (
  row: VersionRow,
  change: { readonly before?: unknown; readonly after?: unknown },
) => ({
  ...{ type: record, id: row.id, merchantId: row.merchant_id },
  ...change,
})

const stateChange = ({ state, number }: VersionRow, after: string) => ({
  before: { number, state },
  after: { number, state: after },
})

function factsOf(body: SamplePayment, row: VersionRow, weekMinute: number): RoutedFacts {
  const isCard = body.method === 'card'
  return {
    key: row.id,
    currency: body.currency,
    amountMinor: BigInt(body.amount),
    method: body.method,
    brand: isCard ? body.brand : null,
    iin: isCard ? body.iin : null,
    issuerCountry: isCard ? body.issuerCountry : null,
    ...{ customerCountry: body.customerCountry, website: body.website, channel: body.channel },
    ...{ orderType: body.orderType, risk: body.risk, weekMinute, health: {} },
  }
}
