import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { errorMappings } from './error-mappings.resource.ts'

/** Days that codes are looked for in. */
export const unmappedDays = 30

const unmappedCode = z.object({
  tenantId: z.string(),
  provider: z.string(),
  rawCode: z.string(),
  /** In the acquirer's own words. */
  text: z.string().nullable(),
  /** Refusals with it. */
  count: z.int(),
  lastAt: timestamp,
})
export type UnmappedCode = z.infer<typeof unmappedCode>

export const listUnmappedCodes = endpoint({
  id: 'error-mappings.unmapped',
  method: 'GET',
  path: '/api/crm/settings/error-mappings/unmapped-codes',
  summary: 'The codes of acquirers of the last 30 days that nothing maps, with how often they came',
  permission: [errorMappings.permission.view],
  answer: z.array(unmappedCode),
})
