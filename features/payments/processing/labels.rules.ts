// The machine's own words as people read them. Lists and details name things alike.

import { cardBrands } from '@counterfoil/kit/contract/card-brands.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { type Text, textIn } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

type Words = Readonly<Record<string, Text>>

const operations = msg({
  authorise: 'Authorisation',
  increment: 'Incremental authorisation',
  capture: 'Capture',
  void: 'Void',
  refund: 'Refund',
  reversal: 'Reversal',
  payout: 'Payout',
})

const paymentWords = {
  operation: operations,
  relation: {
    ...operations,
    dispute: msg('Dispute'),
    same_order: msg('Same order'),
  },
  method: msg({
    card: 'Card',
    bank_transfer: 'Bank transfer',
    alternative: 'Alternative',
  }),
  brand: cardBrands,
  channel: msg({
    api: 'Merchant API',
    virtual_terminal: 'Virtual terminal',
    payment_link: 'Payment link',
    batch: 'Batch',
    pos: 'Point of sale',
    recurring: 'Recurring',
  }),
  cardType: msg({
    credit: 'Credit',
    debit: 'Debit',
    prepaid: 'Prepaid',
  }),
  actor: msg({
    api_key: 'API key',
    user: 'User',
    system: 'System',
    acquirer: 'Acquirer',
    payer: 'Payer',
  }),
  orderType: msg({ mail: 'Mail order', telephone: 'Telephone order' }),
  pendingOn: msg({
    acquirer: 'The acquirer',
    challenge: "The customer's confirmation",
    bank: 'The bank',
  }),
  refundSource: msg({
    acquirer: 'Acquirer',
    bank: 'Bank account',
    cash: 'Cash',
    merchant: 'The merchant itself',
  }),
  fee: msg({
    capture: 'Capture',
    void: 'Void',
    refund: 'Refund',
    dispute: 'Dispute',
    payout: 'Payout',
  }),
  account: msg({
    authorised: 'Authorised',
    authorised_contra: 'Authorised, contra',
    acquirer_receivable: 'Acquirer receivable',
    bank: 'Bank',
    cash: 'Cash',
    suspense: 'Suspense',
    returns_in_transit: 'Returns in transit',
    merchant_pending: 'Merchant, pending',
    merchant_available: 'Merchant, available',
    merchant_reserve: 'Merchant, reserve',
    merchant_payable: 'Merchant payable',
    disputed_funds: 'Disputed funds',
    payouts_in_transit: 'Payouts in transit',
    payouts_pending: 'Payouts in progress',
    fee_income: 'Fee income',
  }),
  disputeState: msg({
    opened: 'Dispute open',
    answered: 'Dispute answered',
    under_review: 'Dispute under review',
    accepted: 'Dispute accepted',
    won: 'Dispute won',
    lost: 'Dispute lost',
  }),
  disputeStage: msg({
    chargeback: 'Chargeback',
    pre_arbitration: 'Pre-arbitration',
    arbitration: 'Arbitration',
  }),
  event: msg({
    'payment.created': 'Created',
    'payment.validated': 'Validated',
    'payment.sent': 'Sent to the acquirer',
    'payment.cascaded': 'Sent on to another MID',
    'payment.authentication_needed': 'Sent again, to be confirmed',
    'payment.pending': 'Pending',
    'payment.reserved': 'Authorised',
    'payment.incremented': 'Authorisation increased',
    'payment.captured': 'Captured',
    'payment.voided': 'Voided',
    'payment.refunded': 'Refunded',
    'payment.reversed': 'Reversed',
    'payment.declined': 'Declined',
    'payment.failed': 'Failed',
    'payment.blocked': 'Blocked',
    'payment.approved': 'Approved',
    'payment.waiting_for_approval': 'Held for approval',
    'payment.contradicted': 'Contradicted by the acquirer',
    'payment.expiring': 'Expires soon',
    'payment.cancelled': 'Cancelled at the acquirer',
    'payout.requested': 'Payout requested',
    'payout.approved': 'Payout approved',
    'payout.paid': 'Paid out',
    'payout.waiting_for_approval': 'Payout held for approval',
    'payout.sent': 'Payout sent',
    'payout.returned': 'Payout returned',
    'stored_card.verified': 'Stored card verified',
    'stored_card.refused': 'Stored card refused',
    'stored_card.expiring': 'Stored card expires soon',
    'stored_card.expired': 'Stored card expired',
    'dispute.opened': 'Dispute opened',
    'dispute.answered': 'Dispute answered',
    'dispute.under_review': 'Dispute under review',
    'dispute.won': 'Dispute won',
    'dispute.lost': 'Dispute lost',
    'dispute.accepted': 'Dispute accepted',
  }),
} as const satisfies Record<string, Words>

/** What happens to an operation that does not end well, said after its name. */
const steps: Words = msg({
  requested: 'requested',
  waiting: 'waiting',
  unknown: 'outcome unknown',
  declined: 'declined',
  failed: 'failed',
})

export type PaymentLabelGroup = keyof typeof paymentWords

/** A word in a language; one that has no text is made readable. */
export function paymentLabel(group: PaymentLabelGroup, word: string, language: string): string {
  const known = (paymentWords[group] as Words)[word]
  if (known !== undefined) return textIn(known, language)
  const [name = '', step = ''] = word.split('.')
  const operation = (operations as Words)[name]
  const said = steps[step]
  if (group === 'event' && operation !== undefined && said !== undefined) {
    return `${textIn(operation, language)}: ${textIn(said, language)}`
  }
  const words = word.replaceAll('_', ' ').replaceAll('.', ': ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
