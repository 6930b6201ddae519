import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * The query filter: `where(within(db, 'payment'))` limits `payment` to the caller's tenant and merchants by parameters
 * of the statement itself, so that the right index is used and one machine is asked.
 * `merchantColumn` is null for tables without merchants.
 */
export function within(
  db: Db,
  table: string,
  merchantColumn: string | null = 'merchant_id',
): Expression<SqlBool> {
  if (db.scope.kind === 'platform' || !filters.on) return sql<SqlBool>`true`
  const { tenantId, merchantIds } = db.scope
  const tenant = sql<SqlBool>`${sql.ref(`${table}.tenant_id`)} = ${tenantId}::uuid`
  if (merchantIds === null || merchantColumn === null) return tenant
  const column = sql.ref(`${table}.${merchantColumn}`)
  const [only, ...others] = merchantIds
  if (only !== undefined && others.length === 0)
    return sql<SqlBool>`${tenant} and ${column} = ${only}::uuid`
  return sql<SqlBool>`${tenant} and ${column} = any (${merchantIds as string[]}::uuid[])`
}

/** Rows of these merchants, and those of none, which are for all; null: rows of every merchant. */
export function ofMerchants(
  table: string,
  merchantIds: readonly string[] | null,
): Expression<SqlBool> {
  if (merchantIds === null) return sql<SqlBool>`true`
  const column = sql.ref(`${table}.merchant_id`)
  return sql<SqlBool>`(${column} is null or ${column} = any (${merchantIds as string[]}::uuid[]))`
}

/**
 * The same for payments and for sums of them (tables with `method` and `provider`): also the caller's limits to methods
 * and providers.
 */
export function withinPayments(
  db: Db,
  table: string,
  merchantColumn: string | null = 'merchant_id',
): Expression<SqlBool> {
  const own = within(db, table, merchantColumn)
  if (db.scope.kind === 'platform' || db.scope.payments === undefined || !filters.on) return own
  const { methods, providers } = db.scope.payments
  const some = [
    ...(methods === null ? [] : [oneOf(`${table}.method`, methods)]),
    ...(providers === null ? [] : [oneOf(`${table}.provider`, providers)]),
  ]
  return sql<SqlBool>`${sql.join([own, ...some], sql` and `)}`
}

/**
 * The same for rows about a payment (tables with `payment_id`): a caller who is limited to some methods or providers sees
 * those of such payments, and those of none.
 */
export function withinAboutPayments(db: Db, table: string): Expression<SqlBool> {
  const own = within(db, table)
  // without the query filter row-level security hides the payment, and so what is about it
  if (db.scope.kind === 'platform' || db.scope.payments === undefined) return own
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql<SqlBool>`${own} and (${of('payment_id')} is null or exists (
    select from payment as seen where seen.tenant_id = ${of('tenant_id')} and seen.id = ${of('payment_id')}
      and ${withinPayments(db, 'seen')}))`
}

/** A single value as `=`, which keeps an index's order. */
function oneOf(column: string, values: readonly string[]) {
  const [only, ...others] = values
  return only !== undefined && others.length === 0
    ? sql<SqlBool>`${sql.ref(column)} = ${only}`
    : sql<SqlBool>`${sql.ref(column)} = any (${values as string[]}::text[])`
}

/**
 * Tests alone turn the query filter off, to show that row-level security holds without it.
 * Production code has no way here: nothing but a test imports this.
 */
export const filters = { on: true }
