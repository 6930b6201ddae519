import { audiences } from '@counterfoil/kit/contract/audience.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

/** Any one suffices for the call; `users.rules.ts` decides which users it may be used on. */
const managePermissions = ['manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users']
const viewPermissions = [...managePermissions, 'Merchant.UserManagement.Users.View']
const manageOperatorPermissions = ['manageCrmRoles']

export const userStatuses = ['Active', 'Invited', 'Locked', 'Inactive'] as const

const user = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userType: z.enum(audiences),
  tenantId: id,
  tenantName: z.string(),
  merchantId: id.nullable(),
  merchantName: z.string().nullable(),
  roleId: id,
  roleName: z.string(),
  isAdministrator: z.boolean(),
  isActive: z.boolean(),
  status: z.enum(userStatuses),
  lastLoginTime: timestamp.nullable(),
  createdAt: timestamp,
})
export type UserRow = z.infer<typeof user>

const search = pageQuery.extend({
  searchKey: z.string().max(100).optional(),
  /** `operator`: users of tenants and of the platform. */
  userType: z.enum(['merchant', 'operator', 'tenant', 'platform']).optional(),
  status: z.enum(userStatuses).optional(),
  roleId: id.optional(),
  merchantId: id.optional(),
  tenantId: id.optional(),
  sort: z.enum(['name', '-name', 'email', '-email', 'lastLoginTime', '-lastLoginTime']).optional(),
})

export const listUsers = endpoint({
  id: 'people.list',
  method: 'GET',
  path: '/api/users/crm',
  summary: 'Users that the caller may see',
  permission: viewPermissions,
  query: search,
  answer: listOf(user),
})

export const listAllUsers = endpoint({
  id: 'people.list-all',
  method: 'GET',
  path: '/api/all/users/crm',
  summary: 'The same for pickers: names and addresses of up to 1000',
  permission: viewPermissions,
  query: z.object({ searchKey: z.string().max(100).optional() }),
  answer: listOf(z.object({ id, name: z.string(), email: z.string() })),
})

/** The default page has 50 users. */
export const listTenantUsers = endpoint({
  id: 'people.list-tenant',
  method: 'GET',
  path: '/api/tenants/:id/tenant-users',
  summary: 'Operators of one tenant',
  permission: manageOperatorPermissions,
  params: idParams,
  query: search.extend({ pageSize: z.coerce.number().int().min(1).max(1000).default(50) }),
  answer: listOf(user),
})

export const readUser = endpoint({
  id: 'people.read',
  method: 'GET',
  path: '/api/users/crm/:id',
  summary: 'One user',
  permission: viewPermissions,
  params: idParams,
  answer: user.extend({
    isManageable: z.boolean(),
    /**
     * Of somebody who is invited: why they cannot come in. `failed`: the mail server refuses the e-mail; `kept`: there is no mail
     * server; `expired`: the link is over. Null: nothing is known to be wrong.
     */
    invitationFault: z.enum(['failed', 'kept', 'expired']).nullable(),
  }),
})

const name = oneLine(z.string().trim()).min(1).max(100)
export const userInput = z.object({ firstName: name, lastName: name, roleId: id })
/** Without a role it stays as it is. */
const userChange = userInput.partial({ roleId: true })
const userReferenceAnswer = z.object({ id })
const example = {
  ...{ firstName: 'New', lastName: 'Colleague' },
  roleId: '01920000-0000-7000-8000-000000000001',
}
const refreshes = ['people.*', 'users.*', 'roles.*']

export const updateUser = endpoint({
  id: 'people.update',
  method: 'PUT',
  path: '/api/users/crm/:id',
  summary: 'Changes name and role; another role needs a one-time code',
  permission: managePermissions,
  params: idParams,
  body: userChange.meta({ examples: [example] }),
  answer: user,
  refreshes,
})

export const removeUser = endpoint({
  id: 'people.delete',
  method: 'DELETE',
  path: '/api/users/crm/:id',
  summary: 'Removes a user: sessions end at once, the entries of what they did stay',
  permission: managePermissions,
  params: idParams,
  answer: userReferenceAnswer,
  refreshes,
})

const tenantUser = z.object({ id, userId: id })

export const updateTenantUser = endpoint({
  id: 'people.update-tenant',
  method: 'PUT',
  path: '/api/tenants/:id/tenant-user/:userId',
  summary: 'Changes name and role of a tenant’s operator; another role needs a one-time code',
  permission: manageOperatorPermissions,
  params: tenantUser,
  body: userChange.meta({ examples: [example] }),
  answer: user,
  refreshes,
})

export const removeTenantUser = endpoint({
  id: 'people.delete-tenant',
  method: 'DELETE',
  path: '/api/tenants/:id/tenant-user/:userId',
  summary: 'Removes a tenant’s operator',
  permission: manageOperatorPermissions,
  params: tenantUser,
  answer: userReferenceAnswer,
  refreshes,
})

export const activateTenantUser = endpoint({
  id: 'people.activate-tenant',
  method: 'PUT',
  path: '/api/tenants/:id/tenant-user/:userId/activate',
  summary: 'Activates a tenant’s operator',
  permission: manageOperatorPermissions,
  params: tenantUser,
  answer: userReferenceAnswer,
  refreshes,
})

export const deactivateTenantUser = endpoint({
  id: 'people.deactivate-tenant',
  method: 'PUT',
  path: '/api/tenants/:id/tenant-user/:userId/deactivate',
  summary: 'Deactivates a tenant’s operator; sessions end at once',
  permission: manageOperatorPermissions,
  params: tenantUser,
  answer: userReferenceAnswer,
  refreshes,
})

export const setActivation = endpoint({
  id: 'users.set-activation',
  method: 'PUT',
  path: '/api/users/:id/activation',
  summary: 'Activates or deactivates a user; on deactivation sessions end at once',
  permission: managePermissions,
  params: idParams,
  body: z.object({ isActive: z.boolean() }),
  answer: z.object({ id, isActive: z.boolean() }),
  refreshes,
})

export const unlockUser = endpoint({
  id: 'people.unlock',
  method: 'PUT',
  path: '/api/users/:id/unlock',
  summary: 'Unlocks a user who was locked after too many wrong passwords or codes',
  permission: managePermissions,
  params: idParams,
  answer: userReferenceAnswer,
  refreshes,
})

export const resetUserAuthenticator = endpoint({
  id: 'people.reset-authenticator',
  method: 'PUT',
  path: '/api/users/:id/reset-authenticator',
  summary: 'Removes the authenticator app of a user who lost it, and notifies the user by e-mail',
  permission: managePermissions,
  params: idParams,
  answer: userReferenceAnswer,
})

const userReference = z.object({ userId: id })

export const resetPassword = endpoint({
  id: 'people.reset-password',
  method: 'POST',
  path: '/api/users/password-reset',
  summary: 'Mails a user a link to set a new password',
  permission: managePermissions,
  body: userReference,
  answer: userReferenceAnswer,
})

export const resetTenantPassword = endpoint({
  id: 'people.reset-tenant-password',
  method: 'POST',
  path: '/api/tenants/users/password-reset',
  summary: 'The same for an operator of a tenant',
  permission: manageOperatorPermissions,
  body: userReference,
  answer: userReferenceAnswer,
})
