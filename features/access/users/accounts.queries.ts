import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { failureCode, uniqueViolation } from '@counterfoil/kit/database/failures.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export function findUser(db: Db, userId: string) {
  return db
    .selectFrom('app_user')
    .select([
      'id',
      'merchant_id',
      'user_type',
      'email',
      'first_name',
      'last_name',
      'is_active',
      'locale',
      'role_id',
    ])
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** `db` reads the whole tenant: roles for every merchant have no merchant id. */
export function findRole(db: Db, roleId: string) {
  return db
    .selectFrom('role')
    .select(['id', 'name', 'merchant_id', 'user_type', 'permissions', 'is_administrator'])
    .where(within(db, 'role', null))
    .where('id', '=', roleId)
    .executeTakeFirst()
}

export function findMerchant(db: Db, merchantId: string) {
  return db
    .selectFrom('merchant')
    .select(['id', 'tenant_id'])
    .where(within(db, 'merchant', 'id'))
    .where('id', '=', merchantId)
    .executeTakeFirst()
}

/** The user with this address, in any tenant. */
export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('user_directory')
    .select(['user_id', 'tenant_id'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** A user of this tenant with this address, as far as the caller sees them. */
export function findUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('app_user')
    .select('id')
    .where(within(db, 'app_user'))
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** Whether the user has been invited and has not accepted yet. */
export async function isInvited(db: Db, userId: string): Promise<boolean> {
  const tokens = await db
    .selectFrom('account_token')
    .select(['purpose', 'used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .execute()
  const invitations = tokens.filter(({ purpose }) => purpose === 'invitation')
  return invitations.length > 0 && invitations.every(({ used_at }) => used_at === null)
}

/** Whether a link of an invitation still works. */
export async function hasOpenInvitation(db: Db, userId: string, now: Date): Promise<boolean> {
  const token = await db
    .selectFrom('account_token')
    .select('expires_at')
    .where('tenant_id', '=', tenantOf(db))
    .where('user_id', '=', userId)
    .where('purpose', '=', 'invitation')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return token !== undefined
}

export interface NewUser {
  readonly id: string
  readonly merchantId: string | null
  readonly roleId: string
  readonly userType: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly at: Date
}

export async function insertUser(db: Db, user: NewUser): Promise<void> {
  await insertListedUser(db, user)
  await insertDirectoryEntry(db, user)
}

/** The user signs in from now on; 409 where the address is somebody's already. */
export async function insertDirectoryEntry(
  db: Db,
  user: Pick<NewUser, 'id' | 'email'>,
): Promise<void> {
  await db
    .insertInto('user_directory')
    .values({ user_id: user.id, tenant_id: tenantOf(db), email: user.email, subject: user.id })
    .execute()
    .catch((error) => {
      // a concurrent request inserted the same address
      throw failureCode(error) === uniqueViolation ? emailTakenProblem() : error
    })
}

/** Without an entry in the directory of everybody who signs in: the address is somebody's already. */
export async function insertListedUser(db: Db, user: NewUser): Promise<void> {
  const tenant_id = tenantOf(db)
  await db
    .insertInto('app_user')
    .values({
      tenant_id,
      id: user.id,
      merchant_id: user.merchantId,
      role_id: user.roleId,
      user_type: user.userType,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      created_at: user.at,
    })
    .execute()
}

export function emailTakenProblem(): Problem {
  const message = 'This e-mail address belongs to a user already'
  return new Problem('user.email_taken', 409, message, { path: 'email' })
}

/** An inviter's limits to methods and providers apply to the invited user too. */
export async function insertInviterLimits(
  db: Db,
  user_id: string,
  {
    methods,
    providers,
  }: { methods: readonly string[] | null; providers: readonly string[] | null },
): Promise<void> {
  const keys = { tenant_id: tenantOf(db), user_id }
  if (methods !== null && methods.length > 0) {
    const rows = methods.map((method) => ({ ...keys, method }))
    await db.insertInto('user_method_limit').values(rows).execute()
  }
  if (providers !== null && providers.length > 0) {
    const rows = providers.map((provider) => ({ ...keys, provider }))
    await db.insertInto('user_provider_limit').values(rows).execute()
  }
}

/** The permissions of the role and of the user. `db` reads the whole tenant: see `findRole`. */
export async function findUserPermissions(db: Db, userId: string) {
  const { role_id, own_permissions } = await db
    .selectFrom('app_user')
    .select(['role_id', 'own_permissions'])
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const role = await db
    .selectFrom('role')
    .select(['name', 'permissions', 'is_administrator'])
    .where(within(db, 'role', null))
    .where('id', '=', role_id)
    .executeTakeFirstOrThrow()
  return {
    permissions: [...role.permissions, ...own_permissions],
    isAdministrator: role.is_administrator,
    roleName: role.name,
  }
}

export async function updateInvitedUser(
  db: Db,
  userId: string,
  change: { roleId: string; firstName: string; lastName: string },
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ role_id: change.roleId, first_name: change.firstName, last_name: change.lastName })
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .execute()
}

export async function updateActive(db: Db, userId: string, isActive: boolean, at: Date) {
  await db
    .updateTable('app_user')
    .set({ is_active: isActive })
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .execute()
  await db
    .updateTable('user_directory')
    .set(isActive ? { is_active: true } : { is_active: false, signed_out_at: at })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantOf(db))
    .execute()
}

export async function updateUserRole(db: Db, userId: string, roleId: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ role_id: roleId })
    .where(within(db, 'app_user'))
    .where('id', '=', userId)
    .execute()
}

