import {
  categories,
  supportPermissions,
} from '@counterfoil/features/support/tickets/terms.contract.ts'
import { tenantTicketParams } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const scopingEveryMs = 1_000
/** A poll that fails is tried so often again, so far apart; then its error is shown. */
export const scopingRetries = 3

/** A draft: what it is about, read off the ticket and tickets like it. */
export const scope = z.object({
  summary: z.string(),
  likelyCategory: z.enum(categories).nullable(),
  /** Questions to the tenant. */
  missingInformation: z.array(z.string()),
  similarTickets: z.array(
    z.object({
      ticketId: id,
      tenantId: id,
      code: z.string(),
      subject: z.string(),
      category: z.enum(categories),
      closedAt: timestamp.nullable(),
    }),
  ),
  /** `model`: a language model wrote the words; `similarity`: they follow from the similar tickets alone. */
  source: z.enum(['model', 'similarity']),
  createdAt: timestamp,
})
export type Scope = z.infer<typeof scope>

const path = '/api/support/:tenantId/ticket/:ticketId'

export const startScoping = endpoint({
  id: 'support.scoping-start',
  method: 'POST',
  path: `${path}/scoping`,
  summary: 'Has a scope drafted; asked again while one is drafted, nothing happens',
  permission: supportPermissions.platform,
  params: tenantTicketParams,
  status: 202,
  refreshes: ['support.ticket*'],
})

export const readScoping = endpoint({
  id: 'support.scoping',
  method: 'GET',
  path: `${path}/scoping-status`,
  summary:
    'Whether a scope is being drafted, and the newest one; to be asked until the status is false',
  permission: supportPermissions.platform,
  params: tenantTicketParams,
  answer: z.object({
    scopingStatus: z.boolean(),
    scope: scope.nullable(),
    /** Why the last draft came to nothing. */
    failure: z.string().nullable(),
  }),
})
