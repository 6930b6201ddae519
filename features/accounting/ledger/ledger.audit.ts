import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  ledger_entry: 'Entries',
})
