import type { Database } from './database.ts'

/**
 * Every tenant; jobs go through them one by one, each in its own scope. Also those that are suspended: their people and
 * keys are out, but what they began is finished and what is kept has its time.
 */
export async function listTenantIds(database: Database): Promise<string[]> {
  const rows = await database.shared.selectFrom('tenant').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
