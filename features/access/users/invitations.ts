// Inviting somebody: a user who has a role, and a mail with a link to set a password.
import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { z } from 'zod'
import { makeLink } from './account-links.ts'
import { accessMail, invitationMail } from './account-mails.ts'
import { requireRole } from './accounts.public.ts'
import type { invitedUser } from './users.contract.ts'
import {
  emailTaken,
  findByEmail,
  findHeld,
  findMerchant,
  findUser,
  insertUser,
  isInvited,
  limitAs,
  updateInvitedUser,
} from './users.queries.ts'
import { mayManage, permissionsBeyond, type UserType } from './users.rules.ts'

export interface Invitation {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly roleId: string
  readonly userType: UserType
  readonly merchantId: string | null
  /** Whoever is invited already is meant. */
  readonly again?: boolean
}

type Services = Pick<Context<UserCaller>, 'caller' | 'jobs' | 'now' | 'settings'>

/** On the transaction of `db`, in the tenant that the user will belong to. */
export async function invite(
  db: Db,
  services: Services,
  invitation: Invitation,
): Promise<z.infer<typeof invitedUser>> {
  const { caller } = services
  if (!mayManage(caller, invitation)) throw unknownMerchant()
  // an operator belongs to no merchant, and who is limited to some makes nobody who sees more
  if (caller.merchantIds !== null && invitation.merchantId === null) throw unknownMerchant()
  await requireRole(db, caller, invitation)
  const { merchantId } = invitation
  if (merchantId !== null && !(await findMerchant(db, merchantId))) throw unknownMerchant()
  return sendInvitation(db, services, invitation)
}

/** The user and the mail, for an invitation that was found good. */
export async function sendInvitation(
  db: Db,
  services: Services,
  invitation: Invitation,
): Promise<z.infer<typeof invitedUser>> {
  const { caller, settings, now, jobs } = services
  const userId = await storeInvited(db, services, invitation)
  const user = await findUser(db, userId)
  if (user === undefined) throw notFound('The user')
  const to = { firstName: user.first_name, inviter: caller.name }
  // another provider's people have their passwords there
  const link = settings.oidc.isEmbedded
    ? await makeLink(db, { purpose: 'invitation', user, identityUrl: settings.oidc.issuer, now })
    : undefined
  await sendMail(db, jobs, {
    to: user.email,
    merchantId: user.merchant_id,
    language: undefined,
    isSecret: link !== undefined,
    now,
    content: link
      ? invitationMail({ ...to, url: link.url })
      : accessMail({ ...to, url: settings.publicUrl }),
  })
  return {
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    isActive: user.is_active,
    invitationExpiresAt: link?.expiresAt.toISOString() ?? null,
  }
}

const unknownMerchant = () =>
  refused('user.merchant_unknown', 'There is no such merchant for this user', 'merchantId')

const refused = (code: string, message: string, path: string) =>
  new Problem(code, 422, message, { errors: [{ message, path }] })

/** The name and the role that were given first are not lost by somebody who knows nothing of them. */
function invitedAlready(known: { first_name: string; last_name: string }, role: string): Problem {
  const name = `${known.first_name} ${known.last_name}`
  const message = `This address is invited already as ${name}, ${role}.`
  return new Problem('user.invited_already', 409, message, {
    errors: [{ message, path: 'email' }],
    params: { name, role },
  })
}

/** The user's id: a new one's, or that of somebody who was invited before and has not come yet. */
async function storeInvited(
  db: Db,
  { caller, now }: Services,
  invitation: Invitation,
): Promise<string> {
  const email = invitation.email.toLowerCase()
  const owner = await findByEmail(db, email)
  if (owner === undefined) {
    const id = newId(now)
    await insertUser(db, { ...invitation, id, email, at: now })
    // nobody makes somebody who sees more than they do
    await limitAs(db, id, caller)
    return id
  }
  const known = owner.tenant_id === tenantOf(db) ? await findUser(db, owner.user_id) : undefined
  const isSame =
    known?.user_type === invitation.userType && known.merchant_id === invitation.merchantId
  if (known === undefined || !isSame || !(await isInvited(db, known.id))) {
    throw emailTaken()
  }
  if (!known.is_active) throw new Problem('user.not_active', 409, 'This user is not active')
  // an invitation is no way round what guards a user's own page
  const held = await db.inWholeTenant((all) => findHeld(all, known.id))
  if (permissionsBeyond(caller, held.permissions).length > 0) {
    throw new Problem('user.beyond', 403, 'This user holds more than you do')
  }
  if (held.isAdministrator && known.role_id !== invitation.roleId) throw emailTaken()
  if (invitation.again !== true) throw invitedAlready(known, held.roleName)
  await updateInvitedUser(db, known.id, invitation)
  return known.id
}
