import type { Db } from '@counterfoil/kit/database/database.ts'
import { languagesInUse } from '@counterfoil/kit/database/lists.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { Preferences } from './preferences.contract.ts'

/** A user's preferences; the language is the user's locale, which e-mails use too. */
export function findPreferenceRow(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('user_preference as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_id', '=', 'u.id'),
    )
    .select(['p.layout', 'p.colour_scheme', 'p.density', 'p.notice_mails', 'p.columns', 'u.locale'])
    .select(languagesInUse(sql.ref('u.tenant_id')).as('languages'))
    .where(within(db, 'u', null))
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', userId)
    .executeTakeFirst()
}

export async function upsertPreferences(
  db: Db,
  userId: string,
  appearance: Omit<Preferences, 'language'>,
  at: Date,
): Promise<void> {
  const row = {
    layout: appearance.layout,
    colour_scheme: appearance.colourScheme,
    density: appearance.density,
    notice_mails: appearance.noticeMails,
    columns: JSON.stringify(appearance.columns),
    updated_at: at,
  }
  await db
    .insertInto('user_preference')
    .values({ tenant_id: tenantOf(db), user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(row))
    .execute()
}

export async function updateLocale(db: Db, userId: string, locale: string | null): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ locale })
    .where(within(db, 'app_user', null))
    .where('tenant_id', '=', tenantOf(db))
    .where('id', '=', userId)
    .execute()
}
