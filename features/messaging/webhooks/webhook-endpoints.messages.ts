import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { AttemptReason } from './webhooks.rules.ts'

const msg = messagesOf(import.meta.url)

export const endpointTexts = msg({
  secret: 'Signing secret',
  secretAbout:
    'Nobody can see it again. With a new one, both sign until the chosen time is over, so that your server can switch.',
  rotate: 'New secret',
  shown: 'The new secret',
  previous: 'Previous secret',
  previousAbout: 'Messages carry a signature of the new secret and of each one before it.',
  previousUntil: 'The previous one signs until',
  endPrevious: 'End it now',
  endPreviousTitle: 'End the previous secret?',
  endPreviousText:
    'From now on the new secret alone signs. A server that still checks with the previous one refuses every message.',
  previousEnded: 'The previous secret signs no more',
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
  gone: 'The receiver answered 410 Gone',
  paymentsNotHeld:
    'The messages to this endpoint hold payments, which your role does not show you. Users who may see payments can read the messages and change the endpoint.',
})

export const attemptTexts = msg({
  attempt: 'Attempt {n, number}',
  byHand: 'by hand',
  next: 'Next attempt',
  answer: 'Answer',
  notTried: 'Not tried yet',
  stopped: 'Given up: the endpoint was switched off or paused when its next attempt was due.',
  redirect: 'Redirects are not followed: give the endpoint the address to which it leads.',
  noAnswer: 'No answer within {seconds, plural, one {# second} other {# seconds}}',
})

export const reasonTexts = msg({
  closed: 'The connection was closed before the answer was whole',
  refused: 'The server refused the connection',
  nameUnknown: 'The server’s name was not found',
  unreachable: 'The server could not be reached',
  certificate: 'The server’s certificate is not valid',
  encryption: 'No encrypted connection came about',
  notPublic: 'The address is not a public one',
}) satisfies Record<AttemptReason, Text>

export const healthTexts = msg({
  title: 'Delivery',
  healthy: 'Healthy',
  failing: 'Failing',
  paused: 'Paused',
  healthyAbout:
    'No event waits because the endpoint failed. Test events do not count: each shows its answer below.',
  off: 'Switched off',
  offAbout:
    'Nothing is sent, and what comes due meanwhile is given up. Select its row in the list to switch it on; then send what it missed under “Send events again”.',
  failingSince: 'Every attempt has failed since',
  waitsUntil: 'Its messages wait until',
  pausesAt: 'If it keeps failing, it is paused at',
  pausedSince: 'Paused since',
  pausedAbout:
    'Nothing but tests is sent. Events are kept: resume the endpoint once its server answers again.',
  resumeNow: 'Send what waits now',
  resumeOnly: 'Resume without what was missed',
  recover: 'Resume and send what was missed',
  resumed: 'The endpoint is sent messages again',
})

export const replayTexts = msg({
  title: 'Send events again',
  about: 'Events of a time, in their order. Receivers recognise what they have by its id.',
  notSent: 'While the endpoint is switched off or paused, nothing can be sent again.',
  from: 'From',
  to: 'Until',
  toHint: 'Empty: until now',
  types: 'Events',
  everyType: 'Everything that the endpoint gets',
  onlyMissed: 'Only what the endpoint has not taken',
  count:
    '{count, plural, =0 {There is nothing to send.} one {One event would be sent.} other {{count, number} events would be sent.}}',
  which: 'Newest of them',
  send: '{count, plural, one {Send one event} other {Send {count, number} events}}',
  started: 'The events are being queued',
  progress: 'How much is queued',
  running: '{queued, number} of {total, number} queued',
  queued: '{queued, plural, one {One event queued} other {{queued, number} events queued}}',
  by: 'requested by {name}',
})
