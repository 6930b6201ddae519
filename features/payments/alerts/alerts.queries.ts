import type { StatusSums } from '@counterfoil/features/reporting/figures/measures.rules.ts'
import {
  rollupSumNames,
  rollupSums,
} from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import { type ModeName, modeOf } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { contains } from '@counterfoil/kit/database/folded-text.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { countRows, type Part } from '@counterfoil/kit/database/paging.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { AlertFilter, alertStates } from './alerts.contract.ts'
import type { Bounds } from './alerts.rules.ts'

type State = (typeof alertStates)[number]

/** Of one tenant, or of all that the caller sees. */
export interface AlertSearch extends Omit<AlertFilter, 'pageIndex' | 'pageSize'> {
  readonly tenantId: string | undefined
}

const stateConditions = {
  open: sql<boolean>`(a.resolved_at is null and a.acknowledged_at is null)`,
  acknowledged: sql<boolean>`(a.resolved_at is null and a.acknowledged_at is not null)`,
  resolved: sql<boolean>`a.resolved_at is not null`,
} satisfies Record<State, unknown>

const alerts = (db: Db) => db.selectFrom('alert as a').where(withinPayments(db, 'a'))

function found(db: Db, { tenantId, searchKey = '', state, severity, type, ruleId }: AlertSearch) {
  return alerts(db)
    .$if(searchKey !== '', (query) => query.where(contains(sql.ref('a.name'), searchKey)))
    .$if(tenantId !== undefined, (query) => query.where('a.tenant_id', '=', tenantId ?? ''))
    .$if(ruleId !== undefined, (query) => query.where('a.rule_id', '=', ruleId ?? ''))
    .$if(severity !== undefined, (query) => query.where('a.severity', 'in', severity ?? []))
    .$if(type !== undefined, (query) => query.where('a.kind', 'in', type ?? []))
    .$if(state !== undefined, (query) =>
      query.where((eb) => eb.or((state ?? []).map((one) => stateConditions[one]))),
    )
}

const withNames = (query: ReturnType<typeof alerts>) =>
  query
    .innerJoin('tenant as t', 't.id', 'a.tenant_id')
    .leftJoin('merchant as m', (join) =>
      join.onRef('m.tenant_id', '=', 'a.tenant_id').onRef('m.id', '=', 'a.merchant_id'),
    )
    .selectAll('a')
    .select(['t.name as tenant_name', 'm.legal_business_name as merchant_name'])

