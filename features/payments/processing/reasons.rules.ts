import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** Why card holders dispute payments, in our own words and codes, independent of any card scheme. */
export const disputeReasons = msg({
  fraud: 'The card holder did not make this payment',
  not_received: 'Goods or services were not received',
  not_as_described: 'Goods or services are not as described',
  duplicate: 'Charged more than once',
  wrong_amount: 'Charged a wrong amount',
  cancelled: 'Charged after the order or subscription was cancelled',
  refund_not_processed: 'A promised refund was not paid',
  other: 'Another reason',
})

export const disputeCodes = Object.entries(disputeReasons).map(([id, reason]) => ({
  id,
  name: reason.en,
}))

/** The reason behind a code; a code that nobody knows is told as it is. */
export const disputeReasonOf = (code: string): string =>
  disputeCodes.find((one) => one.id === code)?.name ?? code

/** Why an operator declines a payment that waits or whose outcome it has found out. */
export const declineReasons = [
  { id: 'suspected_fraud', name: 'Suspected fraud' },
  { id: 'customer_request', name: 'The customer asked for it' },
  { id: 'documents_missing', name: 'Documents about the purchase are missing' },
  { id: 'limit_exceeded', name: 'Above what the merchant may take' },
  { id: 'not_received', name: 'The money did not arrive' },
  { id: 'duplicate', name: 'A duplicate of another payment' },
] as const

/** Why an operator approves a payment, or takes it for captured. */
export const approveReasons = [
  { id: 'verified_customer', name: 'The customer was verified' },
  { id: 'known_customer', name: 'A known customer' },
  { id: 'documents_checked', name: 'Documents about the purchase were checked' },
  { id: 'money_received', name: 'The money was seen on the account' },
] as const
