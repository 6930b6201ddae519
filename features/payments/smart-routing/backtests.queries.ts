import type {
  Period as AnyPeriod,
  BacktestChange,
} from '@counterfoil/features/payments/backtests/backtests.schema.ts'
import type { RoutedBy } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { BacktestResult } from './smart-routing.contract.ts'
import type { VersionRow } from './versions.queries.ts'

const backtests = (db: Db) =>
  db.selectFrom('routing_backtest').selectAll().where(within(db, 'routing_backtest'))

/** Of a version, the newest first. */
export const listBacktestRows = (db: Db, versionId: string) =>
  backtests(db).where('version_id', '=', versionId).orderBy('id', 'desc').limit(5).execute()
export type BacktestRow = Awaited<ReturnType<typeof listBacktestRows>>[number]

export const findBacktest = (db: Db, id: string): Promise<BacktestRow | undefined> =>
  backtests(db).where('id', '=', id).executeTakeFirst()

export function insertBacktest(
  db: Db,
  of: VersionRow,
  days: number,
  by: string,
  at: Date,
): Promise<BacktestRow> {
  return db
    .insertInto('routing_backtest')
    .values({
      tenant_id: tenantOf(db),
      id: newId(at),
      merchant_id: of.merchant_id,
      version_id: of.id,
      days,
      state: 'waiting',
      asked_by_name: by,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateBacktest(
  db: Db,
  id: string,
  change: BacktestChange<BacktestResult>,
): Promise<void> {
  const { result, ...rest } = change
  await db
    .updateTable('routing_backtest')
    .set({ ...rest, ...(result === undefined ? {} : { result: JSON.stringify(result) }) })
    .where(within(db, 'routing_backtest'))
    .where('id', '=', id)
    .execute()
}

/** Routing rules are a merchant's own. */
export interface Period extends AnyPeriod {
  readonly merchantId: string
}

const inPeriod = (db: Db, { merchantId, mode, from, to }: Period) => sql`
  ${withinPayments(db, 'p')} and p.merchant_id = ${merchantId}::uuid and p.mode = ${mode}::smallint
  and p.id >= ${firstIdAt(from)}::uuid and p.id < ${firstIdAt(to)}::uuid`

export async function countPayments(db: Db, period: Period): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from payment as p where ${inPeriod(db, period)}`.execute(db)
  return rows[0]?.count ?? 0n
}

export interface PastRow {
  readonly id: string
  readonly createdAt: Date
  readonly operationId: string | null
  readonly currency: string
  readonly amountMinor: bigint
  readonly method: string
  readonly brand: string | null
  readonly iin: string | null
  readonly issuerCountry: string | null
  readonly customerCountry: string | null
  readonly website: string | null
  readonly channel: string
  readonly orderType: string | null
  readonly routing: unknown
  readonly routedBy: RoutedBy | null
  readonly attemptState: string | null
}

/** A page of past payments with how they were routed, in the order in which they came. */
export async function listPastPayments(
  db: Db,
  period: Period,
  after: string | null,
  limit: number,
): Promise<PastRow[]> {
  const beyond = after === null ? sql`true` : sql`p.id > ${after}::uuid`
  const { rows } = await sql<PastRow>`
    select p.id, p.created_at as "createdAt", o.id as "operationId", p.currency, p.amount_minor as "amountMinor",
      p.method, p.card_brand as brand, p.card_first6 as iin, p.card_issuer_country as "issuerCountry",
      p.customer_country as "customerCountry", p.website_id as website, p.channel, p.order_type as "orderType",
      o.routing, o.routed_by as "routedBy", a.state as "attemptState"
    from (
      select * from payment as p where ${inPeriod(db, period)} and ${beyond} order by p.id limit ${limit}
    ) as p
    left join payment_operation as o
      on o.tenant_id = p.tenant_id and o.payment_id = p.id and o.kind = 'authorise'
    left join payment_attempt as a
      on a.tenant_id = p.tenant_id and a.payment_id = p.id and a.operation_id = o.id and a.sequence = 1
    order by p.id`.execute(db)
  return rows
}

export interface TrafficRow {
  readonly ruleId: string
  readonly rule: string
  readonly midId: string
  readonly currency: string
  readonly payments: bigint
  readonly decided: bigint
  readonly approved: bigint
  readonly amountMinor: bigint
  readonly approvedMinor: bigint
}

/** What went to which MID by which rule: each payment is counted where it is now, after its cascade. */
export async function listTraffic(db: Db, period: Period): Promise<TrafficRow[]> {
  const { rows } = await sql<TrafficRow>`
    select coalesce(o.routed_by ->> 'ruleId', '') as "ruleId", coalesce(max(o.routed_by ->> 'rule'), '') as rule,
      p.mid_id as "midId", p.currency, count(*) as payments,
      count(*) filter (where a.state in ('approved', 'declined', 'failed')) as decided,
      count(*) filter (where a.state = 'approved') as approved,
      sum(p.amount_minor)::bigint as "amountMinor",
      coalesce(sum(p.amount_minor) filter (where a.state = 'approved'), 0)::bigint as "approvedMinor"
    from payment as p
    left join payment_operation as o
      on o.tenant_id = p.tenant_id and o.payment_id = p.id and o.kind = 'authorise'
    left join lateral (
      select a.state from payment_attempt as a
      where a.tenant_id = p.tenant_id and a.payment_id = p.id and a.operation_id = o.id
      order by a.sequence desc limit 1
    ) as a on true
    where ${inPeriod(db, period)} and p.mid_id is not null
    group by 1, 3, 4 order by 1, 3, 4`.execute(db)
  return rows
}

export interface MidApprovals {
  readonly midId: string
  readonly decided: bigint
  readonly approved: bigint
}

/** What MIDs approved of the authorisations that they decided. */
export async function listApprovals(db: Db, period: Period): Promise<MidApprovals[]> {
  const { rows } = await sql<MidApprovals>`
    select a.mid_id as "midId", count(*) as decided,
      count(*) filter (where a.state = 'approved') as approved
    from payment as p
    join payment_attempt as a on a.tenant_id = p.tenant_id and a.payment_id = p.id
    join payment_operation as o
      on o.tenant_id = a.tenant_id and o.id = a.operation_id and o.kind = 'authorise'
    where ${inPeriod(db, period)} and a.state in ('approved', 'declined', 'failed')
    group by 1`.execute(db)
  return rows
}

/** The versions in force of a tenant. */
export const listActiveVersions = (db: Db) =>
  db
    .selectFrom('routing_version')
    .selectAll()
    .where(within(db, 'routing_version'))
    .where('state', '=', 'active')
    .execute()

/** Takes the place of what was counted for the merchant's rules before. */
export async function replaceScores(
  db: Db,
  of: { readonly merchantId: string; readonly mode: number },
  scores: readonly {
    readonly ruleId: string
    readonly midId: string
    readonly decided: number
    readonly approved: number
  }[],
  at: Date,
): Promise<void> {
  await db
    .deleteFrom('routing_score')
    .where(within(db, 'routing_score'))
    .where('merchant_id', '=', of.merchantId)
    .where('mode', '=', of.mode)
    .execute()
  if (scores.length === 0) return
  await db
    .insertInto('routing_score')
    .values(
      scores.map(({ ruleId, midId, decided, approved }) => ({
        ...{ tenant_id: tenantOf(db), merchant_id: of.merchantId, mode: of.mode },
        ...{ rule_id: ruleId, mid_id: midId, decided, approved, counted_at: at },
      })),
    )
    .execute()
}
