import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const payerTexts = msg({
  title: 'Payer',
  ofNewest: 'What follows the totals is of the {count} newest payments.',
  totals: 'Totals',
  payments: '{count, plural, one {1 payment} other {# payments}}',
  atLeast: 'More than {count} payments, too many to add up',
  captured: 'Captured',
  refunded: 'Refunded',
  disputed: 'Disputed',
  paymentList: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
  cards: 'Cards',
  storedCards: 'Stored cards',
  verified: {
    match: 'checked without a payment, security code right',
    no_match: 'checked without a payment, security code wrong',
    not_checked: 'checked without a payment',
  },
  storedFor: 'Agreed to',
  storedOn: 'Agreed on',
  uses: {
    customer: 'Own payments',
    recurring: 'Subscriptions',
    instalment: 'Instalments',
    unscheduled: 'What is due',
    payout: 'Money sent to it',
  },
  storedStates: {
    pending: 'Not saved yet',
    active: 'Active',
    expired: 'Expired',
    deleted: 'Deleted',
    stopped: 'Not to be tried again',
  },
  deleteCard: 'Delete',
  deleteCardOf: 'Delete the stored card {card}',
  deleteCardTitle: 'Delete the stored card {card}?',
  deleteCardText:
    'It is deleted here and at the acquirer, and nothing more is paid with it. Payments that were made with it stay. This cannot be undone.',
  cardDeleted: 'The stored card is deleted',
  emails: 'E-mails',
  tickets: 'Tickets about these payments',
  payment: 'Payment',
  merchant: 'Merchant',
  status: 'Status',
  amount: 'Amount',
  created: 'Created',
  reason: 'Reason',
  respondBy: 'Respond by',
  card: 'Card',
  expiry: 'Expiry',
  email: 'E-mail',
  used: 'Payments',
  lastUsed: 'Last used',
  ticket: 'Ticket',
  subject: 'Subject',
})

/** Of the page, by what the payments have in common. */
export const commonTexts = msg({
  email: 'All payments with this e-mail that you may see',
  card: 'All payments with this card that you may see',
  address: 'All payments from this IP address that you may see',
  device: 'All payments from this device that you may see',
})
