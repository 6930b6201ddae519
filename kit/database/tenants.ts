import type { Database } from './database.ts'

/** The tenants that work is done for; jobs go through them one by one, each in its own scope. */
export async function listActiveTenantIds(database: Database): Promise<string[]> {
  const rows = await database.shared
    .selectFrom('tenant')
    .select('id')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Every tenant, also those that are switched off: for what is kept no longer than it may be. */
export async function listTenantIds(database: Database): Promise<string[]> {
  const rows = await database.shared.selectFrom('tenant').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
