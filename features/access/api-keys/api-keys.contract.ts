import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { apiKeys } from './api-keys.resource.ts'

export const rotateApiKey = endpoint({
  id: 'api-keys.rotate',
  method: 'POST',
  path: `/api${apiKeys.path}/:id/key`,
  summary: 'Replaces an API key, shown this once; for a while the previous one works too',
  permission: apiKeys.permissions.edit,
  params: idParams,
  body: z.strictObject({
    /** How long both keys work; 0 for a key that has leaked. */
    overlapHours: z.int().min(0).max(720).default(24),
  }),
  answer: z.object({ key: z.string(), previousUntil: timestamp }),
  refreshes: [`${apiKeys.id}.*`],
})
