/** The job that notifies the people concerned of an event on a ticket. */
export const notifyTicketJob = { name: 'support.notify', retries: 10 } as const

export const ticketEvents = [
  'created',
  'comment',
  'internalComment',
  'assigned',
  'closed',
  'opened',
  'breach',
] as const
export type TicketEvent = (typeof ticketEvents)[number]

/**
 * Whom an event concerns. `agents`: the assignee, or without one every agent who may answer; `colleagues`: the assignee and
 * the agents who wrote internal comments before.
 */
export type TicketRecipient = 'requester' | 'agents' | 'assignee' | 'colleagues' | 'externalParties'

/** The side that caused an event is not notified of it. */
export function recipientsFor(
  event: TicketEvent,
  side: 'customer' | 'tenant' | 'platform' | 'externalParty',
  isAgent: boolean,
): TicketRecipient[] {
  switch (event) {
    case 'created':
      return isAgent ? ['requester'] : ['requester', 'agents']
    case 'comment':
      if (side === 'externalParty') return ['requester', 'agents', 'externalParties']
      return isAgent ? ['requester', 'externalParties'] : ['agents', 'externalParties']
    case 'internalComment':
      return isAgent ? ['colleagues'] : []
    case 'assigned':
      return ['assignee']
    case 'closed':
    case 'opened':
      return isAgent ? ['requester'] : ['agents']
    case 'breach':
      return ['agents']
  }
}
