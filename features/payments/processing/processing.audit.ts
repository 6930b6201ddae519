import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  refund: 'Refund',
  increment: 'Incremental authorisation',
  capture: 'Capture',
  void: 'Void',
  reverse: 'Reversal',
  markRefunded: 'Marked as refunded',
  dispute: 'Dispute opened',
  checkStatus: 'Status check',
  changeStatus: 'Change of status',
  payout: 'Payout',
  contestDispute: 'Dispute contested',
  acceptDispute: 'Dispute accepted',
  closeDispute: 'Dispute closed',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  payment: 'Payment',
})

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  payment: 'Payments',
  payment_attempt: 'Payments',
})
