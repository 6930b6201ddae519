import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Preferences, preferences } from './preferences.contract.ts'
import { findPreferenceRow } from './preferences.queries.ts'

/** What the user chose; null where it chose nothing. */
export async function readPreferences(
  db: Db,
  tenantId: string,
  userId: string,
): Promise<Preferences> {
  const row = await findPreferenceRow(db, tenantId, userId)
  // a locale of another language than the portal's is no choice that it could follow
  const language = preferences.shape.language.safeParse(row?.locale?.slice(0, 2) ?? null)
  return {
    layout: (row?.layout ?? null) as Preferences['layout'],
    colourScheme: (row?.colour_scheme ?? null) as Preferences['colourScheme'],
    density: (row?.density ?? null) as Preferences['density'],
    language: language.success ? language.data : null,
  }
}
