import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams, recordVersion } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { languageModels } from './language-models.resource.ts'

export const setModelKey = endpoint({
  id: 'language-models.set-key',
  method: 'PUT',
  path: `/api${languageModels.path}/:id/key`,
  summary: 'Sets or removes the key that the service is called with; no call answers the key',
  permission: languageModels.permissions.edit,
  params: idParams,
  // with the version, because after a change of the address the key would be sent to another service
  body: z
    .strictObject({
      key: z.string().trim().min(8).max(500).nullable(),
      version: recordVersion,
    })
    .meta({ examples: [{ key: 'a-key-of-the-service', version: 1 }] }),
  answer: z.object({ keyHint: z.string().nullable() }),
  refreshes: [`${languageModels.id}.*`],
})
