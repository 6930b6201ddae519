import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  assign: 'Assigned',
  billable: 'Marked as billable',
  'non-billable': 'Marked as not billable',
  'jira-ticket': 'Jira ticket changed',
  'initial-request-time': 'Time of the request changed',
  'response-time': 'Time of the answer changed',
  'resolution-time': 'Time of the solution changed',
  'tickets-export': 'Export of tickets',
  'my-tickets-export': 'Export of own tickets',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  support_ticket: 'Ticket',
  support_export: 'Export of tickets',
})

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  support_ticket: 'Support tickets',
})
