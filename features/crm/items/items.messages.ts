import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const itemTexts = msg({
  list: 'List',
  board: 'Board',
  views: 'Views',
})
