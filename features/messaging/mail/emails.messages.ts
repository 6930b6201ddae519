import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const emailTexts = msg({
  title: 'Emails',
  description: 'E-mails that your organisation has sent, and those waiting to be sent.',
  search: 'Search recipient or subject',
  date: 'Date',
  state: 'State',
  time: 'Time',
  recipient: 'To',
  subject: 'Subject',
  customer: 'Customer',
  waiting: 'Waiting',
  kept: 'Not sent: no mail server',
  sent: 'Sent',
  failed: 'Not delivered',
  keptHint:
    'No mail server was set up when this e-mail was written, so it was not sent. It is not sent later either, as its links may be over: do again what it was about.',
  failure: 'Response of the mail server',
  sentAt: 'Sent',
  secret: 'This e-mail holds a link that signs its recipient in. Only the recipient can read it.',
  email: 'E-mail',
  conversation: 'Show the whole conversation',
  oneConversation: 'One conversation',
  nothing: 'No e-mails found',
  nothingYet: 'E-mails to your people and customers appear here.',
})
