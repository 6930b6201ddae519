import type { Db } from '@counterfoil/kit/database/database.ts'

export interface Challenge {
  readonly id: string
  readonly userId: string
  readonly tenantId: string
  readonly action: string
  readonly recordId: string
  readonly at: Date
  readonly expiresAt: Date
  /** Set for a code that came without being asked for: it is kept what it served. */
  readonly confirmedAt?: Date
}

/** On the shared connection: what is confirmed stays so whatever becomes of the deed, as the code is spent. */
export async function insertChallenge(db: Db, challenge: Challenge): Promise<void> {
  await db
    .insertInto('sca_challenge')
    .values({
      id: challenge.id,
      user_id: challenge.userId,
      tenant_id: challenge.tenantId,
      action: challenge.action,
      record_id: challenge.recordId,
      created_at: challenge.at,
      expires_at: challenge.expiresAt,
      confirmed_at: challenge.confirmedAt ?? null,
    })
    .execute()
}

export interface ConfirmedAction {
  readonly userId: string
  readonly action: string
  readonly recordId: string
  readonly now: Date
}

/** Whether this is an open challenge of this user for this very deed. */
export async function isOpen(
  db: Db,
  of: ConfirmedAction & { readonly id: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('sca_challenge')
    .select('id')
    .where('id', '=', of.id)
    .where('user_id', '=', of.userId)
    .where('action', '=', of.action)
    .where('record_id', '=', of.recordId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', of.now)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the user was asked for a code for anything but this, and has not given it yet. */
export async function isAskedForAnother(db: Db, of: ConfirmedAction): Promise<boolean> {
  const found = await db
    .selectFrom('sca_challenge')
    .select('id')
    .where('user_id', '=', of.userId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', of.now)
    .where((eb) => eb.or([eb('action', '!=', of.action), eb('record_id', '!=', of.recordId)]))
    .executeTakeFirst()
  return found !== undefined
}

/** The deed is confirmed: what else was asked for it, after a wrong code perhaps, waits no longer. */
export async function closeOtherChallenges(db: Db, of: ConfirmedAction): Promise<void> {
  await db
    .updateTable('sca_challenge')
    .set({ expires_at: of.now })
    .where('user_id', '=', of.userId)
    .where('action', '=', of.action)
    .where('record_id', '=', of.recordId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', of.now)
    .execute()
}

/** False when another request was faster: a challenge serves once. */
export async function confirmChallenge(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sca_challenge')
    .set({ confirmed_at: at })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function isConfirmedSince(
  db: Db,
  of: { userId: string; actions: readonly string[]; since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('sca_challenge')
    .select('id')
    .where('user_id', '=', of.userId)
    .where('action', 'in', of.actions)
    .where('confirmed_at', '>', of.since)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteOldChallenges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sca_challenge').where('created_at', '<', before).execute()
}
