import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  createRecurring: 'Recurring payout',
  pauseRecurring: 'Recurring payout paused',
  resumeRecurring: 'Recurring payout resumed',
  stopRecurring: 'Recurring payout stopped',
})

export const recordLabels = msg({ 'recurring-payout': 'Recurring payout' })

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  recurring_payout: 'Recurring payouts',
})
