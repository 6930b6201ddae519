import type { Db } from '@counterfoil/kit/database/database.ts'
import { type Preferences, preferences } from './preferences.contract.ts'
import { findPreferenceRow } from './preferences.queries.ts'

/** The user's preferences; null where the user has not chosen. */
export async function readPreferences(
  db: Db,
  tenantId: string,
  userId: string,
): Promise<Preferences> {
  const row = await findPreferenceRow(db, tenantId, userId)
  // a locale whose language the portal does not have, or that is switched off, counts as no choice
  const chosen = row?.locale?.slice(0, 2) ?? null
  const language = preferences.shape.language.safeParse(chosen)
  const isOn = chosen === null || row?.languages.includes(chosen) === true
  return {
    layout: (row?.layout ?? null) as Preferences['layout'],
    colourScheme: (row?.colour_scheme ?? null) as Preferences['colourScheme'],
    density: (row?.density ?? null) as Preferences['density'],
    noticeMails: (row?.notice_mails ?? null) as Preferences['noticeMails'],
    language: language.success && isOn ? language.data : null,
    columns: (row?.columns ?? {}) as Preferences['columns'],
  }
}
export { updateLocale } from './preferences.queries.ts'
