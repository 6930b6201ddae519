import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type Expression, type SqlBool, sql } from 'kysely'

/** What sums can be asked by, and narrowed to. */
export const rollupKeys = [
  'tenant_id',
  'day',
  'merchant_id',
  'mode',
  'method',
  'provider',
  'currency',
  'status',
] as const
export type RollupKey = (typeof rollupKeys)[number]

/** Narrows sums; what is left out is not narrowed. Days are business days, both included. */
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
 * Counts and sums, exact at this moment: folded rows and changes not yet folded are added up in one statement, so in
 * one snapshot. Money of different currencies is never added up: without `currency` among the keys the amounts are
 * absent by type.
 */
export async function sumRollup<const Key extends RollupKey>(
  db: Db,
  filter: RollupFilter,
  keys: readonly [...Key[], 'currency'] | readonly ['currency', ...Key[]],
): Promise<RollupRow<Key | 'currency'>[]> {
  const rows = await readSums(db, filter, keys)
  return rows as unknown as RollupRow<Key | 'currency'>[]
}

/** How many payments, whatever their currency. */
export async function countRollup(db: Db, filter: RollupFilter): Promise<bigint> {
  const [row] = await readSums(db, filter, [])
  return row?.payments ?? 0n
}

async function readSums(db: Db, filter: RollupFilter, keys: readonly RollupKey[]) {
  const columns = keys.map((key) => sql.ref(key))
  const grouping =
    keys.length === 0
      ? sql``
      : sql`group by ${sql.join(columns)} having sum(payments) <> 0 order by ${sql.join(columns)}`
  const selected = keys.map((key) => sql`${sql.ref(key)}::text as ${sql.ref(key)},`)
  const { rows } = await sql<RollupSums & Record<string, string>>`
    select ${sql.join(selected, sql` `)}
      coalesce(sum(payments), 0)::bigint as "payments",
      coalesce(sum(amount_minor), 0)::bigint as "amountMinor",
      coalesce(sum(captured_minor), 0)::bigint as "capturedMinor",
      coalesce(sum(refunded_minor), 0)::bigint as "refundedMinor"
    from (
      ${rowsOf(db, 'payment_rollup', filter)}
      union all
      ${rowsOf(db, 'payment_rollup_delta', filter)}
    ) as sums
    ${grouping}`.execute(db)
  return rows
}

function rowsOf(db: Db, table: 'payment_rollup' | 'payment_rollup_delta', filter: RollupFilter) {
  const narrowed = [within(db, table), ...conditions(filter)]
  return sql`
    select tenant_id, day, merchant_id, mode, method, provider, currency, status,
      payments, amount_minor, captured_minor, refunded_minor
    from ${sql.table(table)}
    where ${sql.join(narrowed, sql` and `)}`
}

function conditions(filter: RollupFilter): Expression<SqlBool>[] {
  const { tenantId, dayFrom, dayTo, mode, merchantIds } = filter
  const all: Expression<SqlBool>[] = []
  if (tenantId !== undefined) all.push(sql<SqlBool>`tenant_id = ${tenantId}::uuid`)
  if (dayFrom !== undefined) all.push(sql<SqlBool>`day >= ${dayFrom}::date`)
  if (dayTo !== undefined) all.push(sql<SqlBool>`day <= ${dayTo}::date`)
  if (mode !== undefined) all.push(sql<SqlBool>`mode = ${mode}::smallint`)
  if (merchantIds !== undefined) all.push(sql<SqlBool>`merchant_id = any (${merchantIds}::uuid[])`)
  const lists = {
    method: filter.methods,
    provider: filter.providers,
    currency: filter.currencies,
    status: filter.statuses,
  }
  for (const [column, values] of Object.entries(lists)) {
    if (values !== undefined) all.push(sql<SqlBool>`${sql.ref(column)} = any (${values}::text[])`)
  }
  return all
}

/** Folded sums of one key, to be added to the day's row. */
type Folded = Awaited<ReturnType<typeof takeDeltas>>[number]

/**
 * Takes up to `limit` changes of the scope's tenant away and answers their sums. Changes that another worker is taking
 * are left to it.
 */
export async function takeDeltas(db: Db, limit: number) {
  const { rows } = await sql<{
    taken: bigint
    day: string
    merchant_id: string
    mode: number
    method: string
    provider: string
    currency: string
    status: string
    payments: bigint
    amount_minor: bigint
    captured_minor: bigint
    refunded_minor: bigint
  }>`
    with gone as (
      delete from payment_rollup_delta as d
      where ${within(db, 'd')} and d.id = any (array(
        select w.id from payment_rollup_delta as w where ${within(db, 'w')}
        order by w.id limit ${limit} for update skip locked
      ))
      returning d.*
    )
    select count(*)::bigint as taken, day, merchant_id, mode, method, provider, currency, status,
      sum(payments)::bigint as payments, sum(amount_minor)::bigint as amount_minor,
      sum(captured_minor)::bigint as captured_minor, sum(refunded_minor)::bigint as refunded_minor
    from gone
    group by day, merchant_id, mode, method, provider, currency, status
    -- every worker locks the day's rows in this order, so none waits for another in a circle
    order by day, merchant_id, mode, method, provider, currency, status`.execute(db)
  return rows
}

/** Adds sums to the day's rows, at most 500 at a time. */
export async function addToRollup(db: Db, tenantId: string, sums: readonly Folded[]) {
  if (sums.length === 0) return
  const plus = (column: string) =>
    sql<bigint>`payment_rollup.${sql.ref(column)} + excluded.${sql.ref(column)}`
  await db
    .insertInto('payment_rollup')
    .values(sums.map(({ taken: _taken, ...sum }) => ({ tenant_id: tenantId, ...sum })))
    .onConflict((conflict) =>
      conflict.columns([...rollupKeys]).doUpdateSet({
        payments: plus('payments'),
        amount_minor: plus('amount_minor'),
        captured_minor: plus('captured_minor'),
        refunded_minor: plus('refunded_minor'),
      }),
    )
    .execute()
}

/** Tenants with changes that wait to be folded, read as platform staff. */
export async function listTenantsWithDeltas(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('payment_rollup_delta').select('tenant_id').distinct().execute()
  return rows.map((row) => row.tenant_id)
}
