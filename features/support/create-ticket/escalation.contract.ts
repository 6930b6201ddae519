import { supportPermissions } from '@counterfoil/features/support/tickets/terms.schema.ts'
import { customerTicketParams } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { newTicket } from './create-ticket.contract.ts'

/** The platform sees only what is sent here; nothing is copied from the customer's ticket. */
export const escalateTicket = endpoint({
  id: 'support.escalate',
  method: 'POST',
  path: '/api/support/ticket/:customerId/:ticketId/escalate',
  summary:
    "Creates a ticket to the platform about a customer's; the tenant sees its public comments on the customer's too",
  permission: supportPermissions.tenant,
  params: customerTicketParams,
  body: newTicket,
  answer: z.object({ ticketId: id }),
  status: 201,
  refreshes: ['support.*'],
})