export function listAlertRows(db: Db, search: AlertSearch, page: Part) {
  return withNames(found(db, search))
    .orderBy('a.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type AlertRow = Awaited<ReturnType<typeof listAlertRows>>[number]

export function countAlerts(db: Db, search: AlertSearch): Promise<number> {
  return countRows(found(db, search))
}

export function findAlert(
  db: Db,
  of: { readonly tenantId: string | undefined; readonly id: string },
): Promise<AlertRow | undefined> {
  const { tenantId } = of
  return withNames(alerts(db))
    .where('a.id', '=', of.id)
    .$if(tenantId !== undefined, (query) => query.where('a.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
}

/** False: it was acknowledged or has ended already. */
export async function updateAcknowledged(
  db: Db,
  id: string,
  by: string,
  at: Date,
): Promise<boolean> {
  const updated = await db
    .updateTable('alert')
    .set({ acknowledged_at: at, acknowledged_by: by })
    .where(withinPayments(db, 'alert'))
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Ends an open alert, or the open one of a rule; answers it. `by`: null where the figure recovered. */
export function updateResolved(
  db: Db,
  of: { readonly id: string } | { readonly ruleId: string },
  by: string | null,
  at: Date,
) {
  return db
    .updateTable('alert')
    .set({ resolved_at: at, resolved_by: by })
    .where(withinPayments(db, 'alert'))
    .where('id' in of ? 'id' : 'rule_id', '=', 'id' in of ? of.id : of.ruleId)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

const rules = (db: Db) => db.selectFrom('alert_rule as r').where(within(db, 'r', null))

export function listActiveRules(db: Db) {
  return rules(db).selectAll('r').where('r.is_active', '=', true).orderBy('r.id').execute()
}
export type RuleRow = Awaited<ReturnType<typeof listActiveRules>>[number]

/** As it is now, locked until the transaction ends. */
export function lockRule(db: Db, id: string): Promise<RuleRow | undefined> {
  return rules(db).selectAll('r').where('r.id', '=', id).forUpdate().executeTakeFirst()
}

/** What is found out about a rule is no new version of it. */
export async function updateRule(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      RuleRow,
      | 'state'
      | 'last_window'
      | 'is_active'
      | 'paused_for'
      | 'owner_id'
      | 'owner_tenant_id'
      | 'silenced_until'
      | 'silenced_by'
      | 'silence_reason'
    >
  >,
): Promise<void> {
  await db
    .updateTable('alert_rule')
    .set(change)
    .where(within(db, 'alert_rule', null))
    .where('id', '=', id)
    .execute()
}

export interface NewAlert {
  readonly id: string
  readonly from: Date
  readonly to: Date
  readonly value: number
  readonly payments: number
  readonly bounds: Bounds
  readonly past: readonly unknown[]
  readonly isSilenced: boolean
  readonly at: Date
}

/** The alert; undefined if its rule has an open one. */
export function insertAlert(db: Db, rule: RuleRow, alert: NewAlert) {
  return db
    .insertInto('alert')
    .values({
      tenant_id: tenantOf(db),
      id: alert.id,
      rule_id: rule.id,
      name: rule.name,
      kind: rule.compared_with === 'past' ? 'anomaly' : 'threshold',
      severity: rule.severity,
      measure: rule.measure,
      mode: rule.mode,
      direction: rule.direction,
      merchant_id: rule.merchant_id,
      provider: rule.provider,
      method: rule.method,
      currency: rule.currency,
      window_from: alert.from,
      window_to: alert.to,
      value: String(alert.value),
      payments: BigInt(alert.payments),
      low: alert.bounds.low === null ? null : String(alert.bounds.low),
      high: alert.bounds.high === null ? null : String(alert.bounds.high),
      past: JSON.stringify(alert.past),
      fired_at: alert.at,
      is_silenced: alert.isSilenced,
      notified_at: alert.isSilenced ? null : alert.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}
export type StoredAlert = NonNullable<Awaited<ReturnType<typeof insertAlert>>>

/** Open alerts, not acknowledged, whose notifications are due: a silence is over, or the time to acknowledge them. */
export async function lockAlertsToNotify(db: Db, now: Date) {
  return db
    .selectFrom('alert as a')
    .innerJoin('alert_rule as r', (join) =>
      join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.id', '=', 'a.rule_id'),
    )
    .selectAll('a')
    .select(['r.role_id', 'r.escalate_role_id', 'r.owner_id', 'r.owner_tenant_id'])
    .where(withinPayments(db, 'a'))
    .where(within(db, 'r', null))
    .where('a.resolved_at', 'is', null)
    .where((eb) => eb.or([eb('r.silenced_until', 'is', null), eb('r.silenced_until', '<=', now)]))
    .where('a.acknowledged_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('a.notified_at', 'is', null),
        eb.and([
          eb('a.escalated_at', 'is', null),
          sql<boolean>`a.notified_at + make_interval(mins => r.escalate_after_minutes) <= ${now}`,
        ]),
      ]),
    )
    .forUpdate('a')
    .skipLocked()
    .execute()
}

export async function updateNotified(
  db: Db,
  id: string,
  change: { readonly notified_at: Date } | { readonly escalated_at: Date },
): Promise<void> {
  await db
    .updateTable('alert')
    .set(change)
    .where(withinPayments(db, 'alert'))
    .where('id', '=', id)
    .execute()
}

/** Payments of a rule since an instant, found by the time in their ids, so that only the newest part of an index is read. */
export function sumPaymentsSince(db: Db, rule: RuleRow, since: Date): Promise<StatusSums[]> {
  return db
    .selectFrom('payment as p')
    .select([
      'p.status',
      'p.currency',
      ...rollupSumNames.map((one) => sql<bigint>`(${sql.raw(rollupSums[one][1])})::bigint`.as(one)),
    ])
    .where(withinPayments(db, 'p'))
    .where('p.tenant_id', '=', rule.tenant_id)
    .where('p.mode', '=', modeOf(rule.mode as ModeName))
    .where('p.id', '>=', firstIdAt(since))
    .$if(rule.merchant_id !== null, (query) => query.where('p.merchant_id', '=', rule.merchant_id))
    .$if(rule.provider !== null, (query) => query.where('p.provider', '=', rule.provider))
    .$if(rule.method !== null, (query) => query.where('p.method', '=', rule.method ?? ''))
    .$if(rule.currency !== null, (query) => query.where('p.currency', '=', rule.currency ?? ''))
    .groupBy(['p.status', 'p.currency'])
    .execute()
}
