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
  // of another address than the one that was read, a key would go to another service
  body: z
    .strictObject({
      key: z.string().trim().min(8).max(500).nullable(),
      version: z.int().min(1).max(2_147_483_647),
    })
    .meta({ examples: [{ key: 'a-key-of-the-service', version: 1 }] }),
  answer: z.object({ keyHint: z.string().nullable() }),
  refreshes: [`${languageModels.id}.*`],
})
