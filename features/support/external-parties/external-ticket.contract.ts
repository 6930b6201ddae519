import { maxCommentLength } from '@counterfoil/features/support/feed/feed.contract.ts'
import { commentKinds } from '@counterfoil/features/support/feed/feed-items.schema.ts'
import { states } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** The page that an invitation's link opens; the token follows the #, so that servers do not log it. */
export const externalPage = '/support/external'

const token = z.string().min(20).max(200)

/** Everything that an external party sees. */
const externalTicket = z.object({
  code: z.string(),
  subject: z.string(),
  description: z.string(),
  state: z.enum(states),
  tenantName: z.string(),
  /** The tenant's, as an address below the portal's. */
  logo: z.string().nullable(),
  /** The colour of the tenant's buttons; null: it has not chosen one. */
  colour: z.string().nullable(),
  /** The invited address, under which comments appear. */
  email: z.string(),
  expiresAt: timestamp,
  comments: z.array(
    z.object({
      itemId: id,
      timestamp,
      kind: z.enum(commentKinds),
      commenter: z.string(),
      content: z.string(),
      /** Names of the attached files, which the external party cannot read. */
      attachments: z.array(z.string()),
      /** Written by the reader. */
      isOwn: z.boolean(),
    }),
  ),
})
export type ExternalTicket = z.infer<typeof externalTicket>

export const readExternalTicket = endpoint({
  id: 'support.external',
  method: 'POST',
  path: '/api/support/external',
  summary: 'The public part of the ticket of an invitation',
  public: true,
  body: z.object({ token }),
  answer: externalTicket,
})

export const createExternalComment = endpoint({
  id: 'support.external-comment',
  method: 'POST',
  path: '/api/support/external/comment',
  summary: 'Adds a comment to the ticket of an invitation',
  public: true,
  body: z.object({
    token,
    content: z.string().trim().min(1, 'A comment says something').max(maxCommentLength),
  }),
  answer: externalTicket,
  status: 201,
})
