import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What else is linked to one payment. */
export const linkTexts = msg({
  title: 'Linked payments',
  none: 'No other payment has its card, e-mail, address or device in common.',
  email: 'Same e-mail',
  card: 'Same card',
  address: 'Same IP address',
  device: 'Same device',
  payments: '{count, plural, =0 {No other payment} one {1 other payment} other {# other payments}}',
  atLeast: '{count} other payments or more',
  refused: '{count} refused',
  disputed: '{count} disputed',
  cards: '{count} cards',
  emails: '{count} e-mails',
})

/** Of a payment that waits for approval. */
export const heldTexts = msg({
  title: 'This payment waits for a decision',
  why: 'Held because: {reason}',
  notCaptured: 'Nothing is captured before it is approved. Declining it cancels its authorisation.',
  until: 'The issuer holds the amount until',
})