export async function updateAuthenticatorReset(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('user_directory')
    // the database's clock, which the identity provider's changes use too
    .set({ authenticator_reset_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantOf(db))
    .execute()
}

export interface Profile {
  readonly firstName: string
  readonly lastName: string
  /** Null: the organisation's. */
  readonly timeZone: string | null
}

export async function updateUserProfile(db: Db, userId: string, profile: Profile): Promise<void> {
  await db
    .updateTable('app_user')
    .set({
      first_name: profile.firstName,
      last_name: profile.lastName,
      time_zone: profile.timeZone,
    })
    .where(within(db, 'app_user', null))
    .where('id', '=', userId)
    .execute()
}

/** Makes the profile known to the embedded identity provider, which takes the newer of this one and its own. */
export async function updateDirectoryProfile(
  db: Db,
  userId: string,
  { firstName, lastName, timeZone }: Profile,
): Promise<void> {
  await db
    .updateTable('user_directory')
    .set({
      given_name: firstName,
      family_name: lastName,
      time_zone: timeZone,
      // the database's clock, which the identity provider's changes use too
      profile_at: sql`now()`,
    })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantOf(db))
    .execute()
}

export interface NewToken {
  readonly hash: string
  readonly purpose: 'invitation' | 'password_reset'
  readonly user: Awaited<ReturnType<typeof findUser>> & object
  readonly at: Date
  readonly expiresAt: Date
}

/** Only the newest link of a purpose works. */
export async function replaceAccountToken(db: Db, token: NewToken): Promise<void> {
  await db
    .deleteFrom('account_token')
    .where('user_id', '=', token.user.id)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .execute()
  await db
    .insertInto('account_token')
    .values({
      token_hash: token.hash,
      purpose: token.purpose,
      user_id: token.user.id,
      tenant_id: tenantOf(db),
      email: token.user.email,
      user_type: token.user.user_type,
      first_name: token.user.first_name,
      last_name: token.user.last_name,
      created_at: token.at,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** Expires the links of a user who may no longer sign in. */
export async function updateTokensRevoked(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('account_token')
    .set({ expires_at: at })
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantOf(db))
    .where('used_at', 'is', null)
    .execute()
}

/** Who signs in by password although the organisation has closed that; undefined: it has not. */
export async function findKeptUsers(db: Db): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('closed_local_sign_in')
    .select('kept_user_ids')
    .where('tenant_id', '=', tenantOf(db))
    .executeTakeFirst()
  return row?.kept_user_ids
}

/** Whether one of the organisation's providers in effect has the domain. */
export async function isProvidersDomain(db: Db, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('email_domain')
    .innerJoin('federation', 'federation.provider_id', 'email_domain.provider_id')
    .select('domain')
    .where('federation.tenant_id', '=', tenantOf(db))
    .where('proven_at', 'is not', null)
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row !== undefined
}
