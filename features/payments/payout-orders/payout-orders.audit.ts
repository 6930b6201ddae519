import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  createPayout: 'Payout by API',
  withdrawPayout: 'Payout withdrawn by API',
  downloadPayouts: 'Payouts downloaded',
  'downloadPayouts-operator': 'Payouts downloaded',
})

export const recordLabels = msg({ 'payout-order': 'Payout to a beneficiary' })

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  payout_order: 'Payouts',
})
