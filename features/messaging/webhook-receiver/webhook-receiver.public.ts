import { notFound, Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { findSignatureFault } from './verification.ts'
import { findReceiverSecret, insertReceivedWebhook } from './webhook-receiver.queries.ts'

/**
 * The demo's receiver: checks the signature of a message as a merchant's server should, and stores the message. `shared`
 * reaches the sandbox's tables and no tenant's.
 */
export async function receiveMessage(
  shared: Db,
  endpointId: string,
  message: {
    readonly headers: Readonly<Record<string, unknown>>
    readonly body: string
    readonly now: Date
  },
): Promise<void> {
  const secret = await findReceiverSecret(shared, endpointId)
  if (secret === undefined) throw notFound('The receiver')
  const { headers, body, now } = message
  const fault = findSignatureFault(secret, headers, body, now)
  if (fault !== undefined) throw new Problem('webhook.signature_invalid', 400, fault)
  const webhookId = String(headers['webhook-id'])
  await insertReceivedWebhook(shared, { endpointId, webhookId, payload: body, now })
}
