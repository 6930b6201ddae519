import { outcomes } from '@counterfoil/features/reporting/figures/outcomes.schema.ts'
import { noneKey } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  allMerchants,
  type RollupRange,
  type RollupSums,
  rollupRanges,
  rollupSumNames,
  rollupSums,
} from './rollups.rules.ts'

/** The dimensions of a sum; a month by its first day, an outcome by the status that stands for it. */
export type RollupKey =
  | 'tenant_id'
  | 'day'
  | 'month'
  | 'merchant_id'
  | 'mode'
  | 'method'
  | 'provider'
  | 'currency'
  | 'status'
  | 'outcome'

/** The filter of a sum. Days are business days, inclusive. */
export interface RollupFilter {
  readonly tenantId?: string | undefined
  readonly dayFrom?: string | undefined
  readonly dayTo?: string | undefined
  readonly mode?: number | undefined
  readonly merchantIds?: readonly string[] | undefined
  readonly methods?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
  readonly currencies?: readonly string[] | undefined
  readonly statuses?: readonly string[] | undefined
}

export type { RollupSums }

export type RollupRow<Key extends RollupKey> = RollupSums & { readonly [K in Key]: string }

/**
 * Exact counts and sums: folded rows and unfolded deltas are added up in one statement, so in one snapshot. They are
 * grouped by currency at least, because amounts of different currencies are never added up.
 */
export async function sumRollup<const Key extends RollupKey = never>(
  db: Db,
  filter: RollupFilter,
  keys: readonly Key[] = [],
): Promise<RollupRow<Key | 'currency'>[]> {
  const all = [...new Set<RollupKey>([...keys, 'currency'])]
  const byDay = all.includes('day')
  const byMerchant = all.includes('merchant_id')
  const columns = sql.join(all.map(keyColumn))
  const shown = sql.join(all.map((key) => sql`${keyColumn(key)}::text as ${sql.ref(key)}`))
  const { rows } = await sql<RollupRow<Key | 'currency'>>`
    select ${shown},
      ${addedUp}
    from (${sql.join(sources(db, filter, { byDay, byMerchant }, ofPayments), sql` union all `)}) as sums
    group by ${columns}
    having sum(payments) <> 0
    order by ${columns}`.execute(db)
  return rows
}

const outcomeColumn = sql.raw(
  `case ${outcomes
    .map(({ under, statuses }) => `when status in ('${statuses.join("', '")}') then '${under}'`)
    .join(' ')} else status end`,
)

/** By what rows are grouped for a key. */
export function keyColumn(key: RollupKey): RawBuilder<unknown> {
  // months are added up from whole months where the days asked for cover them
  if (key === 'month') return sql`date_trunc('month', day)::date`
  return key === 'outcome' ? outcomeColumn : sql.ref(key)
}

/** Each sum added up by its name. */
export const addedUp = sql.join(
  rollupSumNames.map((one) => sql`sum(${sql.ref(rollupSums[one][0])})::bigint as ${sql.ref(one)}`),
)

/** By what sums of the day on which money moved are grouped: a status has no day of its own. */
export type ValueKey = Exclude<RollupKey, 'status' | 'outcome' | 'month'>

/** Sums of money by the day on which it moved. */
export interface ValueSums {
  /** Less what was taken back by reversals. */
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  /** Less what was given back. */
  readonly feesMinor: bigint
  /** Withheld for disputes, less what was given back for those that were won. */
  readonly disputedMinor: bigint
}

export type ValueRow<Key extends ValueKey> = ValueSums & { readonly [K in Key]: string }

/**
 * The same by value date: days are those on which money was captured, refunded, charged or withheld, whenever the payments
 * were made. The sums of a day that is over never change.
 */
export async function sumValueRollup<const Key extends ValueKey = never>(
  db: Db,
  filter: Omit<RollupFilter, 'statuses'>,
  keys: readonly Key[] = [],
): Promise<ValueRow<Key | 'currency'>[]> {
  const all = [...new Set<ValueKey>([...keys, 'currency'])]
  const by = { byDay: all.includes('day'), byMerchant: all.includes('merchant_id') }
  const columns = sql.join(all.map((key) => sql.ref(key)))
  const shown = sql.join(all.map((key) => sql`${sql.ref(key)}::text as ${sql.ref(key)}`))
  const { rows } = await sql<ValueRow<Key | 'currency'>>`
    select ${shown},
      sum(captured_minor)::bigint as "capturedMinor",
      sum(refunded_minor)::bigint as "refundedMinor",
      sum(fees_minor)::bigint as "feesMinor",
      sum(disputed_minor)::bigint as "disputedMinor"
    from (${sql.join(sources(db, filter, by, ofValues), sql` union all `)}) as sums
    group by ${columns}
    having (sum(captured_minor), sum(refunded_minor), sum(fees_minor), sum(disputed_minor)) <> (0, 0, 0, 0)
    order by ${columns}`.execute(db)
  return rows
}

