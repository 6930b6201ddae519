import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { cardFields } from './card-fields.schema.ts'

export const cardToken = z.object({
  id,
  brand: z.string(),
  first6: z.string(),
  last4: z.string(),
  expiresAt: timestamp.describe('It is paid with once, before this.'),
})

export const createToken = endpoint({
  id: 'merchantApi.createToken',
  method: 'POST',
  path: '/v1/tokens',
  summary:
    "Make a token of a card, in a payer's browser with a publishable key: it is paid with once, within 15 minutes",
  scope: 'tokens:write',
  body: z.strictObject(cardFields),
  answer: cardToken,
  status: 201,
  cardNumberIn: 'number',
  isCrossOrigin: true,
})
