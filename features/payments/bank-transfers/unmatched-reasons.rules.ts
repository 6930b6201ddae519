import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** Why a line matched no payment. */
export const reasonTexts = msg({
  not_a_credit: 'No money came in',
  no_reference: 'Quotes no reference',
  several_references: 'Quotes several references',
  unknown_reference: 'The reference is not known',
  test_payment: 'The payment is in Test',
  deallocated: 'The reference was deallocated',
  already_settled: 'The payment is settled already',
  not_waiting: 'The payment does not wait for money',
  other_currency: 'Another currency than the payment',
  other_amount: 'Another amount than the payment',
})
