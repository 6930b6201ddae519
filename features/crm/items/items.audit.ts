import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  patch: 'Moved or changed',
  customer: 'Customer created',
})

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  pipeline_item: 'Opportunities and projects',
})
