import type { Channel } from './terms.contract.ts'

type Audience = 'platform' | 'tenant' | 'merchant'

/** Where each audience has its list of tickets; a ticket stands below it. */
export const ticketLists = {
  merchant: '/merchant/support-tickets',
  tenant: '/tenant/support-tickets',
  platform: '/platform/support-tickets',
} as const satisfies Record<Audience, string>

/**
 * The page of a ticket: who asked has it by its id alone, who answers by the organisation that asked as well, as the calls
 * are addressed.
 */
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
  const isDesk = audience === 'tenant' && ticketChannelType === 'CustomerToTenant'
  return isDesk ? `${list}/${customerId}/${ticketId}` : `${list}/${ticketId}`
}
