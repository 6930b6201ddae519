import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  'service-levels-update': 'Service levels changed',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  support_service_level: 'Service levels',
})