/** Where sums of a kind are folded, by which day of a change, and their columns. */
interface SumKind {
  readonly folded: 'payment_rollup' | 'value_rollup'
  readonly day: 'day' | 'value_day'
  readonly columns: RawBuilder<unknown>
}

const ofPayments: SumKind = {
  folded: 'payment_rollup',
  day: 'day',
  columns: sql.join([
    sql`status`,
    // of what is not folded yet, null is none
    ...rollupSumNames.map((one) => {
      const column = sql.ref(rollupSums[one][0])
      return sql`coalesce(${column}, 0) as ${column}`
    }),
  ]),
}
const ofValues: SumKind = {
  folded: 'value_rollup',
  day: 'value_day',
  columns: sql`captured_minor, refunded_minor, coalesce(fees_minor, 0) as fees_minor,
    coalesce(disputed_minor, 0) as disputed_minor`,
}

/** Whether rows of all merchants together answer a filter: the caller sees all of them, and none is asked for. */
export const isOfAll = (db: Db, { merchantIds }: RollupFilter, byMerchant: boolean): boolean =>
  !byMerchant &&
  merchantIds === undefined &&
  (db.scope.kind !== 'tenant' || db.scope.merchantIds === null)

/** Which folded rows cover the days of a filter, and whose. */
export function foldedConditions(
  db: Db,
  filter: RollupFilter,
  by: { readonly byDay: boolean; readonly byMerchant: boolean },
): { readonly merchants: RawBuilder<unknown>; readonly ranges: readonly RollupRange[] } {
  const { dayFrom, dayTo } = filter
  const merchants = isOfAll(db, filter, by.byMerchant)
    ? sql<SqlBool>`merchant_id = ${allMerchants}::uuid`
    : sql<SqlBool>`merchant_id <> ${allMerchants}::uuid`
  const ranges: readonly RollupRange[] = by.byDay
    ? [{ grain: 'day', from: dayFrom, to: dayTo }]
    : rollupRanges(dayFrom, dayTo)
  return { merchants, ranges }
}

/** The rows to add up: folded rows of each range, and all unfolded changes. */
function sources(
  db: Db,
  filter: RollupFilter,
  by: { byDay: boolean; byMerchant: boolean },
  kind: SumKind,
) {
  const { dayFrom, dayTo } = filter
  const { merchants, ranges } = foldedConditions(db, filter, by)
  const folded = ranges.map(({ grain, from, to }) =>
    rowsOf(kind.folded, 'day', kind, [
      withinPayments(db, kind.folded),
      merchants,
      sql`grain = ${grain}`,
      ...dayConditions('day', from, to),
      ...conditionsOf(filter),
    ]),
  )
  const waiting = rowsOf('payment_rollup_delta', kind.day, kind, [
    withinPayments(db, 'payment_rollup_delta'),
    ...(kind.day === 'value_day' ? [sql`value_day is not null`] : []),
    ...dayConditions(kind.day, dayFrom, dayTo),
    ...conditionsOf(filter),
  ])
  return [...folded, waiting]
}

function rowsOf(
  table: SumKind['folded'] | 'payment_rollup_delta',
  day: SumKind['day'],
  { columns }: SumKind,
  where: readonly unknown[],
) {
  return sql`
    select tenant_id, ${sql.ref(day)} as day, merchant_id, mode, method, provider, currency, ${columns}
    from ${sql.table(table)} where ${sql.join(where, sql` and `)}`
}

export function dayConditions(
  column: SumKind['day'],
  from: string | undefined,
  to: string | undefined,
): RawBuilder<unknown>[] {
  const day = sql.ref(column)
  return [
    ...(from === undefined ? [] : [sql`${day} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${day} <= ${to}::date`]),
  ]
}

/** All of the filter but its days. */
export function conditionsOf(filter: RollupFilter): RawBuilder<unknown>[] {
  const { tenantId, mode, merchantIds, methods, providers, currencies, statuses } = filter
  const all: RawBuilder<unknown>[] = []
  if (tenantId !== undefined) all.push(sql`tenant_id = ${tenantId}::uuid`)
  if (mode !== undefined) all.push(sql`mode = ${mode}::smallint`)
  if (merchantIds !== undefined) all.push(sql`merchant_id = any (${merchantIds}::uuid[])`)
  if (methods !== undefined) all.push(sql`method = any (${methods}::text[])`)
  if (providers !== undefined) {
    // payments that reached no acquirer are kept without the name of one
    const names = providers.map((name) => (name === noneKey ? '' : name))
    all.push(sql`provider = any (${names}::text[])`)
  }
  if (currencies !== undefined) all.push(sql`currency = any (${currencies}::text[])`)
  if (statuses !== undefined) all.push(sql`status = any (${statuses}::text[])`)
  return all
}
