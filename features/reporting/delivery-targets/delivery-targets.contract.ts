import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams, recordVersion, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { deliveryTargets } from './delivery-targets.resource.ts'

const { permissions } = deliveryTargets
const base = `/api${deliveryTargets.path}/:id`
const refreshes = [`${deliveryTargets.id}.*`]

export const setTargetSecret = endpoint({
  id: 'delivery-targets.set-secret',
  method: 'PUT',
  path: `${base}/secret`,
  summary: 'Sets or removes the password or secret access key; no call answers it',
  permission: permissions.edit,
  params: idParams,
  body: z
    .strictObject({ secret: z.string().min(1).max(1000).nullable(), version: recordVersion })
    .meta({ examples: [{ secret: 'what-the-server-expects', version: 1 }] }),
  answer: z.object({ secretSetAt: timestamp.nullable() }),
  refreshes,
})

export const makeTargetKey = endpoint({
  id: 'delivery-targets.make-key',
  method: 'PUT',
  path: `${base}/key`,
  summary: 'Makes a key pair for an SFTP server, instead of a password; answers the public half',
  permission: permissions.edit,
  params: idParams,
  body: z.strictObject({ version: recordVersion }).meta({ examples: [{ version: 1 }] }),
  answer: z.object({ publicKey: z.string() }),
  refreshes,
})

const targetTest = z.object({
  isGood: z.boolean(),
  /** Where it ended; null: nowhere. */
  failedAt: z.enum(['reach', 'host_key', 'sign_in', 'write']).nullable(),
  /** What the other side or the network said. */
  detail: z.string(),
  /** The fingerprint of the key that the server has, where it is not the one that was entered. */
  hostKey: z.string().nullable(),
})
export type TargetTest = z.infer<typeof targetTest>

export const testTarget = endpoint({
  id: 'delivery-targets.test',
  method: 'POST',
  path: `${base}/test`,
  summary: 'Connects, writes a small file and removes it',
  permission: permissions.edit,
  params: idParams,
  answer: targetTest,
})
