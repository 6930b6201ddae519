import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'

const msg = messagesOf(import.meta.url)

export const suspenseTexts = msg({
  title: 'Suspense',
  description:
    'Money that the bank booked and no payment explains. Match it to payments, or return it to its sender.',
  list: 'Transfers in suspense',
  which: 'Show',
  open: 'In suspense',
  cleared: 'Cleared',
  age: 'Age',
  days: '{count, plural, =0 {today} one {# day} other {# days}}',
  booked: 'Booked on',
  amount: 'Amount',
  remaining: 'In suspense',
  payer: 'Sender',
  reference: 'Bank’s text',
  cause: 'Why',
  bank: 'Bank',
  account: 'Account',
  tenant: 'Tenant',
  quoted: 'Quoted payment',
  total: '{count, plural, one {# transfer} other {# transfers}}',
  nothing: 'Nothing is in suspense',
  nothingText: 'Lines of a bank’s statement that match no payment appear here.',
  transfer: 'Transfer',
  out: 'This money went out.',
  uses: 'What it was used for',
  noUses: 'Nothing yet',
  match: 'Match to a payment',
  return: 'Return to the sender',
  book: 'It is a return',
  explain: 'Already booked as a payout or refund',
  explainIn: 'Return of a payout, already booked',
  explained: 'The line is booked once now',
  takeBack: 'Take back',
  quote: 'Quote at the bank: {reference}',
  matched: 'The transfer is matched',
  returned: 'The return is ordered. Ask the bank to quote {reference}.',
  waits: 'The return waits for confirmation',
  notConfirmed: 'Waits for confirmation',
  missing: '{count, plural, one {# confirmation missing} other {# confirmations missing}}',
  voided: 'If this money is matched or booked meanwhile, the return is no longer valid.',
  bookedDone: 'The return counts as paid',
  takenBack: 'The money is in suspense again',
  by: 'by {name}',
})

export const matchTexts = msg({
  title: 'Match to a payment',
  payment: 'Payment',
  paymentHint: 'Payments that wait for a bank transfer, by order, e-mail, merchant or reference',
  noPayment: 'No such payment waits for a bank transfer',
  choose: 'Choose a payment',
  amount: 'Amount',
  amountHint:
    'The payment is captured once its whole amount is there. What is left stays in suspense.',
  reason: 'How you know whose it is',
  save: 'Match',
  saveAmount: 'Match {amount} to {payment}',
  missing: '{amount} missing',
  tooMuch: 'At most {amount}',
  required: 'Required',
})

export const returnTexts = msg({
  title: 'Return to the sender',
  amount: 'Amount',
  payeeName: 'Name of the account holder',
  payeeAccount: 'Account number (IBAN)',
  accountRule: 'An account number has 4 to 34 letters and digits',
  ibanMistyped: 'A character of the IBAN is mistyped',
  reason: 'Why it is returned',
  hint: 'Order the transfer at your bank with the reference that you get here. It is paid once a statement shows it.',
  save: 'Return',
  saveAmount: 'Return {amount} to {payee}',
})

export const bookTexts = msg({
  title: 'It is a return',
  return: 'Return',
  noReturns: 'No return of at most this amount is in transit.',
  reason: 'How you know',
  save: 'Save',
})

export const explainTexts = msg({
  title: 'Already booked as a payout or refund',
  booking: 'Payout or refund',
  bookingHint:
    'Payouts by payee or end-to-end ID; refunds that were paid from the bank account, by the order or ID of their payment',
  noBooking: 'No such payout or refund waits for a line of this currency and at most this amount',
  choose: 'Choose a payout or refund',
  payout: 'Payout to {payee}',
  payoutReturn: 'Return of the payout to {payee}',
  refund: 'Refund of {payment}',
  reason: 'How you know',
  save: 'Save',
})

export const takeBackTexts = msg({
  title: 'Take back',
  reason: 'Why it is taken back',
  required: 'A reason is required',
  save: 'Take back',
})

export const kindTexts = msg({
  match: 'Matched to a payment',
  return: 'Return to the sender',
  booked: 'Return, booked by the bank',
  explained: 'Payout or refund, in the books already',
})

export const stateTexts = msg({
  collected: 'Waits for the rest',
  posted: 'Counts',
  in_transit: 'In transit',
  paid: 'Paid',
  taken_back: 'Taken back',
})

export const stateMap: StatusMap = {
  waiting: 'hold',
  collected: 'pending',
  posted: 'positive',
  in_transit: 'ongoing',
  paid: 'positive',
  taken_back: 'neutral',
}
