import type { Db } from '@counterfoil/kit/database/database.ts'

export interface Challenge {
  readonly id: string
  readonly userId: string
  readonly tenantId: string
  readonly action: string
  readonly recordId: string
  readonly at: Date
  readonly expiresAt: Date
  /** Set for a code that came without a challenge, to record what it confirmed. */
  readonly confirmedAt?: Date
}

/** On the shared connection: the confirmation stays even if the action fails, as the code is spent. */
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

/** Whether this is an open challenge of this user for this action on this record. */
export async function isOpenChallenge(
  db: Db,
  action: ConfirmedAction & { readonly id: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('sca_challenge')
    .select('id')
    .where('id', '=', action.id)
    .where('user_id', '=', action.userId)
    .where('action', '=', action.action)
    .where('record_id', '=', action.recordId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', action.now)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the user has an open challenge for another action or record. */
export async function hasOtherOpenChallenge(db: Db, action: ConfirmedAction): Promise<boolean> {
  const found = await db
    .selectFrom('sca_challenge')
    .select('id')
    .where('user_id', '=', action.userId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', action.now)
    .where((eb) =>
      eb.or([eb('action', '!=', action.action), eb('record_id', '!=', action.recordId)]),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Closes further challenges of a confirmed action, for example those that followed wrong codes. */
export async function closeOtherChallenges(db: Db, action: ConfirmedAction): Promise<void> {
  await db
    .updateTable('sca_challenge')
    .set({ expires_at: action.now })
    .where('user_id', '=', action.userId)
    .where('action', '=', action.action)
    .where('record_id', '=', action.recordId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', action.now)
    .execute()
}

/** False when another request was first: a challenge confirms once. */
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
  action: { userId: string; actions: readonly string[]; since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('sca_challenge')
    .select('id')
    .where('user_id', '=', action.userId)
    .where('action', 'in', action.actions)
    .where('confirmed_at', '>', action.since)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteOldChallenges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sca_challenge').where('created_at', '<', before).execute()
}
