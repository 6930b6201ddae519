import type {
  TicketAction,
  TicketDetails,
} from '@counterfoil/features/support/tickets/tickets.contract.ts'

/** What a ticket's page offers first: the step that the ticket needs next from its reader. */
export type MainAction = 'open' | 'assign' | 'reply' | 'close'

/** The id of the field in which a reply or a note is written. */
export const composerId = 'ticket-composer'

/** The main action by the ticket's state; undefined: the reader may do none of them. */
export function mainActionOf(
  ticket: Pick<TicketDetails, 'state' | 'waitingOn' | 'assignee' | 'actions'>,
  isAgent: boolean,
): MainAction | undefined {
  const may = (action: TicketAction) => ticket.actions.includes(action)
  if (ticket.state === 'Closed') return may('open') ? 'open' : undefined
  if (isAgent && ticket.assignee === null && may('assign')) return 'assign'
  const isReadersTurn = ticket.waitingOn === (isAgent ? 'agent' : 'requester')
  if (isReadersTurn && may('comment')) return 'reply'
  return may('close') ? 'close' : undefined
}
