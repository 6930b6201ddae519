// Invites a user: creates the user with a role, and mails a link to set a password.
import { findMerchantAdministratorRole } from '@counterfoil/features/access/roles/roles.public.ts'
import { sendMail } from '@counterfoil/features/messaging/mail/mail.public.ts'
import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { z } from 'zod'
import { createAccountLink } from './account-links.ts'
import { accessMail, elsewhereMail, invitationMail } from './account-mails.ts'
import {
  emailTakenProblem,
  findByEmail,
  findMerchant,
  findUser,
  findUserByEmail,
  findUserPermissions,
  insertDirectoryEntry,
  insertInviterLimits,
  insertListedUser,
  insertUser,
  isInvited,
  updateInvitedUser,
} from './accounts.queries.ts'
import type { invitedUser } from './invitations.contract.ts'
import { requireGrantableRole } from './managed-users.ts'
import { listExistingIds, replaceUserLimit } from './user-permissions.queries.ts'
import { mayManage, requireKnown, requireLimitable, ungrantablePermissions } from './users.rules.ts'

export interface Invitation {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly roleId: string
  readonly userType: Audience
  readonly merchantId: string | null
  /** Whether a user who was invited before is to be invited again. */
  readonly again?: boolean
  /** The merchants that an operator is limited to from the beginning; none: no limit. */
  readonly merchantIds?: readonly string[]
}

type Services = Pick<Context<UserCaller>, 'caller' | 'jobs' | 'now' | 'settings'>

/** Invites a user as far as the caller may. On the transaction of `db`, in the tenant that the user will belong to. */
export async function invite(
  db: Db,
  services: Services,
  invitation: Invitation,
): Promise<z.infer<typeof invitedUser>> {
  const { caller } = services
  if (!mayManage(caller, invitation)) throw unknownMerchantProblem()
  // an operator would see every merchant, so a caller limited to some cannot invite one
  if (caller.merchantIds !== null && invitation.merchantId === null) throw unknownMerchantProblem()
  await requireGrantableRole(db, caller, invitation)
  const { merchantId } = invitation
  if (merchantId !== null && !(await findMerchant(db, merchantId))) throw unknownMerchantProblem()
  const { userType, merchantIds = [] } = invitation
  if (merchantIds.length > 0) await requireLimit(db, { userType, ids: merchantIds })
  return sendInvitation(db, services, invitation)
}

