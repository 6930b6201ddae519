import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  submitBatch: 'Payout file submitted',
  stopBatch: 'Payout file stopped',
  exportStatus: 'Status report of payouts downloaded',
})

export const recordLabels = msg({ 'payout-batch': 'Payout file' })

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  payout_batch: 'Files of payouts',
})
