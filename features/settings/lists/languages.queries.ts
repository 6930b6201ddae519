import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { type SqlBool, sql } from 'kysely'

const list = 'language'

/** Whether any language is on for the tenant of `db`. */
export async function isAnyLanguageOn(db: Db): Promise<boolean> {
  const on = await db
    .selectFrom(list)
    .leftJoin('tenant_switch as s', (join) =>
      join
        .on('s.tenant_id', '=', tenantOf(db))
        .on('s.list', '=', list)
        .onRef('s.code', '=', 'language.code'),
    )
    .select('language.code')
    .where('language.is_active', '=', true)
    .where(sql<SqlBool>`coalesce(s.is_active, true)`)
    .limit(1)
    .executeTakeFirst()
  return on !== undefined
}

/** Whether each tenant has another language on than this. `db` reads all of them. */
export async function hasEveryTenantAnother(db: Db, code: string): Promise<boolean> {
  const others = await db
    .selectFrom(list)
    .select('code')
    .where('is_active', '=', true)
    .where('code', '!=', code)
    .execute()
  if (others.length === 0) return false
  const codes = others.map((other) => other.code)
  // of tenants that switched all of them off
  const without = await db
    .selectFrom('tenant_switch')
    .select('tenant_id')
    .where('list', '=', list)
    .where('is_active', '=', false)
    .where('code', 'in', codes)
    .groupBy('tenant_id')
    .having(sql`count(*)`, '=', codes.length)
    .limit(1)
    .executeTakeFirst()
  return without === undefined
}
