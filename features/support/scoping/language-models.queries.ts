import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'

/** The tenant's settings, active or not, in the order in which they are tried. */
export function listModelSettings(db: Db) {
  return db
    .selectFrom('language_model_setting')
    .select(['id', 'url', 'model', 'api_key as apiKey', 'uses', 'is_active as isActive'])
    .where(within(db, 'language_model_setting', null))
    .orderBy('name')
    .execute()
}

/** Stores the encrypted key; false: the setting has changed since the given version. */
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
