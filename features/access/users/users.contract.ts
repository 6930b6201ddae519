import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

/** Any of these opens the calls; whom they may be used on, the rules say. */
const managesUsers = ['manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users']

const name = oneLine(z.string().trim()).min(1).max(100)

const invitation = z.object({
  email: z.email().max(254),
  firstName: name,
  lastName: name,
  roleId: id,
  /** Whoever is invited already gets another link, and this name and role instead of theirs. */
  again: z.boolean().default(false),
})

export const invitedUser = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isActive: z.boolean(),
  /** Until when the link in the mail works; null where another identity provider signs people in. */
  invitationExpiresAt: timestamp.nullable(),
})

export type Invited = z.infer<typeof invitedUser>

const example = {
  email: 'new.colleague@northwind.example',
  firstName: 'New',
  lastName: 'Colleague',
  roleId: '01920000-0000-7000-8000-000000000001',
}

/** A merchant's user belongs to the merchant named, or to the caller's own; everybody else is an operator. */
export const inviteUser = endpoint({
  id: 'users.invite',
  method: 'POST',
  path: '/api/users/crm',
  summary: 'Invites somebody by e-mail; with `again` also whoever is invited and has not come yet',
  permission: managesUsers,
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
