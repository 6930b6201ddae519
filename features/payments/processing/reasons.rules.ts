/** Why card holders dispute payments, in our own words and codes, independent of any card scheme. */
export const disputeCodes = [
  { id: 'fraud', name: 'The card holder did not make this payment' },
  { id: 'not_received', name: 'Goods or services were not received' },
  { id: 'not_as_described', name: 'Goods or services are not as described' },
  { id: 'duplicate', name: 'Charged more than once' },
  { id: 'wrong_amount', name: 'Charged a wrong amount' },
  { id: 'cancelled', name: 'Charged after the order or subscription was cancelled' },
  { id: 'refund_not_processed', name: 'A promised refund was not paid' },
  { id: 'other', name: 'Another reason' },
] as const

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
