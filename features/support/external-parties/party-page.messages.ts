import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const partyTexts = msg({
  title: 'Support ticket',
  from: '{tenant} asks for your help',
  as: 'You answer as {email}. This link opens the ticket until {date}.',
  conversation: 'Conversation',
  empty: 'No comments yet.',
  you: 'You',
  attached: 'Attached: {names}',
  answer: 'Your answer',
  send: 'Send',
  sending: 'Sending…',
  sent: 'Your answer was sent.',
  closed: 'The ticket is closed.',
  loading: 'Loading…',
  gone: 'This link does not open anything any more',
  goneHint: 'It may have expired, or a part of it may be missing. Ask the sender for a new link.',
  retry: 'Try again',
})
