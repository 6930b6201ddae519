import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  'delete-all': 'All deleted',
  'mark-as-read': 'Notification marked as read',
  'mark-all-as-read': 'All notifications marked as read',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  notifications: 'Notification',
})
