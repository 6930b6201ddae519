import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { emailAddress, id, idParams, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

/** Any one suffices for the call; `users.rules.ts` decides whom the caller may invite. */
const invitePermissions = ['manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users']

const name = oneLine(z.string().trim()).min(1).max(100)

const invitation = z.object({
  email: emailAddress,
  firstName: name,
  lastName: name,
  roleId: id,
  /** A user who is invited already gets another link, and this name and role instead of the earlier ones. */
  again: z.boolean().default(false),
  /** An operator who sees these merchants alone, from the beginning; an empty list: all, or as before where invited already. */
  merchantIds: z
    .array(id)
    .max(1000)
    .default([])
    .transform((some) => [...new Set(some)]),
})

export const invitedUser = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
  /** Until when the link in the mail works; null where users sign in at another identity provider. */
  invitationExpiresAt: timestamp.nullable(),
})

export type InvitedUser = z.infer<typeof invitedUser>

const example = {
  email: 'new.colleague@northwind.example',
  firstName: 'New',
  lastName: 'Colleague',
  roleId: '01920000-0000-7000-8000-000000000001',
}

/** With a merchant id, or from a merchant's user, the invited user belongs to that merchant; otherwise it is an operator. */
export const inviteUser = endpoint({
  id: 'users.invite',
  method: 'POST',
  path: '/api/users/crm',
  summary:
    'Invites a user by e-mail; with `again` also one who is invited and has not signed in yet',
  permission: invitePermissions,
  body: invitation
    .extend({ merchantId: id.nullable().default(null) })
    .meta({ examples: [{ ...example, merchantId: null }] }),
  answer: invitedUser,
  status: 201,
  refreshes: ['users.*', 'people.*'],
})

export const inviteTenantUser = endpoint({
  id: 'users.invite-tenant-user',
  method: 'POST',
  path: '/api/tenants/:id/tenant-user',
  summary: 'Invites an operator of a tenant by e-mail',
  permission: ['manageCrmRoles'],
  params: idParams,
  body: invitation.meta({ examples: [example] }),
  answer: invitedUser,
  status: 201,
  refreshes: ['users.*', 'people.*'],
})
