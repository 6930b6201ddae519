import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const apiKeyTexts = msg({
  title: 'Replace the key',
  about:
    'A new key is shown this once. Both work until the chosen time is over, so that your servers can change over.',
  rotate: 'New key',
  shown: 'The new key',
})
