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
  kept: 'Kept',
  sent: 'Sent',
  failed: 'Not delivered',
  keptHint: 'No mail server is set up, so this e-mail stays here and was not sent.',
  failure: 'Response of the mail server',
  sentAt: 'Sent',
  secret: 'This e-mail holds a link that signs its recipient in. Only the recipient can read it.',
  email: 'E-mail',
  conversation: 'Show the whole conversation',
  oneConversation: 'One conversation',
  nothing: 'No e-mails found',
  nothingYet: 'E-mails to your people and customers appear here.',
})
