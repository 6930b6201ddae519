import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const accessRequestTexts = msg({
  ask: 'Ask for access',
  asked:
    'You asked for access on {at}. The administrators who can give it were notified. You can ask again a day later.',
})
