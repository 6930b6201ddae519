import type { PaymentAction } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

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

/** What a reason is given for; several actions share the same reasons. */
export type ReasonGroup =
  | 'decline'
  | 'approve'
  | 'refund'
  | 'capture'
  | 'void'
  | 'reverse'
  | 'payout'

const groups: Partial<Readonly<Record<PaymentAction, ReasonGroup>>> = {
  refund: 'refund',
  markRefunded: 'refund',
  capture: 'capture',
  void: 'void',
  reverse: 'reverse',
  approve: 'approve',
  decline: 'decline',
  changeStatus: 'decline',
  payout: 'payout',
  approvePayout: 'approve',
  declinePayout: 'decline',
}

/** Undefined for what asks for no reason, or for a code instead: a status check, a dispute. */
export const reasonGroupOf = (action: PaymentAction): ReasonGroup | undefined => groups[action]

/** What is decided, as the status that it leads to, or as a word where it leads to none of its own. */
export const reasonWords: Readonly<Record<ReasonGroup, string>> = {
  decline: 'Declined',
  approve: 'Captured',
  refund: 'Refunded',
  void: 'Voided',
  reverse: 'Reversed',
  capture: 'Capture',
  payout: 'Payout',
}

export const reasonGroupOfWord = (word: string): ReasonGroup | undefined =>
  (Object.keys(reasonWords) as ReasonGroup[]).find(
    (group) => reasonWords[group].toLowerCase() === word.toLowerCase(),
  )

/** The usual reasons, beside which each tenant has its own. */
export const defaultReasons = {
  decline: msg({
    suspected_fraud: 'Suspected fraud',
    customer_request: 'The customer asked for it',
    documents_missing: 'Documents about the purchase are missing',
    limit_exceeded: 'Above what the merchant may take',
    not_received: 'The money did not arrive',
    duplicate: 'A duplicate of another payment',
  }),
  approve: msg({
    verified_customer: 'The customer was verified',
    known_customer: 'A known customer',
    documents_checked: 'Documents about the purchase were checked',
    money_received: 'The money was seen on the account',
  }),
  refund: msg({
    returned: 'Goods were returned',
    cancelled: 'The order was cancelled',
    customer_request: 'The customer asked for it',
    duplicate: 'A duplicate of another payment',
    wrong_amount: 'A wrong amount was taken',
    suspected_fraud: 'Suspected fraud',
  }),
  capture: msg({
    sent: 'The order was sent',
    partly_sent: 'Part of the order was sent',
  }),
  void: msg({
    cancelled: 'The order was cancelled',
    not_available: 'What was ordered cannot be delivered',
    suspected_fraud: 'Suspected fraud',
  }),
  reverse: msg({
    mistake: 'Taken by mistake',
    duplicate: 'A duplicate of another payment',
    wrong_amount: 'A wrong amount was taken',
  }),
  payout: msg({
    goodwill: 'Goodwill',
    winnings: 'Winnings',
    deposit: 'A deposit is paid back',
  }),
} as const satisfies Record<ReasonGroup, Readonly<Record<string, Text>>>

export const reasonsOf = (group: ReasonGroup): { id: string; name: string }[] =>
  Object.entries(defaultReasons[group]).map(([id, reason]: [string, Text]) => ({
    id,
    name: reason.en,
  }))
