import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  deallocate: 'Reference removed',
  book: 'Repeated line booked',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  'bank-order': 'Bank order',
})

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  account_reference: 'Transfers',
})
