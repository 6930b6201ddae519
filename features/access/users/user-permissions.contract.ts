import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { featureNames } from '@counterfoil/kit/contract/features.ts'
import { id, idParams, option } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const managePermissions = ['manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users']
const viewPermissions = [...managePermissions, 'Merchant.UserManagement.Users.View']

/** What a user is limited to; `isLimited` false: the user sees all. */
const limit = z.object({ isLimited: z.boolean(), items: z.array(option) })

const userAccess = z.object({
  userId: id,
  role: z.object({ id, name: z.string(), isAdministrator: z.boolean() }),
  /** Each permission, where it comes from, and whether using it requires a one-time code. */
  effective: z.array(
    z.object({
      permission: z.string(),
      from: z.array(z.enum(['role', 'user'])),
      requiresCode: z.boolean(),
      /** The feature that is switched off for the tenant, so that the permission has no effect; null: it has effect. */
      keptBy: z.enum(featureNames).nullable(),
    }),
  ),
  /** The user's own permissions, besides those of the role. */
  permissions: z.array(z.string()),
  scaRequiredPermissions: z.array(z.string()),
  limits: z.object({ merchants: limit, paymentMethods: limit, serviceProviders: limit }),
  isManageable: z.boolean(),
  /** Of permissions and limits together. */
  version: z.int(),
})
export type UserAccess = z.infer<typeof userAccess>

export const readUserAccess = endpoint({
  id: 'people.rights',
  method: 'GET',
  path: '/api/users/permissions/:id',
  summary: 'All that a user may see and do, and why',
  permission: viewPermissions,
  params: idParams,
  answer: userAccess,
})

/** The version that the change is based on; without it the change applies to any version. */
const version = z.int().optional()

const permissionList = z
  .array(z.string().max(100))
  .max(400)
  .transform((some) => [...new Set(some)].sort())

export const updateUserPermissions = endpoint({
  id: 'people.save-rights',
  method: 'PUT',
  path: '/api/users/permissions/:id',
  summary: 'Grants a user permissions besides those of the role',
  permission: managePermissions,
  sca: 'always',
  params: idParams,
  body: z
    .object({
      permissions: permissionList,
      scaRequiredPermissions: permissionList.default([]),
      version,
    })
    .meta({ examples: [{ permissions: [] }] }),
  answer: userAccess,
  refreshes: ['people.*'],
})

const permissionGroup = z.object({ name: z.string(), permissions: z.array(z.string()) })

export const listMerchantPermissions = endpoint({
  id: 'people.merchant-permissions',
  method: 'GET',
  path: '/api/users/permissions/all-merchant',
  summary: 'Every permission that a merchant’s user can hold, in its groups',
  permission: viewPermissions,
  answer: z.array(permissionGroup),
})

export const readUserRoles = endpoint({
  id: 'people.roles',
  method: 'GET',
  path: '/api/users/:id/roles',
  summary: 'The role of a user',
  permission: viewPermissions,
  params: idParams,
  answer: z.array(option),
})

const ids = z
  .array(z.string().max(100))
  .max(1000)
  .transform((some) => [...new Set(some)])
const readLimit = {
  method: 'GET',
  permission: viewPermissions,
  params: idParams,
  answer: limit,
} as const
const updateLimit = {
  method: 'PUT',
  permission: managePermissions,
  params: idParams,
  answer: limit,
  /** An empty list: no limit. */
  body: z.object({ ids, version }).meta({ examples: [{ ids: [] }] }),
  refreshes: ['people.*'],
} as const

export const readMerchantLimit = endpoint({
  ...readLimit,
  id: 'people.merchant-limit',
  path: '/api/users/crm/:id/merchantpermissions',
  summary: 'The merchants that an operator is limited to',
})
export const updateMerchantLimit = endpoint({
  ...updateLimit,
  id: 'people.save-merchant-limit',
  path: '/api/users/crm/:id/merchantpermissions',
  summary: 'Limits an operator to some merchants',
  permission: ['manageCrmRoles'],
})
export const readMethodLimit = endpoint({
  ...readLimit,
  id: 'people.method-limit',
  path: '/api/crm/users/:id/payment-method-permissions',
  summary: 'The payment methods that a user is limited to',
})
export const updateMethodLimit = endpoint({
  ...updateLimit,
  id: 'people.save-method-limit',
  path: '/api/users/crm/:id/paymentmethodpermissions',
  summary: 'Limits a user to payments by some methods',
})
export const readProviderLimit = endpoint({
  ...readLimit,
  id: 'people.provider-limit',
  path: '/api/crm/users/:id/service-provider-permissions',
  summary: 'The service providers that a user is limited to',
})
export const updateProviderLimit = endpoint({
  ...updateLimit,
  id: 'people.save-provider-limit',
  path: '/api/crm/users/:id/service-provider-permissions',
  summary: 'Limits a user to payments at some providers',
})
