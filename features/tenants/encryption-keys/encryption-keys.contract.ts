import { editPermissionOf } from '@counterfoil/kit/contract/edit-permission.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, pageQuery, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const permission = 'Tenant.Keys.View'
const base = '/api/crm/tenant-management/encryption-keys'
const refreshes = ['encryption-keys.*']

export const keyStates = ['none', 'active', 'retiring', 'retired'] as const

const encryptionKey = z.object({
  tenantId: id,
  tenantName: z.string(),
  /** Null for a tenant without a key. */
  keyId: id.nullable(),
  state: z.enum(keyStates),
  /** The number of secrets that are encrypted with the key now, and when it was replaced. */
  sealed: z.int(),
  toReseal: z.int().nullable(),
  createdAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  replacedAt: timestamp.nullable(),
  retiredAt: timestamp.nullable(),
})
export type EncryptionKey = z.infer<typeof encryptionKey>

export const listEncryptionKeys = endpoint({
  id: 'encryption-keys.list',
  method: 'GET',
  path: base,
  summary: 'The keys that tenants’ secrets are sealed with, and how much is sealed under each',
  permission,
  query: pageQuery.extend({
    searchKey: z.string().max(255).optional(),
    state: z.enum(keyStates).optional(),
  }),
  answer: listOf(encryptionKey),
})

const tenantParams = z.object({ tenantId: id })

export const createEncryptionKey = endpoint({
  id: 'encryption-keys.create',
  method: 'POST',
  path: `${base}/:tenantId`,
  summary: 'Makes the first key of a tenant; what lies unsealed is sealed under it',
  permission: editPermissionOf(permission),
  params: tenantParams,
  answer: z.object({ keyId: id }),
  status: 201,
  refreshes,
})

export const rotateEncryptionKey = endpoint({
  id: 'encryption-keys.rotate',
  method: 'POST',
  path: `${base}/:tenantId/rotate`,
  summary:
    'Replaces a tenant’s key; what is encrypted under the old one is encrypted again in the background',
  permission: editPermissionOf(permission),
  params: tenantParams,
  answer: z.object({ keyId: id, toReseal: z.int() }),
  refreshes,
})

export const retireEncryptionKey = endpoint({
  id: 'encryption-keys.retire',
  method: 'POST',
  path: `${base}/:tenantId/:id/retire`,
  summary: 'Destroys a replaced key under which nothing is sealed any more',
  permission: editPermissionOf(permission),
  params: tenantParams.extend({ id }),
  answer: z.object({ keyId: id }),
  refreshes,
})
