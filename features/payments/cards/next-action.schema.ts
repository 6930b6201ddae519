import { timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** Where the payer confirms at the issuer of the card, and until when. */
export const nextAction = z.object({
  type: z.literal('redirect'),
  url: z.url(),
  expiresAt: timestamp,
})
export type NextAction = z.infer<typeof nextAction>
