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
