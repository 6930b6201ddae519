import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  test: 'Test sent',
  resend: 'Sent again',
  replay: 'Replayed',
  resume: 'Resumed',
  endPreviousSecret: 'Previous secret ended',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  payment_event: 'Event of a payment',
})

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  webhook_delivery: 'Messages',
  webhook_replay: 'Replays',
})
