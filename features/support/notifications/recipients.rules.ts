/** The job that tells everybody concerned of what happened on a ticket. */
export const notifyTicketJob = { name: 'support.tell', retries: 10 } as const

export const happenings = [
  'raised',
  'comment',
  'internalComment',
  'assigned',
  'closed',
  'opened',
  'breach',
] as const
export type Happening = (typeof happenings)[number]

/** Who is told: `desk` is the assignee, or everybody who may answer when it has none. */
export type Told = 'requester' | 'desk' | 'assignee' | 'parties'

/** Whoever did it is not told of it. */
export function recipientsFor(
  happening: Happening,
  side: 'customer' | 'tenant' | 'platform' | 'externalParty',
  isDesk: boolean,
): Told[] {
  switch (happening) {
    case 'raised':
      return isDesk ? ['requester'] : ['requester', 'desk']
    case 'comment':
      if (side === 'externalParty') return ['requester', 'desk', 'parties']
      return isDesk ? ['requester', 'parties'] : ['desk', 'parties']
    case 'internalComment':
      return isDesk ? ['assignee'] : []
    case 'assigned':
      return ['assignee']
    case 'closed':
    case 'opened':
      return isDesk ? ['requester'] : ['desk']
    case 'breach':
      return ['desk']
  }
}
