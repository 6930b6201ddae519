import { auditOf, insertFeedItems } from '@counterfoil/features/support/feed/feed.public.ts'
import {
  auditOn,
  lockTicket,
  type OpenTicket,
  type SupportContext,
  updateTicket,
} from '@counterfoil/features/support/tickets/tickets.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { NewTicket } from './create-ticket.contract.ts'
import { createTicketFor } from './create-ticket.public.ts'
import { escalateTicket } from './escalation.contract.ts'

/** Creates a ticket to the platform about a customer's, and answers its id. */
export async function escalate(
  context: SupportContext,
  open: OpenTicket,
  body: NewTicket,
): Promise<string> {
  const { ticket } = open
  const params = { ticketId: ticket.id }
  const ticketId = await createTicketFor(context, {
    request: { endpointId: escalateTicket.id, params, body },
    channel: 'TenantToPlatform',
    tenantId: ticket.tenant_id,
    ticket: body,
    sourceTicketId: ticket.id,
    // both tickets belong to the tenant, so one transaction creates the one and links the other
    onInserted: async (db, escalatedId, code) => {
      const locked = await lockTicket(db, ticket.id)
      if (locked.state === 'Closed') {
        throw new Problem('ticket.closed', 409, 'This ticket is closed. Open it again to go on.')
      }
      if (locked.escalated_ticket_id !== null) {
        throw new Problem('ticket.already_escalated', 409, 'This ticket is escalated already')
      }
      await updateTicket(db, ticket.id, {
        escalated_ticket_id: escalatedId,
        updated_at: context.now,
      })
      const { caller, now } = context
      // only the tenant knows that it asked the platform
      await db.inScope(open.access.organisationScope, (organisationDb) =>
        insertFeedItems.escalation(organisationDb, {
          ticketId: ticket.id,
          ticketTenantId: ticket.tenant_id,
          merchantId: null,
          escalated: { id: escalatedId, code },
          actor: { id: caller.id, name: caller.name, side: open.access.side },
          at: now,
        }),
      )
      await auditOn(db, context, auditOf(open, { escalatedTo: escalatedId }))
    },
  })
  return ticketId
}
