import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const actionLabels = msg({ downloadBankPayments: 'Open banking history downloaded' })

export const recordLabels = msg({ bank_payment: 'Payment by bank' })

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  bank_payment: 'Payments by bank',
})
