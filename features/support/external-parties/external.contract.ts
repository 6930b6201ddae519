import { longestComment } from '@counterfoil/features/support/feed/feed.contract.ts'
import { commentKinds } from '@counterfoil/features/support/feed/feed-items.contract.ts'
import { states } from '@counterfoil/features/support/tickets/terms.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** The page that an invited person's link opens; the token stands behind the #, so that no server logs it. */
export const externalPage = '/support/external'

const token = z.string().min(20).max(200)

/** All that an invited person sees. */
export const externalTicket = z.object({
  code: z.string(),
  subject: z.string(),
  description: z.string(),
  state: z.enum(states),
  tenantName: z.string(),
  /** Whom the link was sent to: answers go by this name. */
  email: z.string(),
  expiresAt: timestamp,
  comments: z.array(
    z.object({
      itemId: id,
      timestamp,
      kind: z.enum(commentKinds),
      commenter: z.string(),
      content: z.string(),
      /** By the invited person. */
      isOwn: z.boolean(),
    }),
  ),
})
export type ExternalTicket = z.infer<typeof externalTicket>

export const readExternalTicket = endpoint({
  id: 'support.external',
  method: 'POST',
  path: '/api/support/external',
  summary: 'The public part of the ticket that a link was sent for',
  public: true,
  body: z.object({ token }),
  answer: externalTicket,
})

export const answerExternally = endpoint({
  id: 'support.external-comment',
  method: 'POST',
  path: '/api/support/external/comment',
  summary: 'Answers the ticket that a link was sent for',
  public: true,
  body: z.object({
    token,
    content: z.string().trim().min(1, 'A comment says something').max(longestComment),
  }),
  answer: externalTicket,
  status: 201,
})
