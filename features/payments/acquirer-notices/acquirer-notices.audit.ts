import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  retryNotice: 'Retry of an acquirer’s notice',
  closeNotice: 'Closing of an acquirer’s notice',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  'acquirer-notice': 'Acquirer’s notice',
})
