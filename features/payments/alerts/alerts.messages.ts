import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const alertTexts = msg({
  description:
    'Each time a figure left the limits of an alert rule, until it returned or a user resolved the alert.',
  rules: 'Alert rules',
  alert: 'Alert',
  message: 'What happened',
  severity: 'Severity',
  state: 'State',
  type: 'Kind',
  firedAt: 'Raised',
  merchant: 'Merchant',
  allMerchants: 'All',
  tenant: 'Tenant',
  figure: 'Figure',
  time: 'Time',
  payments: 'Payments',
  expected: 'Expected',
  atLeast: 'at least {bound}',
  atMost: 'at most {bound}',
  between: '{low} to {high}',
  mode: 'Mode',
  acknowledgedBy: 'Acknowledged',
  escalatedAt: 'Escalated',
  resolvedBy: 'Resolved',
  recovered: 'The figure recovered',
  silenced: 'Its rule was silenced',
  past: 'The same time of past weeks',
  acknowledge: 'Acknowledge',
  resolve: 'Resolve',
  acknowledged: 'No further notifications are sent about this alert',
  resolved: 'The alert is resolved',
  openPayments: 'Open the payments',
  openRule: 'Open the rule',
  nothing: 'No alerts',
  nothingYet: 'Alert rules say which figures raise them.',
})

export const ratioTexts = msg({
  title: 'Decline / pending ratio alerts',
  about:
    'Rules for the share of payments that are declined or not decided yet. They are alert rules like all others.',
  add: 'New alert rule',
  rule: 'Rule',
  nothing: 'No such rules',
  nothingYet: 'Add an alert rule for the share of declined or of undecided payments.',
})

export const severityTexts = msg({ info: 'Information', warning: 'Warning', failed: 'Failure' })
export const stateTexts = msg({
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
})
export const kindTexts = msg({ threshold: 'Threshold', anomaly: 'Anomaly' })

export const silenceTexts = msg({
  title: 'Silence',
  about:
    'While a rule is silent its alerts are listed without notifications. For alerts still open at its end they are sent then.',
  until: 'Until',
  reason: 'Reason',
  silence: 'Silence the rule',
  end: 'End the silence',
  isSilent: 'Silent until {until}, by {name}: {reason}',
  history: 'Its alerts',
  none: 'It has raised no alert yet',
})
