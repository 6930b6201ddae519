import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const antifraudTexts = msg({
  blockCard: 'Block this card',
})
