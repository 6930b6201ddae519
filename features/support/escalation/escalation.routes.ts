import { auditOf } from '@counterfoil/features/support/feed/feed.public.ts'
import { raiseTicket } from '@counterfoil/features/support/raising/raising.public.ts'
import {
  changeTicket,
  lockTicket,
  openTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { type Route, route } from '@counterfoil/kit/server/route.ts'
import { escalateTicket } from './escalation.contract.ts'

export const routes: Route[] = [
  route(
    escalateTicket,
    async ({ params, body }, context) => {
      const open = await openTicket(context, 'tenantDesk', params)
      const { ticket } = open
      const ticketId = await raiseTicket(context, {
        channel: 'TenantToPlatform',
        tenantId: ticket.tenant_id,
        ticket: body,
        sourceTicketId: ticket.id,
        // both tickets are the tenant's: they are linked together, or not at all
        also: async (db, escalatedId) => {
          const locked = await lockTicket(db, ticket.id)
          if (locked.state === 'Closed') {
            throw new Problem(
              'ticket.closed',
              409,
              'This ticket is closed. Open it again to go on.',
            )
          }
          if (locked.escalated_ticket_id !== null) {
            throw new Problem('ticket.already_escalated', 409, 'This ticket is escalated already')
          }
          await changeTicket(db, ticket.id, {
            escalated_ticket_id: escalatedId,
            updated_at: context.now,
          })
        },
      })
      context.audit(auditOf(open, { escalatedTo: ticketId }))
      return { ticketId }
    },
    { transaction: 'own' },
  ),
]
