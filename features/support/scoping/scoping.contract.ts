import {
  categories,
  supportPermissions,
} from '@counterfoil/features/support/tickets/terms.schema.ts'
import { tenantTicketParams } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const scopingPollMs = 1_000
/** A failed poll is retried so many times, at the same interval; then its error is shown. */
export const scopingRetries = 3

/** A draft of the ticket's scope, from the ticket and similar tickets. */
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
  /** `model`: a language model wrote the texts; `similarity`: they are derived from similar tickets only. */
  source: z.enum(['model', 'similarity']),
  createdAt: timestamp,
})
export type Scope = z.infer<typeof scope>

const path = '/api/support/:tenantId/ticket/:ticketId'

export const startScoping = endpoint({
  id: 'support.scoping-start',
  method: 'POST',
  path: `${path}/scoping`,
  summary: 'Starts drafting a scope; does nothing while one is being drafted',
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
    'Whether a scope is being drafted, and the newest draft; polled until the status is false',
  permission: supportPermissions.platform,
  params: tenantTicketParams,
  answer: z.object({
    scopingStatus: z.boolean(),
    scope: scope.nullable(),
    /** Why the last draft failed. */
    failure: z.string().nullable(),
  }),
})
