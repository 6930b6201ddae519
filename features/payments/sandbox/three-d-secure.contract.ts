import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

const challenge = z.object({
  provider: z
    .string()
    .regex(/^sandbox_[a-z]+$/)
    .meta({ examples: ['sandbox_alpha'] }),
  reference: id,
})
const html = 'text/html; charset=utf-8'

/** The page to which a sandbox acquirer redirects the customer: plain HTML that works without JavaScript. */
export const showChallenge = endpoint({
  id: 'sandbox.showChallenge',
  method: 'GET',
  path: '/sandbox/3ds/:provider/:reference',
  summary: "The sandbox's page on which a customer confirms a payment",
  public: true,
  params: challenge,
  answer: z.string(),
  contentType: html,
})

export const answerChallenge = endpoint({
  id: 'sandbox.answerChallenge',
  method: 'POST',
  path: '/sandbox/3ds/:provider/:reference/:choice',
  summary: 'The customer confirms or refuses',
  public: true,
  params: challenge.extend({ choice: z.enum(['confirm', 'refuse']) }),
  answer: z.string(),
  contentType: html,
})
