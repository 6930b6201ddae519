import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const waitingTexts = msg({
  open: 'Actions that wait for confirmation',
  ended: 'Actions that no longer wait',
  requested: 'Requested',
  action: 'Action',
  amount: 'Amount',
  payee: 'Card or account',
  email: 'E-mail',
  by: 'Requested by',
  others: 'Others',
  you: 'You',
  reason: 'Reason',
  tenant: 'Tenant',
  merchant: 'Merchant',
  payment: 'Payment',
  transfer: 'Transfer',
  confirmations: 'Confirmations',
  given: '{given} of {needed}',
  expires: 'Expires',
  state: 'State',
  mode: 'Mode',
  endedAt: 'Ended',
  nothing: 'Nothing waits for confirmation',
  nothingText: 'Actions for which a confirmation level asks for others’ confirmation appear here.',
  nothingEnded: 'Nothing has been confirmed or rejected yet',
  title: 'Waiting action',
  target: 'New status',
  paidFrom: 'Paid from',
  levels: 'Who has to confirm',
  people: '{count, plural, one {1 person} other {# people}}',
  withRole: 'with the role {role}',
  history: 'History',
  product: 'Counterfoil',
  outcome: 'Outcome',
  confirm: 'Confirm {amount}',
  confirmText: 'The last confirmation carries it out at once.',
  reject: 'Reject',
  withdraw: 'Withdraw',
  confirmed: 'Confirmed',
  carriedOut: 'Confirmed and carried out',
  notCarriedOut: 'Confirmed, but it could not be carried out',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  outdated: 'The payment has changed since this was requested. It has to be requested again.',
  ofPayment: 'Confirmations',
})

export const modeTexts = msg({ Live: 'Live', Test: 'Test' })

export const stateTexts = msg({
  waiting: 'Waits',
  confirmed: 'Being carried out',
  done: 'Carried out',
  refused: 'Not carried out',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  void: 'No longer valid',
})

export const stepTexts = msg({
  requested: 'Requested',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired without the last confirmation',
  void: 'Void, because the payment has changed',
  done: 'Carried out',
  refused: 'Not carried out',
})
