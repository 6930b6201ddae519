import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const statusTexts = msg({
  inForce: 'In force',
  shadow: 'Shadow',
  off: 'Off',
  title: 'What it does',
  masterSwitch: 'Antifraud is switched off for the organisation: no rule is evaluated.',
  switchedOff: 'The rule is switched off: it is not evaluated.',
  notOpened:
    'Rules of the merchant’s own are not opened by its payment provider: it is not evaluated.',
  openedToLess:
    'It has less effect than it says: the payment provider has opened no more to the merchant.',
  inShadow: 'In shadow: payments are evaluated and what it finds is recorded, without effect.',
  live: 'In force: what it finds has its effect.',
  otherMode: 'It looks at payments of the other mode alone.',
  neverMatched: 'It has found nothing in 30 days.',
  changeWaits: 'A change waits for confirmation.',
  waitsShort: 'Change waits',
  liveDays: 'Live payments of the last 30 days',
  testDays: 'Test payments of the last 30 days',
  matched: 'Found',
  blocked: 'Blocked',
  held: 'Held for review',
  flagged: 'Flagged',
  wouldBlock: 'Would have been blocked (shadow)',
  wouldHold: 'Would have been held (shadow)',
  wouldFlag: 'Would have been flagged (shadow)',
  last: 'Last',
  never: 'Never',
})

export const decisionTexts = msg({
  title: 'In force or in shadow',
  ask: 'Request to put it in force',
  asked: 'It waits for another person’s confirmation',
  confirm: 'Confirm and put in force',
  confirmed: 'The rule is in force',
  confirmOff: 'Confirm, and leave it switched off',
  confirmedOff: 'The change is confirmed. The rule is still switched off.',
  withdraw: 'Withdraw',
  toShadow: 'Take back to shadow',
  toShadowText:
    'Once another person has confirmed it, payments that the rule would stop are no longer stopped. It is recorded what it finds.',
  confirmLeaving: 'Confirm',
  left: 'It is confirmed: the rule no longer has its effect',
  waits: 'A version asked for by {name} waits for confirmation by another person.',
  notDeleted: 'A rule in force is not deleted. Have it switched off or taken back to shadow first.',
  versions: 'Versions',
  number: 'Version',
  made: 'Made',
  values: 'Values',
  restore: 'Restore',
  restoreOf: 'Restore version {number}',
  restored: 'Version {number} is restored',
  before: 'Before versions were kept',
})

/** What waits for another person, of a rule in force. */
export const leavingTexts = msg({
  shadow:
    '{name} asked for the rule to be taken back to shadow, which waits for confirmation by another person. Until then it is in force.',
  off: '{name} asked for the rule to be switched off, which waits for confirmation by another person. Until then it is in force.',
})

export const versionStates = msg({
  draft: 'Not in force',
  waiting: 'Waits for confirmation',
  active: 'In force',
  past: 'Was in force',
  off: 'In force once the rule is switched on',
})

export const backtestTexts = msg({
  title: 'Try on past payments',
  about:
    'Payments of the last days are looked at with the function that new ones are screened with: the values that wait for confirmation, else those of the rule. What a whitelist trusts today is not found. Blacklists and restrictions of cards that would have followed are not part of it.',
  period: 'Period',
  days: '{days, plural, one {# day} other {# days}}',
  mode: 'Mode',
  test: 'Test',
  live: 'Live',
  start: 'Try',
  by: 'By {name}',
  progress: '{done} of {total} payments looked at',
  failed: 'It failed. Try again; if it fails again, the scheduler’s log says why.',
  looked: '{count} payments looked at.',
  nothing: 'It would have found none.',
  block: 'Would have blocked',
  review: 'Would have held',
  flag: 'Would have flagged',
  disputed: 'Disputed later',
  good: 'Captured, never disputed',
  stopped: 'Stopped by screening then',
  notCaptured: 'Not captured',
})

export const merchantRuleTexts = msg({
  operators: 'Rules of your payment provider',
  nothing: 'Your payment provider has no rule that looks at your payments.',
  off: 'Antifraud is switched off: no rule is evaluated.',
  rule: 'Rule',
  follows: 'What follows',
  state: 'State',
  foundLive: 'Found in 30 days (Live)',
  foundTest: 'Found in 30 days (Test)',
  see: 'What “{rule}” does',
  own: 'Rules of your own',
  notOpened:
    'Your payment provider has not opened rules of your own to you: those below are not evaluated. Ask them to open them.',
  flag: 'Your rules may flag payments. They hold and block none.',
  review: 'Your rules may flag payments or hold them for a review. They block none.',
  block: 'Your rules may flag payments, hold them for a review, or block them.',
})
