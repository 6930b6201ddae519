// What others do to somebody's account and role.
import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/context.ts'
import { makeLink } from './account-links.ts'
import { resetMail } from './account-mails.ts'
import { findRole, findUser } from './users.queries.ts'
import { type ManagedUser, type Manager, mayGive, type UserType } from './users.rules.ts'

/** A role that the caller may not give is the same as one that does not exist; it is not what the address names. */
export async function requireRole(
  { database }: Pick<Context<UserCaller>, 'database'>,
  db: Db,
  manager: Manager,
  user: ManagedUser & { readonly roleId: string },
): Promise<{ name: string; isAdministrator: boolean }> {
  // roles for every merchant belong to none: who is limited to merchants reads them past its own scope
  const role = await findRole(database.reader(tenantScope(tenantOf(db))), user.roleId)
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

/** Mails the user a link to set a new password; the old one goes on working until it is used. */
export async function sendPasswordReset(
  db: Db,
  {
    jobs,
    now,
    settings,
    caller,
  }: Pick<Context<UserCaller>, 'jobs' | 'now' | 'settings' | 'caller'>,
  userId: string,
): Promise<void> {
  if (!settings.oidc.isEmbedded) {
    throw new Problem(
      'user.password_elsewhere',
      409,
      'Passwords are set at your organisation’s identity provider',
    )
  }
  const user = await findUser(db, userId)
  if (user === undefined) throw notFound('The user')
  if (!user.is_active) throw new Problem('user.not_active', 409, 'This user is not active')
  const identityUrl = settings.oidc.issuer
  const { url } = await makeLink(db, { purpose: 'password_reset', user, identityUrl, now })
  await sendMail(db, jobs, {
    to: user.email,
    merchantId: user.merchant_id,
    language: user.locale === 'tr' ? 'tr' : user.locale === null ? undefined : 'en',
    isSecret: true,
    now,
    content: resetMail({ firstName: user.first_name, url, by: caller.name }),
  })
}
