// What other features may do to a user's account: activation, role, sessions, password, authenticator app, profile.
import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import type { MailLanguage } from '@counterfoil/features/messaging/mail/mail.schema.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { createAccountLink } from './account-links.ts'
import { resetMail, type SecurityChange, securityMail } from './account-mails.ts'
import {
  findByEmail,
  findKeptUsers,
  findUser,
  insertUser,
  isInvited,
  isProvidersDomain,
  type Profile,
  updateActive,
  updateAuthenticatorReset,
  updateDirectoryProfile,
  updateTokensRevoked,
  updateUserProfile,
  updateUserRole,
} from './accounts.queries.ts'
import { requireGrantableRole } from './managed-users.ts'
import { lockAdministrators } from './users.queries.ts'
import type { ManagedUser, Manager } from './users.rules.ts'

type Services = Pick<Context<UserCaller>, 'jobs' | 'now' | 'settings' | 'caller'>

/** Mails the user a link to set a new password; the old password works until the link is used. */
export async function sendPasswordReset(
  db: Db,
  { jobs, now, settings, caller }: Services,
  userId: string,
): Promise<void> {
  if (!settings.oidc.isEmbedded) {
    throw new Problem(
      'user.password_elsewhere',
      409,
      'Passwords are set at your organisation’s identity provider',
    )
  }
  const user = await requireActive(db, userId)
  if (await isPasswordClosed(db, user)) {
    const text = 'The organisation has closed sign-in by password to this account'
    throw new Problem('user.password_closed', 409, text)
  }
  if (await isInvited(db, userId)) {
    const text = 'This user has not accepted the invitation yet. Invite them again instead.'
    throw new Problem('user.not_registered', 409, text)
  }
  const identityUrl = settings.oidc.issuer
  const { url } = await createAccountLink(db, { purpose: 'password_reset', user, identityUrl, now })
  await sendMail(db, jobs, {
    ...addressOf(user),
    isSecret: true,
    now,
    content: resetMail({ firstName: user.first_name, url, by: caller.name }),
  })
}

/** For a user who lost the app and the recovery codes: the password alone signs in until another app is set up. */
export async function resetAuthenticator(
  db: Db,
  { jobs, now, settings }: Services,
  userId: string,
): Promise<void> {
  if (!settings.oidc.isEmbedded) {
    throw new Problem(
      'user.authenticator_elsewhere',
      409,
      'Authenticator apps are kept at your organisation’s identity provider',
    )
  }
  const user = await requireActive(db, userId)
  await updateAuthenticatorReset(db, userId)
  await sendMail(db, jobs, {
    ...addressOf(user),
    isSecret: false,
    now,
    content: securityMail({ firstName: user.first_name, what: 'authenticator_reset' }),
  })
}

/** Mails a user about a change of their account at the identity provider, which somebody else may have made. */
export async function notifyAccountOwner(
  db: Db,
  { jobs, now, identityUrl }: { jobs: Jobs; now: Date; identityUrl: string },
  event: { userId: string; language: MailLanguage; what: SecurityChange | 'password_forgotten' },
): Promise<void> {
  const { userId, language, what } = event
  const user = await findUser(db, userId)
  if (user === undefined || !user.is_active) return
  if (what === 'password_forgotten' && (await isPasswordClosed(db, user))) return
  const to = { ...addressOf(user), language, now }
  const firstName = user.first_name
  if (what !== 'password_forgotten') {
    const content = securityMail({ firstName, what })
    return sendMail(db, jobs, { ...to, isSecret: false, content })
  }
  const { url } = await createAccountLink(db, { purpose: 'password_reset', user, identityUrl, now })
  await sendMail(db, jobs, { ...to, isSecret: true, content: resetMail({ firstName, url }) })
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** As the identity provider sees it (identity/federation/closed-local.ts). */
async function isPasswordClosed(db: Db, { id, email, user_type: userType }: User) {
  const kept = await findKeptUsers(db)
  if (kept === undefined || kept.includes(id)) return false
  return userType !== 'merchant' || isProvidersDomain(db, email.split('@').at(-1) ?? '')
}

async function requireActive(db: Db, userId: string): Promise<User> {
  const user = await findUser(db, userId)
  if (user === undefined) throw notFound('The user')
  if (!user.is_active) throw new Problem('user.not_active', 409, 'This user is not active')
  return user
}

const addressOf = ({ email, merchant_id: merchantId, locale }: User) => ({
  to: email,
  merchantId,
  language: locale === 'tr' ? ('tr' as const) : locale === null ? undefined : ('en' as const),
})

/**
 * Activates or deactivates a user. On the transaction of `db`, so that the identity provider agrees at once: it reads the
 * directory with every renewal of a session.
 */
export async function setUserActive(
  db: Db,
  userId: string,
  isActive: boolean,
  now: Date,
): Promise<void> {
  await requireUser(db, userId)
  await updateActive(db, userId, isActive, now)
  if (!isActive) await updateTokensRevoked(db, userId, now)
}

/**
 * Changes a user's role. The API applies it within seconds, the portal with the next renewal of the session; sessions go on.
 */
export async function changeUserRole(db: Db, userId: string, roleId: string): Promise<void> {
  await requireUser(db, userId)
  await updateUserRole(db, userId, roleId)
}

/** Whether an organisation of operators would be left without an administrator if it lost this one. */
export async function isLastAdministrator(
  db: Db,
  user: { readonly id: string; readonly user_type: string; readonly merchant_id: string | null },
): Promise<boolean> {
  const { id, user_type: userType, merchant_id: merchantId } = user
  const administrators = await lockAdministrators(db, { id, userType, merchantId })
  return administrators.length === 1 && administrators[0] === id
}

/** Changes a user's name and time zone, also at the embedded identity provider, whose pages show and change them too. */
export async function changeProfile(db: Db, userId: string, profile: Profile): Promise<void> {
  await updateUserProfile(db, userId, profile)
  await updateDirectoryProfile(db, userId, profile)
}

/** Stores a profile that was changed at the embedded identity provider. */
export const applyProviderProfile = updateUserProfile

/** Makes a user who signs in at an identity provider of the organisation; nobody invited them. */
export const insertFederatedUser = insertUser
/** Who signs in by password although the organisation has closed that; undefined: it has not. */
export { findKeptUsers } from './accounts.queries.ts'
export { listAdministrators } from './users.queries.ts'
/** A user of this organisation who has not been removed. */
export const findSignInUser = findUser
/** Whose an e-mail address is, in any organisation. */
export const findDirectoryEntry = findByEmail

/** Throws unless the manager could give such a user this role; the complaint stands at `path`. */
export const requireGrantable = (
  db: Db,
  manager: Manager,
  user: ManagedUser & { readonly roleId: string; readonly path: string },
) => requireGrantableRole(db, manager, user, user.path)

async function requireUser(db: Db, userId: string): Promise<void> {
  if ((await findUser(db, userId)) === undefined) throw notFound('The user')
}
