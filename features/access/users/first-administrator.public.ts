import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/request/context.ts'
import { invite, sendInvitation } from './invitations.ts'
import { findMerchantAdministratorRole } from './users.queries.ts'

/** Invites whoever a new tenant begins with, in the transaction that makes the tenant and the role. */
export function inviteFirstAdministrator(
  db: Db,
  services: Pick<Context<UserCaller>, 'caller' | 'database' | 'jobs' | 'now' | 'settings'>,
  person: {
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly roleId: string
  },
) {
  return sendInvitation(db, services, { ...person, userType: 'tenant', merchantId: null })
}

/** Invites whoever a new merchant begins with, as far as the caller may give that role. */
export async function inviteMerchantAdministrator(
  db: Db,
  services: Parameters<typeof invite>[1],
  person: {
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly merchantId: string
  },
): Promise<void> {
  const roleId = await findMerchantAdministratorRole(db)
  if (roleId === undefined) {
    const text = 'There is no administrator role for merchants. Make one first.'
    throw new Problem('user.role_unknown', 422, text, {
      errors: [{ message: text, path: 'email' }],
    })
  }
  await invite(db, services, { ...person, roleId, userType: 'merchant' })
}
