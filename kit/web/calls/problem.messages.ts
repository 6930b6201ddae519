import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What is said when no server said it. The English texts are the documents', to the letter, where they have one. */
export const problemTexts = msg({
  unknown: 'Unknown error',
  forbidden: 'You are not authorized to perform this action',
  unreachable: 'The server cannot be reached',
  offline: 'You are offline',
})
