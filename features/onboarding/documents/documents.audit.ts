import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  withdraw: 'Withdrawn',
  'withdraw-request': 'Request withdrawn',
  ask: 'Requested',
  file: 'Submitted for the merchant',
  'hand-in': 'Submitted',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  merchant_document: 'Document of a merchant',
})

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  merchant_document: 'Documents of merchants',
})
