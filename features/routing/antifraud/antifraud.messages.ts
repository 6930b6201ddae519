import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const blockTexts = msg({
  card: 'Block this card',
  email: 'Block this e-mail',
  ip: 'Block this address',
  blocked: 'This card is blocked',
  everywhere: 'Payments with it are blocked at all your merchants.',
})

export const trustTexts = msg({
  card: 'Trust this card',
  email: 'Trust this e-mail',
  ip: 'Trust this address',
  everywhere: 'It is trusted at all your merchants.',
})

export const ownListTexts = msg({
  notOpened:
    'Your payment provider has not opened this list to you: nothing can be added, and what is on it is not looked at. Ask them to open it.',
  notLookedAt:
    'This list is not opened to this merchant: what is on it is not looked at until you open it.',
})
