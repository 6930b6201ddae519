import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const receiveWebhook = endpoint({
  id: 'sandbox.webhooks.receive',
  method: 'POST',
  path: '/sandbox/webhooks/:endpointId',
  summary: "Demo only: stands in for a merchant's server, checks the signature, keeps the message",
  public: true,
  params: z.object({ endpointId: id }),
  answer: z.object({ received: z.literal(true), receiver: z.string() }),
})
