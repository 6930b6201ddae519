import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { featureNames } from '@counterfoil/kit/contract/features.ts'
import { id, idParams, option } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const manages = ['manageCrmRoles', 'manageMerchantRoles', 'Merchant.UserManagement.Users']
const sees = [...manages, 'Merchant.UserManagement.Users.View']

/** What a user is limited to; `isLimited` false: nothing is kept from them. */
const limit = z.object({ isLimited: z.boolean(), items: z.array(option) })

export const effectiveRights = z.object({
  userId: id,
  role: z.object({ id, name: z.string(), isAdministrator: z.boolean() }),
  /** Each right with where it comes from, and whether its use asks for a one-time code. */
  effective: z.array(
    z.object({
      permission: z.string(),
      from: z.array(z.enum(['role', 'user'])),
      requiresCode: z.boolean(),
      /** The feature that the platform keeps from the tenant, so that the right has no effect; null: it has. */
      keptBy: z.enum(featureNames).nullable(),
    }),
  ),
  /** Those of the user's own, besides the role's. */
  permissions: z.array(z.string()),
  scaRequiredPermissions: z.array(z.string()),
  limits: z.object({ merchants: limit, paymentMethods: limit, serviceProviders: limit }),
  isManageable: z.boolean(),
  /** Of permissions and limits together. */
  version: z.int(),
})
export type EffectiveRights = z.infer<typeof effectiveRights>

export const readRights = endpoint({
  id: 'people.rights',
  method: 'GET',
  path: '/api/users/permissions/:id',
  summary: 'All that a user may see and do, and why',
  permission: sees,
  params: idParams,
  answer: effectiveRights,
})

/** As it was read; left out: whatever it is now. */
const version = z.int().optional()

const permissionList = z
  .array(z.string().max(100))
  .max(400)
  .transform((some) => [...new Set(some)].sort())

export const saveRights = endpoint({
  id: 'people.save-rights',
  method: 'PUT',
  path: '/api/users/permissions/:id',
  summary: 'Gives a user permissions besides those of the role',
  permission: manages,
  sca: 'always',
  params: idParams,
  body: z
    .object({
      permissions: permissionList,
      scaRequiredPermissions: permissionList.default([]),
      version,
    })
    .meta({ examples: [{ permissions: [] }] }),
  answer: effectiveRights,
  refreshes: ['people.*'],
})

const permissionGroup = z.object({ name: z.string(), permissions: z.array(z.string()) })

export const listMerchantPermissions = endpoint({
  id: 'people.merchant-permissions',
  method: 'GET',
  path: '/api/users/permissions/all-merchant',
  summary: 'Every permission that a merchant’s user can hold, in its groups',
  permission: sees,
  answer: z.array(permissionGroup),
})

export const readPersonRoles = endpoint({
  id: 'people.roles',
  method: 'GET',
  path: '/api/users/:id/roles',
  summary: 'The role of a user',
  permission: sees,
  params: idParams,
  answer: z.array(option),
})

const ids = z
  .array(z.string().max(100))
  .max(1000)
  .transform((some) => [...new Set(some)])
const reading = { method: 'GET', permission: sees, params: idParams, answer: limit } as const
const saving = {
  method: 'PUT',
  permission: manages,
  params: idParams,
  answer: limit,
  /** An empty list: no limit. */
  body: z.object({ ids, version }).meta({ examples: [{ ids: [] }] }),
  refreshes: ['people.*'],
} as const

export const readMerchantLimit = endpoint({
  ...reading,
  id: 'people.merchant-limit',
  path: '/api/users/crm/:id/merchantpermissions',
  summary: 'The merchants that an operator is limited to',
})
export const saveMerchantLimit = endpoint({
  ...saving,
  id: 'people.save-merchant-limit',
  path: '/api/users/crm/:id/merchantpermissions',
  summary: 'Limits an operator to some merchants',
  permission: ['manageCrmRoles'],
})
export const readMethodLimit = endpoint({
  ...reading,
  id: 'people.method-limit',
  path: '/api/crm/users/:id/payment-method-permissions',
  summary: 'The payment methods that a user is limited to',
})
export const saveMethodLimit = endpoint({
  ...saving,
  id: 'people.save-method-limit',
  path: '/api/users/crm/:id/paymentmethodpermissions',
  summary: 'Limits a user to payments by some methods',
})
export const readProviderLimit = endpoint({
  ...reading,
  id: 'people.provider-limit',
  path: '/api/crm/users/:id/service-provider-permissions',
  summary: 'The service providers that a user is limited to',
})
export const saveProviderLimit = endpoint({
  ...saving,
  id: 'people.save-provider-limit',
  path: '/api/crm/users/:id/service-provider-permissions',
  summary: 'Limits a user to payments at some providers',
})
