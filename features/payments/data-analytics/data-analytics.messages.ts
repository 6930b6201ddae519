import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const analyticsTexts = msg({
  about:
    'Measures by up to three dimensions, from order to money, and two periods beside each other. The address holds the question: who opens it sees the answer of their own payments.',
  funnel: 'From order to money',
  ofBefore: '{share} of the stage before',
  lost: 'Lost before it',
  payments: '{count, plural, one {1 payment} other {{count, number} payments}}',
  noReason: 'no reason given',
  compare: 'Compare with the days before',
  comparison: '{from} to {to}, and the days before',
  comparisonSoFar: '{from} to {to} so far, and as much time before',
  measure: 'Measure',
  now: 'Now',
  before: 'Before',
  change: 'Change',
  openWindow: 'Open in a window',
  windowOpen: 'A window follows this page',
  copy: 'The question’s address',
  waiting: 'Waiting for the page that opened this window …',
  alone: 'This window was opened by no page of the portal. Open it with “Open in a window” there.',
})

export const stageTexts = msg({
  created: 'Created',
  screened: 'Screened',
  approved: 'Approved',
  captured: 'Captured',
})

export const lossTexts = msg({
  blocked: 'Blocked by screening',
  declined: 'Declined',
  failed: 'Failed',
  undecided: 'Undecided',
  voided: 'Voided',
  reserved: 'Not captured yet',
})
