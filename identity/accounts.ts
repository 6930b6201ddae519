import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Pool, PoolClient } from 'pg'
import { isElsewhereOnly } from './federation/closed-local.ts'
import { hashPassword, maxPasswordLength, minPasswordLength } from './passwords.ts'
import { endOtherSessions } from './sessions.ts'

/** Somebody who can sign in. The portal's own data about the same person (role, limits) is not the provider's business. */
export interface Account {
  readonly userId: string
  readonly tenantId: string
  readonly email: string
  readonly userType: Audience
  readonly givenName: string
  readonly familyName: string
  readonly isActive: boolean
  /** Whether a password opens this account; others sign in at another provider. */
  readonly hasPassword: boolean
  readonly timeZone: string | null
  /** Sessions that began before have ended. */
  readonly signedOutAt: Date | null
  /** Sealed (secret-box.ts); null: no authenticator app. */
  readonly totpSecret: string | null
  /** Whether a code is asked at sign-in. */
  readonly asksCode: boolean
}

export interface NewAccount {
  readonly userId: string
  readonly tenantId: string
  readonly email: string
  readonly password: string
  readonly userType: Audience
  readonly givenName: string
  readonly familyName: string
  /** For one-time codes: base32, sealed (secret-box.ts). */
  readonly totpSecret?: string
}

/** A pool or one of its clients, on the role counterfoil_identity. */
export type IdentityClient = Pick<Pool | PoolClient, 'query'>

/** Of an account `a` and its entry `d` in the portal's directory: an administrator's reset takes earlier apps away. */
export const permanentSecret = `case
  when d.authenticator_reset_at >= coalesce(a.totp_at, '-infinity') then null else a.totp_secret end`

/** E-mail addresses are one however they are typed. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** Makes an account, or does nothing when the user already has one. Throws when another user has the e-mail. */
export async function createAccount(client: IdentityClient, account: NewAccount): Promise<void> {
  if (await isKnown(client, account.userId)) return
  checkPassword(account.password)
  await insertAccount(client, account, await hashPassword(account.password))
}

async function isKnown(client: IdentityClient, userId: string): Promise<boolean> {
  const known = await client.query('select from identity.account where user_id = $1', [userId])
  return known.rowCount !== 0
}

/** Without a password for who signs in at another provider. */
export async function insertAccount(
  client: IdentityClient,
  account: Omit<NewAccount, 'password'>,
  passwordHash: string | null,
): Promise<void> {
  if (await isKnown(client, account.userId)) return
  const email = emailKey(account.email)
  // whom the portal has removed gives way
  await client.query(
    `update identity.account a set email = d.email from app.user_directory d
     where a.email = $1 and d.user_id = a.user_id and d.email = 'removed:' || d.user_id`,
    [email],
  )
  const made = await client.query(
    `insert into identity.account (user_id, tenant_id, email, password_hash, user_type, given_name, family_name,
       totp_secret, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now())
     on conflict do nothing`,
    [
      account.userId,
      account.tenantId,
      email,
      passwordHash,
      account.userType,
      account.givenName,
      account.familyName,
      account.totpSecret ?? null,
    ],
  )
  if (made.rowCount !== 0) return
  const owner = await client.query<{ user_id: string }>(
    'select user_id from identity.account where email = $1',
    [email],
  )
  if (owner.rows[0]?.user_id !== account.userId) {
    throw new Problem('account.email_taken', 409, 'Another account has this e-mail address')
  }
}

/** Sets a new password, lifts a lock, and ends every session that began with the old one, but `keptSession`. */
export async function setPassword(
  client: IdentityClient,
  userId: string,
  password: string,
  keptSession?: string,
): Promise<void> {
  checkPassword(password)
  const updated = await client.query(
    `update identity.account
     set password_hash = $2, failed_attempts = 0, locked_until = null, last_failed_at = null
     where user_id = $1`,
    [userId, await hashPassword(password)],
  )
  if (updated.rowCount === 0) throw notFound('The account')
  if (keptSession === undefined) await endSessions(client, userId)
  else await endOtherSessions(client, userId, keptSession)
}

/** Lets somebody sign in, or no longer: then sessions, codes and refresh tokens end at once. */
export async function setActive(
  client: IdentityClient,
  userId: string,
  isActive: boolean,
): Promise<void> {
  const updated = await client.query(
    'update identity.account set is_active = $2 where user_id = $1',
    [userId, isActive],
  )
  if (updated.rowCount === 0) throw notFound('The account')
  if (!isActive) await endSessions(client, userId)
}

/** Signs the user out everywhere; the portal then takes no token from before, though it has not expired yet. */
export async function endSessions(client: IdentityClient, userId: string): Promise<void> {
  await client.query('delete from identity.oidc_payload where account_id = $1', [userId])
  // a second ago: the sessions are gone, and one that begins in this very second is not to end with them
  const at = new Date(Date.now() - 1000)
  await client.query(
    'update app.user_directory set signed_out_at = greatest(signed_out_at, $2) where user_id = $1',
    [userId, at],
  )
}

export async function findAccount(
  client: IdentityClient,
  userId: string,
): Promise<Account | undefined> {
  const { rows } = await client.query<Account>(
    `select user_id as "userId", a.tenant_id as "tenantId", a.email, user_type as "userType",
       case when is_newer then d.given_name else a.given_name end as "givenName",
       case when is_newer then d.family_name else a.family_name end as "familyName",
       case when is_newer then d.time_zone else a.time_zone end as "timeZone",
       a.is_active and coalesce(d.is_active, true) and coalesce(t.is_active, true) as "isActive", signed_out_at as "signedOutAt",
       password_hash is not null and not ${isElsewhereOnly('a')} as "hasPassword",
       ${permanentSecret} as "totpSecret", asks_code as "asksCode"
     from identity.account a
     -- the portal says who may use it
     left join app.user_directory d using (user_id)
     -- nobody of a suspended tenant signs in
     left join app.tenant t on t.id = a.tenant_id
     -- the profile was changed there or here: the newer counts
     cross join lateral (select d.profile_at >= coalesce(a.profile_at, '-infinity') as is_newer) there
     where user_id = $1`,
    [userId],
  )
  return rows[0]
}

/** Whether a session that began at this second is one still. */
export function isActiveAccount({ signedOutAt }: Account, beganAtS: number | undefined): boolean {
  if (signedOutAt === null || beganAtS === undefined) return true
  return beganAtS > Math.floor(signedOutAt.getTime() / 1000)
}

function checkPassword(password: string): void {
  const length = [...password].length
  if (length < minPasswordLength || length > maxPasswordLength) {
    throw new Problem(
      'account.password_length',
      400,
      `A password has between ${minPasswordLength} and ${maxPasswordLength} characters`,
    )
  }
}
