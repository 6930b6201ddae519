import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { languageModels } from './language-models.resource.ts'

export const setModelKey = endpoint({
  id: 'language-models.set-key',
  method: 'PUT',
  path: `/api${languageModels.path}/:id/key`,
  summary:
    'Sets the key that the service is called with, or takes it away; nobody can read it again',
  permission: languageModels.permissions.edit,
  params: idParams,
  body: z.strictObject({ key: z.string().trim().min(8).max(500).nullable() }),
  answer: z.object({ keyHint: z.string().nullable() }),
  refreshes: [`${languageModels.id}.*`],
})
