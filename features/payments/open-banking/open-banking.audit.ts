import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const actionLabels = msg({
  connectBank: 'Bank connection started',
  continueConnection: 'Bank connection continued',
  renewConnection: 'Renewal of a bank connection started',
  revokeConnection: 'Bank connection revoked',
  completeConnection: 'Bank connection answered by the bank',
})

export const recordLabels = msg({ bank_connection: 'Bank connection' })

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  bank_connection: 'Open banking connections',
  bank_account: 'Connected bank accounts',
  bank_entry: 'Bank transactions',
})
