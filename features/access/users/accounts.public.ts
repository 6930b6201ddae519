// What others do to somebody's account and role.
import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import type { MailLanguage } from '@counterfoil/features/messaging/mail/mail.rules.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Jobs } from '@counterfoil/kit/jobs/job.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { makeLink } from './account-links.ts'
import { resetMail, type SecurityChange, securityMail } from './account-mails.ts'
import { findRole, findUser, setAuthenticatorReset } from './users.queries.ts'
import { type ManagedUser, type Manager, mayGive, type UserType } from './users.rules.ts'

/** A role that the caller may not give is the same as one that does not exist; it is not what the address names. */
export async function requireRole(
  db: Db,
  manager: Manager,
  user: ManagedUser & { readonly roleId: string },
): Promise<{ name: string; isAdministrator: boolean }> {
  // roles for every merchant belong to none: who is limited to merchants reads them past its own scope
  const role = await db.inWholeTenant((all) => findRole(all, user.roleId))
  const given = role && {
    userType: role.user_type as UserType,
    merchantId: role.merchant_id,
    permissions: role.permissions,
  }
  if (role === undefined || given === undefined || !mayGive(manager, given, user)) {
    const message = 'There is no such role for this user'
    throw new Problem('user.role_unknown', 422, message, { errors: [{ message, path: 'roleId' }] })
  }
  return { name: role.name, isAdministrator: role.is_administrator }
}

type Services = Pick<Context<UserCaller>, 'jobs' | 'now' | 'settings' | 'caller'>

/** Mails the user a link to set a new password; the old one goes on working until it is used. */
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
  const identityUrl = settings.oidc.issuer
  const { url } = await makeLink(db, { purpose: 'password_reset', user, identityUrl, now })
  await sendMail(db, jobs, {
    ...addressOf(user),
    isSecret: true,
    now,
    content: resetMail({ firstName: user.first_name, url, by: caller.name }),
  })
}

/** For whoever lost the app and the recovery codes: the password alone lets them in, and sets up another app. */
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
  await setAuthenticatorReset(db, userId)
  await sendMail(db, jobs, {
    ...addressOf(user),
    isSecret: false,
    now,
    content: securityMail({ firstName: user.first_name, what: 'authenticator_reset' }),
  })
}

/** What somebody did to their own account at the identity provider, told to them by mail, as it may have been another. */
export async function notifyAccountOwner(
  db: Db,
  { jobs, now, identityUrl }: { jobs: Jobs; now: Date; identityUrl: string },
  told: { userId: string; language: MailLanguage; what: SecurityChange | 'password_forgotten' },
): Promise<void> {
  const { userId, language, what } = told
  const user = await findUser(db, userId)
  if (user === undefined || !user.is_active) return
  const to = { ...addressOf(user), language, now }
  const firstName = user.first_name
  if (what !== 'password_forgotten') {
    const content = securityMail({ firstName, what })
    return sendMail(db, jobs, { ...to, isSecret: false, content })
  }
  const { url } = await makeLink(db, { purpose: 'password_reset', user, identityUrl, now })
  await sendMail(db, jobs, { ...to, isSecret: true, content: resetMail({ firstName, url }) })
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

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
