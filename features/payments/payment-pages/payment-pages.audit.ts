import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  createPaymentLink: 'Payment link by API',
  disablePaymentLink: 'Payment link disabled by API',
  createCheckoutSession: 'Checkout session by API',
  createLink: 'Payment link created',
  createLinks: 'Payment links created',
  disableLink: 'Payment link disabled',
  sendLink: 'Payment link sent',
  exportLinks: 'Payment links exported',
})

export const recordLabels = msg({ payment_page: 'Payment link' })

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  payment_page: 'Payment links and checkout sessions',
  payment_page_card: 'Cards saved on payment pages',
})
