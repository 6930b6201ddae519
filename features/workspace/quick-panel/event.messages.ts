import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'

const msg = messagesOf(import.meta.url)

export const eventTexts = msg({
  you: 'You',
  empty: 'No events',
  emptyHint: 'What you and your colleagues do appears here.',
  open: 'Open the payment',
})

/** What a call did, by its id without the audience's suffix. A call that is not here is told as the audit trail tells it. */
export const actionTexts: Readonly<Record<string, Text>> = msg({
  'payments.approve': 'Approved a payment',
  'payments.capture': 'Captured a payment',
  'payments.changeStatus': 'Changed the status of a payment',
  'payments.checkStatus': 'Checked the status of a payment',
  'payments.decline': 'Declined a payment',
  'payments.dispute': 'Recorded a dispute',
  'payments.export': 'Exported payments',
  'payments.markRefunded': 'Marked a payment as refunded',
  'payments.refund': 'Refunded a payment',
  'payments.reverse': 'Reversed a payment',
  'payments.void': 'Voided a payment',
  'webhooks.resend': 'Sent a webhook again',
  'webhooks.merchant.resend': 'Sent a webhook again',
  'saved-filters.create': 'Saved a filter',
  'saved-filters.update': 'Changed a saved filter',
  'saved-filters.delete': 'Deleted a saved filter',
  'files.upload': 'Uploaded a file',
  'files.delete': 'Deleted a file',
  'files.tenant.upload': 'Uploaded a file',
  'files.tenant.delete': 'Deleted a file',
})
