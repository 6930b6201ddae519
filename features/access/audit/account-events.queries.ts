import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

/** The oldest events, but those of some users. */
export function listAccountEvents(db: Db, limit: number, withoutUserIds: readonly string[]) {
  return db
    .selectFrom('account_event')
    .selectAll()
    .where(sql<boolean>`user_id <> all(${withoutUserIds}::uuid[])`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function deleteAccountEvent(db: Db, eventId: string): Promise<void> {
  await db.deleteFrom('account_event').where('id', '=', eventId).execute()
}

/** The user of the account, also one who was removed. */
export function findOwner(db: Db, userId: string) {
  return db
    .selectFrom('app_user')
    .select(['merchant_id', 'first_name', 'last_name', 'time_zone'])
    .where(within(db, 'app_user', null))
    .where('id', '=', userId)
    .executeTakeFirst()
}

export async function updateLastLogin(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ last_login_at: at })
    .where(within(db, 'app_user', null))
    .where('id', '=', userId)
    .execute()
}

export async function updateLocked(db: Db, userId: string, lockedUntil: Date): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ locked_until: lockedUntil })
    .where(within(db, 'app_user', null))
    .where('id', '=', userId)
    .execute()
}
