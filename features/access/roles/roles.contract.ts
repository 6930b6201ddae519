import { audiences } from '@counterfoil/kit/contract/audience.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  id,
  idParams,
  listOf,
  option,
  pageQuery,
  recordVersion,
} from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

const manageRolePermissions = [
  'manageCrmRoles',
  'manageMerchantRoles',
  'Merchant.UserManagement.Users',
]
const viewRolePermissions = [...manageRolePermissions, 'Merchant.UserManagement.Users.View']

/** The user type by any of its names, in any case. */
const userTypeName = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['merchant', 'customer', 'tenant', 'crm', 'platform']))
  .meta({ examples: ['merchant'] })

const typeParams = z.object({ type: userTypeName })
const permissionList = z
  .array(z.string().max(100))
  .max(400)
  .transform((some) => [...new Set(some)].sort())

export const roleInput = z.object({
  name: oneLine(z.string().trim()).min(1).max(100),
  permissions: permissionList,
  scaRequiredPermissions: permissionList.default([]),
})

const roleRow = z.object({
  id,
  name: z.string(),
  userType: z.enum(audiences),
  tenantId: id,
  tenantName: z.string(),
  merchantId: id.nullable(),
  merchantName: z.string().nullable(),
  isAdministrator: z.boolean(),
  permissionCount: z.int(),
  userCount: z.int(),
})
export type RoleRow = z.infer<typeof roleRow>

const role = roleRow.extend({
  permissions: z.array(z.string()),
  scaRequiredPermissions: z.array(z.string()),
  version: z.int(),
  /** Whether the caller may change it. */
  isEditable: z.boolean(),
})
export type Role = z.infer<typeof role>

const search = pageQuery.extend({
  searchKey: z.string().max(100).optional(),
  tenantId: id.optional(),
  merchantId: id.optional(),
})

/** `scaCode` comes as a header (`sca: 'always'`), never in the body. */
export const createRole = endpoint({
  id: 'roles.create',
  method: 'POST',
  path: '/api/users/roles/:type',
  summary: 'Creates a role for one user type, of one merchant or for all',
  permission: manageRolePermissions,
  sca: 'always',
  params: typeParams,
  body: roleInput
    .extend({ merchantId: id.nullable().default(null), tenantId: id.optional() })
    .meta({ examples: [{ name: 'Viewer', permissions: ['Merchant.Transaction.View'] }] }),
  answer: role,
  status: 201,
  refreshes: ['roles.*'],
})

export const readRole = endpoint({
  id: 'roles.read',
  method: 'GET',
  path: '/api/users/roles/details/:id',
  summary: 'A role with its permissions',
  permission: viewRolePermissions,
  params: idParams,
  answer: role,
})

export const updateRole = endpoint({
  id: 'roles.update',
  method: 'PUT',
  path: '/api/users/roles/:type/:id',
  summary: 'Changes a role; its users have the new permissions within seconds',
  permission: manageRolePermissions,
  sca: 'always',
  params: typeParams.extend({ id }),
  body: roleInput
    .extend({ version: recordVersion.optional() })
    .meta({ examples: [{ name: 'Viewer', permissions: ['Merchant.Transaction.View'] }] }),
  answer: role,
  refreshes: ['roles.*', 'people.*'],
})

export const removeRole = endpoint({
  id: 'roles.delete',
  method: 'DELETE',
  path: '/api/users/roles/:type/:id',
  summary: 'Removes a role that no user has',
  permission: manageRolePermissions,
  sca: 'always',
  params: typeParams.extend({ id }),
  refreshes: ['roles.*'],
})

const listing = { method: 'GET', permission: viewRolePermissions, answer: listOf(roleRow) } as const
const xParams = z.object({ x: userTypeName })

export const listRoles = endpoint({
  ...listing,
  id: 'roles.list',
  path: '/api/users/roles/:x',
  summary: 'Roles of one kind of user',
  params: xParams,
  query: search,
})
export const listOperatorRoles = endpoint({
  ...listing,
  id: 'roles.list-crm',
  path: '/api/crm/users/roles/:x',
  summary: 'Roles of one kind of user, for operators',
  permission: ['manageCrmRoles', 'manageMerchantRoles'],
  params: xParams,
  query: search,
})
export const listAllRoles = endpoint({
  ...listing,
  id: 'roles.list-all',
  path: '/api/users/all/roles/:x',
  summary: 'Every role of one kind of user',
  params: xParams,
})
export const listTenantRoles = endpoint({
  ...listing,
  id: 'roles.list-tenant',
  path: '/api/tenants/:id/tenant-roles/:x',
  summary: 'Roles of one tenant for one kind of user',
  permission: ['manageCrmRoles', 'manageMerchantRoles'],
  params: xParams.extend({ id }),
  query: search,
})

export const listGrantableRoles = endpoint({
  id: 'roles.lookup',
  method: 'GET',
  path: '/api/users/roles-lookup/:x',
  summary: 'The roles that the caller may grant to one user type',
  permission: manageRolePermissions,
  params: xParams,
  query: z.object({ tenantId: id.optional(), merchantId: id.optional() }),
  answer: z.array(option.extend({ isAdministrator: z.boolean() })),
})
