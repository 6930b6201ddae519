import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  'invitation-revoke': 'Invitation withdrawn',
  'mark-read': 'Marked as read',
  close: 'Closed',
  open: 'Opened again',
  comment: 'Comment',
  references: 'References added',
  priority: 'Priority changed',
  'feed-export': 'Export of a conversation',
})
