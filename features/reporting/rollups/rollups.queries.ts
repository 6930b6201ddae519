import type { Db } from '@counterfoil/kit/database/database.ts'
import { withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allMerchants, type RollupRange, rollupRanges } from './rollups.rules.ts'

/** The dimensions of a sum. */
export type RollupKey =
  | 'tenant_id'
  | 'day'
  | 'merchant_id'
  | 'mode'
  | 'method'
  | 'provider'
  | 'currency'
  | 'status'

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

export interface RollupSums {
  readonly payments: bigint
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
}

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
  const columns = sql.join(all.map((key) => sql.ref(key)))
  const shown = sql.join(all.map((key) => sql`${sql.ref(key)}::text as ${sql.ref(key)}`))
  const { rows } = await sql<RollupRow<Key | 'currency'>>`
    select ${shown},
      sum(payments)::bigint as "payments",
      sum(amount_minor)::bigint as "amountMinor",
      sum(captured_minor)::bigint as "capturedMinor",
      sum(refunded_minor)::bigint as "refundedMinor"
    from (${sql.join(sources(db, filter, { byDay, byMerchant }), sql` union all `)}) as sums
    group by ${columns}
    having sum(payments) <> 0
    order by ${columns}`.execute(db)
  return rows
}

/** The rows to add up: folded rows of each range, and all unfolded changes. */
function sources(db: Db, filter: RollupFilter, by: { byDay: boolean; byMerchant: boolean }) {
  const { dayFrom, dayTo, merchantIds } = filter
  const limits = db.scope.kind === 'tenant' ? db.scope.merchantIds : null
  const ofAll = !by.byMerchant && merchantIds === undefined && limits === null
  const ranges: readonly RollupRange[] = by.byDay
    ? [{ grain: 'day', from: dayFrom, to: dayTo }]
    : rollupRanges(dayFrom, dayTo)
  const merchants = ofAll
    ? sql<SqlBool>`merchant_id = ${allMerchants}::uuid`
    : sql<SqlBool>`merchant_id <> ${allMerchants}::uuid`
  const folded = ranges.map(({ grain, from, to }) =>
    rowsOf('payment_rollup', [
      withinPayments(db, 'payment_rollup'),
      merchants,
      sql`grain = ${grain}`,
      ...dayConditions(from, to),
      ...conditions(filter),
    ]),
  )
  const waiting = rowsOf('payment_rollup_delta', [
    withinPayments(db, 'payment_rollup_delta'),
    ...dayConditions(dayFrom, dayTo),
    ...conditions(filter),
  ])
  return [...folded, waiting]
}

function rowsOf(table: 'payment_rollup' | 'payment_rollup_delta', where: readonly unknown[]) {
  return sql`
    select tenant_id, day, merchant_id, mode, method, provider, currency, status,
      payments, amount_minor, captured_minor, refunded_minor
    from ${sql.table(table)} where ${sql.join(where, sql` and `)}`
}

function dayConditions(from: string | undefined, to: string | undefined): RawBuilder<unknown>[] {
  return [
    ...(from === undefined ? [] : [sql`day >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`day <= ${to}::date`]),
  ]
}

function conditions(filter: RollupFilter): RawBuilder<unknown>[] {
  const { tenantId, mode, merchantIds, methods, providers, currencies, statuses } = filter
  const all: RawBuilder<unknown>[] = []
  if (tenantId !== undefined) all.push(sql`tenant_id = ${tenantId}::uuid`)
  if (mode !== undefined) all.push(sql`mode = ${mode}::smallint`)
  if (merchantIds !== undefined) all.push(sql`merchant_id = any (${merchantIds}::uuid[])`)
  if (methods !== undefined) all.push(sql`method = any (${methods}::text[])`)
  if (providers !== undefined) all.push(sql`provider = any (${providers}::text[])`)
  if (currencies !== undefined) all.push(sql`currency = any (${currencies}::text[])`)
  if (statuses !== undefined) all.push(sql`status = any (${statuses}::text[])`)
  return all
}
