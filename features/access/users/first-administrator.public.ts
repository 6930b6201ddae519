import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Context, UserCaller } from '@counterfoil/kit/server/context.ts'
import { sendInvitation } from './invitations.ts'

/** Invites whoever a new tenant begins with, in the transaction that makes the tenant and the role. */
export function inviteFirstAdministrator(
  db: Db,
  services: Pick<Context<UserCaller>, 'caller' | 'jobs' | 'now' | 'settings'>,
  person: {
    readonly email: string
    readonly firstName: string
    readonly lastName: string
    readonly roleId: string
  },
) {
  return sendInvitation(db, services, { ...person, userType: 'tenant', merchantId: null })
}
