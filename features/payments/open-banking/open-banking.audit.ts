import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const actionLabels = msg({
  connectBank: 'Bank connection begun',
  continueConnection: 'Bank connection gone on with',
  renewConnection: 'Renewal of a bank connection begun',
  revokeConnection: 'Bank connection revoked',
  completeConnection: 'Bank connection answered by the bank',
})

export const recordLabels = msg({ bank_connection: 'Bank connection' })
