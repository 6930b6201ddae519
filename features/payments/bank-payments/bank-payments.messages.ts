import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'

const msg = messagesOf(import.meta.url)

export const historyTexts = msg({
  title: 'Open banking history',
  description: 'Payments that your customers approve at their banks.',
  list: 'Payments by bank',
  one: 'Payment by bank',
  created: 'Started',
  updated: 'Last change',
  bank: 'Bank',
  amount: 'Amount',
  state: 'State',
  order: 'Order number',
  payment: 'Payment',
  open: 'Open the payment',
  bankStatus: 'Bank status',
  bankReason: 'Bank reason',
  consent: 'Consent at the bank',
  bankPayment: 'Payment at the bank',
  sandbox: 'Sandbox’s bank: no money moves',
  days: 'Days',
  download: 'Download',
  nothing: 'No payments by bank',
  nothingText: 'Payments that customers make by bank on your payment pages appear here.',
})

export const bankPaymentStateTexts = msg({
  AwaitingAuthorisation: 'Awaiting authorisation',
  Authorised: 'Authorised',
  Pending: 'At the bank',
  Completed: 'Paid',
  Rejected: 'Rejected',
  Expired: 'Expired',
  Failed: 'Failed',
})

/** The documents' colours, and those of what they do not name. */
export const bankPaymentStatusMap: StatusMap = {
  ...{ awaitingauthorisation: 'pending', authorised: 'positive', pending: 'pending' },
  ...{ completed: 'positive', rejected: 'negative', expired: 'negative', failed: 'negative' },
}
