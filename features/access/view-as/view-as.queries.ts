import type { DB } from '@counterfoil/database/rows.generated.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import type { Insertable, Selectable } from 'kysely'

export type View = Selectable<DB['view_as']>

const unended = (db: Db) => db.selectFrom('view_as').selectAll().where('ended_at', 'is', null)

/** The one that is on in this sign-in of the administrator's, or is over and not yet recorded as that. */
export const findView = (
  db: Db,
  administratorId: string,
  signIn: string,
): Promise<View | undefined> =>
  unended(db)
    .where('administrator_id', '=', administratorId)
    .where('sign_in', '=', signIn)
    .executeTakeFirst()

export const listUnendedViews = (db: Db): Promise<View[]> => unended(db).execute()

export async function insertView(db: Db, view: Insertable<DB['view_as']>): Promise<void> {
  await db.insertInto('view_as').values(view).execute()
}

/** False when another request was first. */
export async function updateEnded(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('view_as')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Those that were on when the administrator signed out. */
export async function updateSignedOut(db: Db, administratorId: string, at: Date): Promise<void> {
  await db
    .updateTable('view_as')
    .set({ signed_out_at: at })
    .where('administrator_id', '=', administratorId)
    .where('started_at', '<=', at)
    .where('signed_out_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

export async function deleteOldViews(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('view_as').where('ended_at', '<', before).execute()
}

/** Undefined when there is no such user, or it was removed. */
export async function findTenantOfUser(db: Db, userId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('user_directory')
    .select('tenant_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.tenant_id
}

/** Null for operators. */
export async function findMerchantOfUser(db: Db, userId: string): Promise<string | null> {
  const found = await db
    .selectFrom('app_user')
    .select('merchant_id')
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return found?.merchant_id ?? null
}
