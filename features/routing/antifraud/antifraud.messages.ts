import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const blockTexts = msg({
  card: 'Block this card',
  email: 'Block this e-mail',
  ip: 'Block this address',
})

export const trustTexts = msg({
  card: 'Trust this card',
  email: 'Trust this e-mail',
  ip: 'Trust this address',
})
