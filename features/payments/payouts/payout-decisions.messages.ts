import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const decisionTexts = msg({
  title: 'Pending payments',
  description:
    'Actions and payouts that others have to confirm or approve, and payments that are held. You cannot decide on your own requests.',
  actions: 'To confirm',
  held: 'Held payments',
  payouts: 'Payouts',
  beneficiaries: 'To beneficiaries',
  decided: 'History',
  list: 'Payouts that wait',
  requested: 'Requested',
  amount: 'Payout',
  by: 'Requested by',
  you: 'You',
  others: 'Others',
  reason: 'Reason',
  merchant: 'Merchant',
  tenant: 'Tenant',
  to: 'To',
  email: 'E-mail',
  payment: 'Payment',
  nothing: 'Nothing is waiting',
  nothingText: 'Requested payouts appear here until they are approved or declined.',
  selected: '{count} selected',
  approve: 'Approve',
  decline: 'Decline',
  approveTitle: '{count, plural, one {Approve this payout?} other {Approve # payouts?}}',
  declineTitle: '{count, plural, one {Decline this payout?} other {Decline # payouts?}}',
  approveText:
    '{count, plural, one {It is sent to the acquirer at once.} other {They are sent to the acquirer at once.}}',
  declineText: 'Nothing is sent; the merchant gets back what was set aside.',
  approveAmount: 'Approve {amount}',
  declineAmount: 'Decline {amount}',
  approveOne: 'Approve {amount} to {payee}',
  declineOne: 'Decline {amount} to {payee}',
  payees: 'Payees',
  total: 'Total in {currency}',
  own: 'You requested it: a second person has to approve it.',
  approveFails:
    'Each is decided separately. One that cannot be approved keeps waiting; one that the acquirer declines returns to the balance. The result lists them.',
  declineFails:
    'Each is decided separately. One that cannot be declined keeps waiting. The result lists them.',
  reasonRequired: 'Say why: your organisation requires a reason',
  results: 'Results',
  sum: '{done} of {all} done',
  approved: 'Payouts approved',
  declined: 'Payouts declined',
  close: 'Close',
})
