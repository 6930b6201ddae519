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
  const without = await db
    .selectFrom('tenant')
    .select('id')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom(list)
            .leftJoin('tenant_switch as s', (join) =>
              join
                .onRef('s.tenant_id', '=', 'tenant.id')
                .on('s.list', '=', list)
                .onRef('s.code', '=', 'language.code'),
            )
            .select('language.code')
            .where('language.is_active', '=', true)
            .where('language.code', '!=', code)
            .where(sql<SqlBool>`coalesce(s.is_active, true)`),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return without === undefined
}
