import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The tenant's settings, on or off, in the order in which they are asked. */
export function listModelSettings(db: Db) {
  return db
    .selectFrom('language_model_setting')
    .select(['id', 'url', 'model', 'api_key as apiKey', 'uses', 'is_active as isActive'])
    .where(within(db, 'language_model_setting', null))
    .orderBy('name')
    .execute()
}

/** Stores a key as it is sealed; false: the setting is no longer the one that was read. */
export async function updateModelKey(
  db: Db,
  id: string,
  version: number,
  key: { readonly sealed: string | null; readonly hint: string | null; readonly at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('language_model_setting')
    .set((eb) => ({
      api_key: key.sealed,
      key_hint: key.hint,
      updated_at: key.at,
      version: eb('version', '+', 1),
    }))
    .where(within(db, 'language_model_setting', null))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
