import {
  customerTicketCalls,
  requesterCalls,
  type TicketCalls,
  tenantTicketCalls,
} from '@counterfoil/features/support/feed/feed.contract.ts'
import type { TicketRole } from './terms.contract.ts'
import {
  readCustomerTicket,
  readTenantTicket,
  readTicket,
  type TicketPath,
} from './tickets.contract.ts'

/** From where somebody looks at a ticket: the calls of that seat, and what names the ticket in them. */
export interface TicketCallsByRole {
  readonly seat: TicketRole
  readonly read: typeof readTicket
  readonly calls: TicketCalls<TicketPath>
  /** With the customer's or the tenant's id where the seat's calls are addressed so. */
  readonly params: TicketPath & { readonly customerId?: string; readonly tenantId?: string }
}

/** The seat that an address stands for: `…/:ticketId`, `…/:customerId/:ticketId` or `…/:tenantId/:ticketId`. */
export function seatOf(params: {
  readonly ticketId?: string | undefined
  readonly customerId?: string | undefined
  readonly tenantId?: string | undefined
}): TicketCallsByRole {
  const { ticketId = '', customerId, tenantId } = params
  if (tenantId !== undefined) {
    return {
      seat: 'platformDesk',
      read: readTenantTicket as unknown as typeof readTicket,
      calls: tenantTicketCalls as unknown as TicketCalls<TicketPath>,
      params: { tenantId, ticketId },
    }
  }
  if (customerId !== undefined) {
    return {
      seat: 'tenantDesk',
      read: readCustomerTicket as unknown as typeof readTicket,
      calls: customerTicketCalls as unknown as TicketCalls<TicketPath>,
      params: { customerId, ticketId },
    }
  }
  return { seat: 'requester', read: readTicket, calls: requesterCalls, params: { ticketId } }
}
