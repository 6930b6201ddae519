import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import {
  findUser,
  type Profile,
  revokeTokens,
  setActive,
  setProfile,
  setRole,
  setSignedOut,
  updateAccount,
} from './users.queries.ts'

/**
 * Lets a user sign in, or no longer. On the transaction of `db`, so that who is out here is out at the identity provider
 * too: it looks at the directory with every renewal of a session.
 */
export async function setUserActive(
  db: Db,
  userId: string,
  isActive: boolean,
  now: Date,
): Promise<void> {
  await requireUser(db, userId)
  await setActive(db, userId, isActive, now)
  if (!isActive) await revokeTokens(db, userId, now)
}

/**
 * Gives a user another role. The API goes by it within seconds, the portal learns of it with the next renewal of the
 * session; nobody is signed out for it.
 */
export async function changeUserRole(db: Db, userId: string, roleId: string): Promise<void> {
  await requireUser(db, userId)
  await setRole(db, userId, roleId)
}

/** Ends every session of a user, who may sign in again. */
export async function signOutUser(db: Db, userId: string, now: Date): Promise<void> {
  await requireUser(db, userId)
  await setSignedOut(db, userId, now)
}

/** A user's name and time zone, here and at the embedded identity provider, whose pages show and change them too. */
export async function changeProfile(db: Db, userId: string, profile: Profile): Promise<void> {
  await setProfile(db, userId, profile)
  await updateAccount(db, userId, profile)
}

/** The same as it was changed there. */
export const takeProfile = setProfile

async function requireUser(db: Db, userId: string): Promise<void> {
  if ((await findUser(db, userId)) === undefined) throw notFound('The user')
}
