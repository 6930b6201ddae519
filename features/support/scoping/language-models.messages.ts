import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const modelTexts = msg({
  key: 'Key',
  about:
    'The key for the service. It is stored encrypted, cannot be shown again, and is removed when the address changes.',
  fresh: 'New key',
  set: 'Set key',
  remove: 'Remove key',
  removeTitle: 'Remove the key?',
  removeText:
    'The service is called without a key from now on. To use it again the key has to be typed again.',
  saved: 'Saved',
})
