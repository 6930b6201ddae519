import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  matchTransfer: 'Match of a transfer',
  returnTransfer: 'Return of a transfer',
  bookReturn: 'Booking of a return',
  explainTransfer: 'Booking as a payout or refund',
  takeBackClearing: 'Taking back of a match or return',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  'bank-order-item': 'Transfer',
})
