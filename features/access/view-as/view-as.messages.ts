import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const viewAsTexts = msg({
  view: 'View as user',
  title: 'View the portal as {name}?',
  about:
    'You see the pages and records that {name} sees, as far as you may see them yourself. Nothing can be changed or exported meanwhile. It ends after {minutes} minutes.',
  recorded: 'The start, the end and the reason are kept in the audit trail of {organisation}.',
  reason: 'Reason',
  reasonHint: 'For example the ticket that it is about',
  start: 'View as {name}',
  banner: 'View as user',
  seeing: 'You see the portal as {name} ({role}). Nothing can be changed.',
  remaining:
    '{minutes, plural, =0 {Less than a minute left} one {# minute left} other {# minutes left}}',
  end: 'End the view',
})
