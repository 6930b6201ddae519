import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, pageQueryOf, several } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** Any one suffices: merchants are searched by filters of lists, and where their users, MIDs and routing are managed. */
const merchantSearchPermissions = [
  'manageCrmRoles',
  'manageMerchantRoles',
  'CRM.Organization.View',
  'CRM.Transaction.View',
  'Settings.Mid.Management.View',
  'CRM.Support.Lookup',
  'Platform.Transaction.Lookup',
  'Platform.Support.Lookup',
]

export const listActiveCustomers = endpoint({
  id: 'context.active-customers',
  method: 'GET',
  path: '/api/users/crm/active-customers',
  summary: 'Active merchants, id to name',
  permission: merchantSearchPermissions,
  answer: z.record(z.string(), z.string()),
})

const merchantOption = z.object({
  merchantId: id,
  legalBusinessName: z.string(),
  merchantStatus: z.string(),
  processingStatus: z.string(),
  tenantId: id,
})

export const searchMerchants = endpoint({
  id: 'context.merchants',
  method: 'GET',
  path: '/api/merchants',
  summary:
    'Finds merchants by name, number, e-mail and status, and names those whose ids are known',
  permission: merchantSearchPermissions,
  query: pageQueryOf('merchantPages').extend({
    /** In the names; or a whole id, e-mail, registration or tax number. */
    searchKey: z.string().max(255).optional(),
    merchantStatus: z.string().max(50).optional(),
    /** Only these: the ids that a list is filtered by, whose names are to be shown. */
    merchantId: several(id),
  }),
  answer: listOf(merchantOption),
})

export const listMerchantsOfTenant = endpoint({
  id: 'context.tenant-merchants',
  method: 'GET',
  path: '/api/:tenantId/all/merchants',
  summary: 'All merchants of a tenant',
  permission: merchantSearchPermissions,
  params: z.object({ tenantId: id }),
  query: pageQueryOf('merchants').extend({ searchKey: z.string().max(255).optional() }),
  answer: listOf(merchantOption),
})
