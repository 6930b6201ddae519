import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const reportTexts = msg({
  about:
    'Every message to an endpoint and its result. The last seven days unless you choose others.',
  export: 'Export CSV',
  time: 'Time',
  event: 'Event',
  endpoint: 'Endpoint',
  state: 'State',
  merchant: 'Merchant',
  payment: 'Payment',
  eventId: 'Event id',
  message: 'Message',
  attempts: 'Attempts',
  lastStatus: 'Last answer',
  noAnswer: 'No answer',
  notTried: 'Not tried yet',
  error: 'Why no answer',
  duration: 'Duration',
  lastAttempt: 'Last attempt',
  nextAttempt: 'Next attempt',
  show: 'Show',
  nothing: 'No messages found',
  nothingYet: 'Messages appear here as soon as an endpoint is sent the first one.',
  payload: 'Body',
  resend: 'Send again',
  resent: 'The message is being sent again',
})

export const stateTexts = msg({
  delivered: 'Delivered',
  waiting: 'Waiting',
  failing: 'Failing',
  given_up: 'Given up',
})

export const answerTexts = msg({
  '2xx': '2xx taken',
  '3xx': '3xx redirected',
  '4xx': '4xx refused',
  '5xx': '5xx failed',
  none: 'No answer',
})

export const destinationTexts = msg({
  statusAbout:
    'Each merchant with its endpoints that are switched on, and whether they take what they are sent.',
  statisticsAbout: 'Messages from {from} to {to} by endpoint, as of {asOf}.',
  merchant: 'Merchant',
  tenant: 'Tenant',
  endpoint: 'Endpoint',
  none: 'No endpoint',
  status: 'Status',
  NotConfigured: 'Not Configured',
  Configured: 'Configured',
  Delivering: 'Delivering',
  NotDelivering: 'Not Delivering',
  lastDelivered: 'Last delivered',
  failingSince: 'Failing since',
  pausedAt: 'Paused since',
  nothing: 'Nothing found',
  nothingYet: 'There are no merchants yet.',
  noMessages: 'No messages in these days',
  noMessagesYet: 'The last seven days are shown. Choose other days above.',
  messages: 'Messages',
  delivered: 'Delivered',
  deliveredFirst: 'At the first attempt',
  waiting: 'Waiting',
  failing: 'Failing',
  givenUp: 'Given up',
  attempts: 'Attempts',
  medianMs: 'Median answer',
  p95Ms: '95 in 100 answers',
  deliveryTime: 'Median until delivered',
  seconds: '{n, number} s',
})

export const resendTexts = msg({
  about:
    'Sends events of a time again, in their order. Receivers recognise what they have by its id.',
  from: 'From',
  to: 'Until',
  toHint: 'Empty: until now',
  tenant: 'Tenant',
  endpoints: 'Endpoints',
  everyEndpoint: 'All that receive messages',
  types: 'Events',
  everyType: 'Everything that an endpoint gets',
  failures: 'Only those that failed so',
  anyFailure: 'All, whatever their result',
  onlyMissed: 'Only what an endpoint has not taken',
  count:
    '{count, plural, =0 {There is nothing to send.} one {One event would be sent.} other {{count, number} events would be sent.}}',
  byEndpoint: '{merchant}: {count, plural, one {one event} other {{count, number} events}}',
  off: '{merchant}: switched off, is sent nothing',
  paused: '{merchant}: paused, is sent nothing',
  which: 'Newest of them',
  send: '{count, plural, one {Send one event} other {Send {count, number} events}}',
  started: 'The events are being queued',
  last: 'Last times',
  never: 'Nothing was sent again yet',
  chooseTenant: 'Choose the tenant whose messages are sent again.',
  mode: 'Mode',
  live: 'Live',
  test: 'Test',
})
