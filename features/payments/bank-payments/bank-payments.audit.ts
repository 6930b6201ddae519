import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const actionLabels = msg({ downloadBankPayments: 'Open banking history downloaded' })

export const recordLabels = msg({ bank_payment: 'Payment by bank' })
