import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

/** Any of these opens the calls; whom they may be used on, the rules say. */
const manages = ['manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users']
const sees = [...manages, 'Merchant.UserManagement.Users.View']
const managesOperators = ['manageCrmRoles']

export const personStatuses = ['Active', 'Invited', 'Locked', 'Inactive'] as const

export const person = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userType: z.enum(['platform', 'tenant', 'merchant']),
  tenantId: id,
  tenantName: z.string(),
  merchantId: id.nullable(),
  merchantName: z.string().nullable(),
  roleId: id,
  roleName: z.string(),
  isAdministrator: z.boolean(),
  isActive: z.boolean(),
  status: z.enum(personStatuses),
  lastLoginTime: timestamp.nullable(),
  createdAt: timestamp,
})
export type PersonRow = z.infer<typeof person>

const search = pageQuery.extend({
  searchKey: z.string().max(100).optional(),
  /** `operator`: people of tenants and of the platform. */
  userType: z.enum(['merchant', 'operator', 'tenant', 'platform']).optional(),
  status: z.enum(personStatuses).optional(),
  roleId: id.optional(),
  merchantId: id.optional(),
  tenantId: id.optional(),
  sort: z.enum(['name', '-name', 'email', '-email', 'lastLoginTime', '-lastLoginTime']).optional(),
})

export const listPeople = endpoint({
  id: 'people.list',
  method: 'GET',
  path: '/api/users/crm',
  summary: 'Users that the caller looks after',
  permission: sees,
  query: search,
  answer: listOf(person),
})

export const listAllPeople = endpoint({
  id: 'people.list-all',
  method: 'GET',
  path: '/api/all/users/crm',
  summary: 'The same for pickers: names and addresses of up to 1000',
  permission: sees,
  query: z.object({ searchKey: z.string().max(100).optional() }),
  answer: listOf(z.object({ id, name: z.string(), email: z.string() })),
})

/** Users of a tenant come 50 to a page unless said. */
export const listTenantPeople = endpoint({
  id: 'people.list-tenant',
  method: 'GET',
  path: '/api/tenants/:id/tenant-users',
  summary: 'Operators of one tenant',
  permission: managesOperators,
  params: idParams,
  query: search.extend({ pageSize: z.coerce.number().int().min(1).max(1000).default(50) }),
  answer: listOf(person),
})

export const readPerson = endpoint({
  id: 'people.read',
  method: 'GET',
  path: '/api/users/crm/:id',
  summary: 'One user',
  permission: sees,
  params: idParams,
  answer: person.extend({ isManageable: z.boolean() }),
})

const name = oneLine(z.string().trim()).min(1).max(100)
export const personChange = z.object({ firstName: name, lastName: name, roleId: id })
const changed = z.object({ id })
const example = {
  ...{ firstName: 'New', lastName: 'Colleague' },
  roleId: '01920000-0000-7000-8000-000000000001',
}
const refreshes = ['people.*', 'users.*', 'roles.*']

export const updatePerson = endpoint({
  id: 'people.update',
  method: 'PUT',
  path: '/api/users/crm/:id',
  summary: 'Changes name and role; another role needs a one-time code',
  permission: manages,
  params: idParams,
  body: personChange.meta({ examples: [example] }),
  answer: person,
  refreshes,
})

export const removePerson = endpoint({
  id: 'people.delete',
  method: 'DELETE',
  path: '/api/users/crm/:id',
  summary: 'Takes a user away: sessions end at once, what was done in their name stays',
  permission: manages,
  params: idParams,
  answer: changed,
  refreshes,
})

const tenantUser = z.object({ id, userId: id })

export const updateTenantPerson = endpoint({
  id: 'people.update-tenant',
  method: 'PUT',
  path: '/api/tenants/:id/tenant-user/:userId',
  summary: 'Changes name and role of a tenant’s operator; another role needs a one-time code',
  permission: managesOperators,
  params: tenantUser,
  body: personChange.meta({ examples: [example] }),
  answer: person,
  refreshes,
})

export const removeTenantPerson = endpoint({
  id: 'people.delete-tenant',
  method: 'DELETE',
  path: '/api/tenants/:id/tenant-user/:userId',
  summary: 'Takes a tenant’s operator away',
  permission: managesOperators,
  params: tenantUser,
  answer: changed,
  refreshes,
})

export const activateTenantPerson = endpoint({
  id: 'people.activate-tenant',
  method: 'PUT',
  path: '/api/tenants/:id/tenant-user/:userId/activate',
  summary: 'Lets a tenant’s operator sign in again',
  permission: managesOperators,
  params: tenantUser,
  answer: changed,
  refreshes,
})

export const deactivateTenantPerson = endpoint({
  id: 'people.deactivate-tenant',
  method: 'PUT',
  path: '/api/tenants/:id/tenant-user/:userId/deactivate',
  summary: 'Lets a tenant’s operator sign in no longer; sessions end at once',
  permission: managesOperators,
  params: tenantUser,
  answer: changed,
  refreshes,
})

export const setActivation = endpoint({
  id: 'users.set-activation',
  method: 'PUT',
  path: '/api/users/:id/activation',
  summary: 'Lets a user sign in, or no longer: then sessions end at once',
  permission: manages,
  params: idParams,
  body: z.object({ isActive: z.boolean() }),
  answer: z.object({ id, isActive: z.boolean() }),
  refreshes,
})

export const unlockPerson = endpoint({
  id: 'people.unlock',
  method: 'PUT',
  path: '/api/users/:id/unlock',
  summary: 'Lifts the lock after too many wrong passwords or codes',
  permission: manages,
  params: idParams,
  answer: changed,
  refreshes,
})

export const resetPersonAuthenticator = endpoint({
  id: 'people.reset-authenticator',
  method: 'PUT',
  path: '/api/users/:id/reset-authenticator',
  summary: 'Takes away the authenticator app of a user who lost it; they are told by mail',
  permission: manages,
  params: idParams,
  answer: changed,
})

const whose = z.object({ userId: id })

export const resetPassword = endpoint({
  id: 'people.reset-password',
  method: 'POST',
  path: '/api/users/password-reset',
  summary: 'Mails a user a link to set a new password',
  permission: manages,
  body: whose,
  answer: changed,
})

export const resetTenantPassword = endpoint({
  id: 'people.reset-tenant-password',
  method: 'POST',
  path: '/api/tenants/users/password-reset',
  summary: 'The same for an operator of a tenant',
  permission: managesOperators,
  body: whose,
  answer: changed,
})
