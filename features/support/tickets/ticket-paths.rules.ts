import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import type { Channel } from './terms.schema.ts'

/** The ticket list of each audience; the page of a ticket has an address below it. */
export const ticketLists = {
  merchant: '/merchant/support-tickets',
  tenant: '/tenant/support-tickets',
  platform: '/platform/support-tickets',
} as const satisfies Record<Audience, string>

/** The page of a ticket. The requester's address has the ticket's id; an agent's also names the organisation that asked. */
export function ticketPath(
  audience: Audience,
  ticket: {
    readonly ticketId: string
    readonly ticketChannelType: Channel
    readonly customerId?: string | null
    readonly tenantId?: string
  },
): string {
  const { ticketId, ticketChannelType, customerId, tenantId } = ticket
  const list = ticketLists[audience]
  if (audience === 'platform') return `${list}/${tenantId}/${ticketId}`
  const isAgent = audience === 'tenant' && ticketChannelType === 'CustomerToTenant'
  return isAgent ? `${list}/${customerId}/${ticketId}` : `${list}/${ticketId}`
}
