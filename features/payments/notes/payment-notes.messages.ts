import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const noteTexts = msg({
  title: 'Notes',
  label: 'New note',
  internalHint: 'Internal: merchants do not see it.',
  ownHint: 'Your payment provider reads it too.',
  add: 'Add note',
  none: 'Nothing has been noted on this payment.',
  internal: 'Internal',
})
