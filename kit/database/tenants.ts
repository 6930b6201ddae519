import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from './database.ts'

/**
 * Every tenant; jobs go through them one by one, each in its own scope. Also those that are suspended: their people and
 * keys are out, but what they began is finished and what is kept has its time.
 */
export async function listTenantIds(database: Database): Promise<string[]> {
  const rows = await database.shared.selectFrom('tenant').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** The tenants of the rows that a query across all tenants finds, each once. */
export async function listTenantsOf<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, Record<never, never>>,
): Promise<string[]> {
  const rows = await query
    .select(sql<string>`tenant_id`.as('tenantId'))
    .groupBy(sql`tenant_id`)
    .$castTo<{ tenantId: string }>()
    .execute()
  return rows.map(({ tenantId }) => tenantId)
}

export async function isTenant(shared: Db, id: string): Promise<boolean> {
  const found = await shared
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/** The tenant of whoever runs the product. */
export async function readPlatformTenantId(shared: Db): Promise<string> {
  const { id } = await shared
    .selectFrom('tenant')
    .select('id')
    .where('is_platform', '=', true)
    .executeTakeFirstOrThrow()
  return id
}

/** The tenants by name, without the platform's own. */
export function listTenantNames(shared: Db) {
  return shared
    .selectFrom('tenant')
    .select(['id', 'name'])
    .where('is_platform', '=', false)
    .orderBy('name')
    .execute()
}

/** The features that the platform keeps from a tenant. */
export async function readFeaturesOff(db: Db, tenantId: string): Promise<string[]> {
  const { features_off: off } = await db
    .selectFrom('tenant')
    .select('features_off')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return off
}
