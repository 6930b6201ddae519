import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { z } from 'zod'
import { identityProviders } from './identity-providers.resource.ts'

const { permissions } = identityProviders
const path = `/api${identityProviders.path}/local-sign-in`

const person = z.object({ id: z.string(), name: z.string(), email: z.string() })

export const readLocalSignIn = endpoint({
  id: 'identity-providers.local-sign-in',
  method: 'GET',
  path,
  summary: 'Whether people of the organisation may sign in by password',
  permission: permissions.view,
  answer: z.object({
    /** Null: by password as everybody. */
    keptUserIds: z.array(z.string()).nullable(),
    /** Of whom two are named to sign in by password whatever happens. */
    administrators: z.array(person),
  }),
})

export const setLocalSignIn = endpoint({
  id: 'identity-providers.set-local-sign-in',
  method: 'PUT',
  path,
  summary: 'Closes sign-in by password but for two accounts, or opens it again',
  permission: permissions.edit,
  sca: 'always',
  body: z
    .strictObject({
      /** Null opens it again. */
      keptUserIds: z.array(z.uuid()).length(2).nullable(),
    })
    .meta({ examples: [{ keptUserIds: null }] }),
  answer: z.object({ keptUserIds: z.array(z.string()).nullable() }),
  refreshes: [`${identityProviders.id}.*`],
})