/** Stores the user and sends the mail, without checks of what the caller may do. */
async function sendInvitation(
  db: Db,
  services: Services,
  invitation: Invitation,
): Promise<z.infer<typeof invitedUser>> {
  const { caller, settings, now, jobs } = services
  const { userId, isElsewhere } = await insertOrUpdateInvited(db, services, invitation)
  // before the mail goes out: there is no moment in which the user sees all
  const { merchantIds = [] } = invitation
  if (merchantIds.length > 0) await replaceUserLimit(db, 'merchants', userId, merchantIds)
  const user = await findUser(db, userId)
  if (user === undefined) throw notFound('The user')
  const to = { firstName: user.first_name, inviter: caller.name }
  // users of another identity provider have their passwords there
  const link = settings.oidc.isEmbedded
    ? await createAccountLink(db, {
        purpose: 'invitation',
        user,
        identityUrl: settings.oidc.issuer,
        now,
      })
    : undefined
  await sendMail(db, jobs, {
    to: user.email,
    merchantId: user.merchant_id,
    language: undefined,
    isSecret: link !== undefined,
    now,
    content: isElsewhere
      ? elsewhereMail({ ...to, url: settings.publicUrl })
      : link
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

async function requireLimit(
  db: Db,
  { userType, ids }: { readonly userType: Audience; readonly ids: readonly string[] },
): Promise<void> {
  requireLimitable(userType, 'merchants')
  requireKnown(ids, await listExistingIds(db, 'merchants', ids), 'merchantIds')
}

const unknownMerchantProblem = () =>
  refused('user.merchant_unknown', 'There is no such merchant for this user', 'merchantId')

const refused = (code: string, message: string, path: string) =>
  new Problem(code, 422, message, { path })

/** A second invitation does not replace the name and role of the first one unless the inviter confirms it (`again`). */
function invitedAlreadyProblem(
  existing: { first_name: string; last_name: string },
  role: string,
): Problem {
  const name = `${existing.first_name} ${existing.last_name}`
  const message = `This address is invited already as ${name}, ${role}.`
  return new Problem('user.invited_already', 409, message, {
    path: 'email',
    params: { name, role },
  })
}

interface Invited {
  readonly userId: string
  /** The address signs in to an organisation that the inviter does not see: its owner alone is told, by mail. */
  readonly isElsewhere: boolean
}

/** The new user, or one who was invited before and has not signed in yet. */
async function insertOrUpdateInvited(
  db: Db,
  { caller, now }: Services,
  invitation: Invitation,
): Promise<Invited> {
  const email = invitation.email.toLowerCase()
  const addressOwner = await findByEmail(db, email)
  const owner =
    addressOwner?.tenant_id === tenantOf(db) ? await findUser(db, addressOwner.user_id) : undefined
  // platform staff see every organisation, and so who has the address
  const isElsewhere =
    addressOwner !== undefined && owner === undefined && caller.userType !== 'platform'
  // invited here too while the address signs in elsewhere; it may be free by now
  const isUnlisted = addressOwner === undefined || isElsewhere
  const listed = isUnlisted ? await findUserByEmail(db, email) : undefined
  if (isUnlisted && listed === undefined) {
    const id = newId(now)
    const insert = isElsewhere ? insertListedUser : insertUser
    await insert(db, { ...invitation, id, email, at: now })
    // an invited user sees no more than the inviter
    await insertInviterLimits(db, id, caller)
    return { userId: id, isElsewhere }
  }
  const existing = listed === undefined ? owner : await findUser(db, listed.id)
  const isSameOrganisation =
    existing?.user_type === invitation.userType && existing.merchant_id === invitation.merchantId
  if (existing === undefined || !isSameOrganisation) throw emailTakenProblem()
  const mayRegister = listed !== undefined && addressOwner === undefined
  if (!mayRegister && !(await isInvited(db, existing.id))) throw emailTakenProblem()
  if (!existing.is_active) throw new Problem('user.not_active', 409, 'This user is not active')
  // the same check as on the user's own page: an invitation is no way around it
  const current = await db.inWholeTenant((tenantDb) => findUserPermissions(tenantDb, existing.id))
  if (ungrantablePermissions(caller, current.permissions).length > 0) {
    throw new Problem('user.beyond', 403, 'This user holds more than you do')
  }
  if (current.isAdministrator && existing.role_id !== invitation.roleId) throw emailTakenProblem()
  if (invitation.again !== true) throw invitedAlreadyProblem(existing, current.roleName)
  await updateInvitedUser(db, existing.id, invitation)
  if (mayRegister) await insertDirectoryEntry(db, { id: existing.id, email })
  return { userId: existing.id, isElsewhere }
}

/** Invites the first administrator of a new tenant, in the transaction that creates the tenant and the role. */
export function inviteFirstAdministrator(
  db: Db,
  services: Pick<Context<UserCaller>, 'caller' | 'database' | 'jobs' | 'now' | 'settings'>,
  administrator: {
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly roleId: string
  },
) {
  return sendInvitation(db, services, { ...administrator, userType: 'tenant', merchantId: null })
}

/** Invites the first administrator of a new merchant, if the caller may grant that role. */
export async function inviteMerchantAdministrator(
  db: Db,
  services: Parameters<typeof invite>[1],
  administrator: {
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly merchantId: string
  },
): Promise<void> {
  const roleId = await findMerchantAdministratorRole(db)
  if (roleId === undefined) {
    const text = 'There is no administrator role for merchants. Make one first.'
    throw new Problem('user.role_unknown', 422, text, { path: 'email' })
  }
  await invite(db, services, { ...administrator, roleId, userType: 'merchant' })
}

/**
 * A platform administrator whom no user invites, with a link to choose a password where passwords are here; no mail is
 * sent. A user who was made so and has not signed in yet gets a new link. Throws when somebody has the address.
 */
export async function createAdministrator(
  db: Db,
  {
    user,
    identityUrl,
    now,
  }: {
    readonly user: Pick<Invitation, 'email' | 'firstName' | 'lastName' | 'roleId'>
    readonly identityUrl: string | undefined
    readonly now: Date
  },
): Promise<{ userId: string; link: { url: string; expiresAt: Date } | undefined }> {
  const owner = await findByEmail(db, user.email)
  const known = owner?.tenant_id === tenantOf(db) ? await findUser(db, owner.user_id) : undefined
  if (owner !== undefined && !(known !== undefined && (await isInvited(db, known.id)))) {
    throw emailTakenProblem()
  }
  const userId = known?.id ?? newId(now)
  const invitation = { ...user, userType: 'platform' as const, merchantId: null }
  if (known === undefined) await insertUser(db, { ...invitation, id: userId, at: now })
  else await updateInvitedUser(db, userId, invitation)
  const made = await findUser(db, userId)
  if (made === undefined) throw notFound('The user')
  const link =
    identityUrl === undefined
      ? undefined
      : await createAccountLink(db, { purpose: 'invitation', user: made, identityUrl, now })
  return { userId, link }
}
