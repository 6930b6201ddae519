import {
  customerTicketCalls,
  requesterCalls,
  type TicketCalls,
  tenantTicketCalls,
} from '@counterfoil/features/support/feed/feed.contract.ts'
import type { TicketRole } from './terms.schema.ts'
import {
  readCustomerTicket,
  readTenantTicket,
  readTicket,
  type TicketPath,
} from './tickets.contract.ts'

/** The calls that one role has for a ticket, and the parameters that name the ticket in them. */
export interface TicketApi {
  readonly role: TicketRole
  readonly read: typeof readTicket
  readonly calls: TicketCalls<TicketPath>
  /** Agents' calls also name the customer or the tenant. */
  readonly params: TicketPath & { readonly customerId?: string; readonly tenantId?: string }
}

/** Chooses the calls by the page's address: `…/:ticketId`, `…/:customerId/:ticketId` or `…/:tenantId/:ticketId`. */
export function ticketApiOf(params: {
  readonly ticketId?: string | undefined
  readonly customerId?: string | undefined
  readonly tenantId?: string | undefined
}): TicketApi {
  const { ticketId = '', customerId, tenantId } = params
  if (tenantId !== undefined) {
    return {
      role: 'platformAgent',
      read: readTenantTicket as unknown as typeof readTicket,
      calls: tenantTicketCalls as unknown as TicketCalls<TicketPath>,
      params: { tenantId, ticketId },
    }
  }
  if (customerId !== undefined) {
    return {
      role: 'tenantAgent',
      read: readCustomerTicket as unknown as typeof readTicket,
      calls: customerTicketCalls as unknown as TicketCalls<TicketPath>,
      params: { customerId, ticketId },
    }
  }
  return { role: 'requester', read: readTicket, calls: requesterCalls, params: { ticketId } }
}
