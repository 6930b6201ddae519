import { supportPermissions } from '@counterfoil/features/support/tickets/terms.contract.ts'
import { customerTicketParams } from '@counterfoil/features/support/tickets/tickets.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { newTicket } from './create-ticket.contract.ts'

/** What is sent is what the platform sees: nothing of the customer's ticket goes along by itself. */
export const escalateTicket = endpoint({
  id: 'support.escalate',
  method: 'POST',
  path: '/api/support/ticket/:customerId/:ticketId/escalate',
  summary:
    "Raises a ticket to the platform about a customer's; its public answers show on the customer's for the tenant",
  permission: supportPermissions.tenant,
  params: customerTicketParams,
  body: newTicket,
  answer: z.object({ ticketId: id }),
  status: 201,
  refreshes: ['support.*'],
})
