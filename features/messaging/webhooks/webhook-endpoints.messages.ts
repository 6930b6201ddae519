import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const endpointTexts = msg({
  secret: 'Signing secret',
  secretAbout:
    'Nobody can see it again. With a new one, both sign until the chosen time is over, so that your server can switch.',
  rotate: 'New secret',
  shown: 'The new secret',
  messages: 'Messages',
  noMessages: 'Nothing was sent here yet',
  test: 'Send a test event',
  testSent: 'A test event is being sent',
  resend: 'Send again',
  resent: 'It is being sent again',
  payload: 'Message',
  older: 'Older',
  newer: 'Newer',
  off: 'Switched off: nothing is sent.',
  paymentsNotHeld:
    'The messages to this endpoint hold payments, which your role does not show you. Users who may see payments can read the messages and change the endpoint.',
})
