import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * The first wall: `where(within(db, 'payment'))` limits `payment` to the caller's tenant and merchants by parameters
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

/**
 * Tests alone turn the first wall off, to show that the second holds without it.
 * Production code has no way here: nothing but a test imports this.
 */
export const filters = { on: true }
