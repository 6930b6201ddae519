import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  createStoredCard: 'Card stored without a payment',
  deleteStoredCard: 'Stored card deleted',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({ stored_card: 'Stored card' })

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  stored_card: 'Stored cards',
  vault_removal: 'Cards to delete at acquirers',
})
