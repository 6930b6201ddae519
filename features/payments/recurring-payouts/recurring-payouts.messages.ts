import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const recurringTexts = msg({
  title: 'Recurring payments',
  description: 'Payments to one beneficiary, every week or every month. Each date makes a payment.',
  howToMake: 'To make one, choose “Recurring” in a single payment.',
  sandbox: 'Banks and payment rails are simulated here: no real money moves.',
  list: 'Recurring payments',
  search: 'Payee or reference',
  state: 'Status',
  merchant: 'Merchant',
  created: 'Requested',
  amount: 'Amount each time',
  payee: 'Payee',
  account: 'Account',
  reference: 'Reference',
  frequency: 'How often',
  firstDay: 'First date',
  lastDay: 'Last date',
  next: 'Next date',
  nextRun: 'Payment is made',
  untilStopped: 'Until it is stopped',
  none: 'None',
  by: 'Requested by',
  nothing: 'No recurring payments yet',
  nothingText: 'Payments that you make again and again appear here.',
  nothingOperator: 'Recurring payments of your merchants appear here.',
  check: 'Name check',
  bound: 'Approval',
  boundText: 'Approved once for all dates, with this amount and this payee',
  eachAlone: 'Each payment is approved by itself where that is needed',
  willNot: 'The next date will not be paid: {reason}',
  dates: 'Dates so far',
  noDates: 'No date has come yet.',
  notPaid: 'Not paid',
  open: 'Open payment',
  history: 'History',
  product: 'Automatically',
  pause: 'Pause',
  pauseTitle: 'Pause this recurring payment?',
  pauseText:
    'Dates until you resume it are not paid. A payment that was made already goes on; withdraw it by itself.',
  paused: 'Recurring payment paused',
  resume: 'Resume',
  resumeTitle: 'Resume this recurring payment?',
  resumeText:
    '{amount} to {payee} is paid again. Dates that passed meanwhile are not made up for. Its next date would be {day}.',
  resumeEnds: 'No date of it is left: it ends.',
  resumed: 'Recurring payment resumed',
  stop: 'Stop',
  stopTitle: 'Stop this recurring payment?',
  stopText:
    'It cannot be started again. A payment that was made already goes on; withdraw it by itself.',
  stopped: 'Recurring payment stopped',
})

export const recurringStateTexts = msg({
  waiting_for_approval: 'Waiting for approval',
  active: 'Active',
  paused: 'Paused',
  stopped: 'Stopped',
  ended: 'Ended',
  declined: 'Declined',
})

export const recurringStepTexts = msg({
  requested: 'Requested',
  confirmed: 'Confirmed',
  approved: 'Approved',
  declined: 'Declined',
  paused: 'Paused',
  resumed: 'Resumed',
  stopped: 'Stopped',
  ended: 'Ended',
})

export const payoutStateTexts = msg({
  waiting_for_approval: 'Waiting for approval',
  approved: 'Approved',
  sent: 'Sent',
  paid: 'Paid',
  returned: 'Returned',
  declined: 'Declined',
  failed: 'Failed',
})

export const frequencyTexts = msg({ weekly: 'Every week', monthly: 'Every month' })

export const checkTexts = msg({
  match: 'The name matches',
  close_match: 'The name is a close match',
  no_match: 'The name does not match',
  unavailable: 'The bank did not answer',
})

export const fieldTexts = msg({
  frequency: 'How often',
  firstDay: 'First date',
  firstHint: 'In a month that is too short: its last day',
  ends: 'Until',
  never: 'I stop it',
  onDay: 'A last day',
  after: 'A number of times',
  lastDay: 'Last day',
  times: 'Times',
  timesHint: 'At most 520',
  datesOpen: 'Dates: {days}, and so on',
  datesAll: 'Dates: {days}',
  datesUntil: 'Dates: {days}, and so on until {last}',
  noDate: 'No date falls before the last day',
})

export const decisionTexts = msg({
  waiting: 'Recurring payments awaiting approval',
  approve: 'Approve',
  decline: 'Decline',
  cannot: 'Why you cannot decide',
  approveTitle: 'Approve this recurring payment?',
  declineTitle: 'Decline this recurring payment?',
  approveAmount: 'Approve {amount} to {payee} on each date',
  declineAmount: 'Decline {amount} to {payee} on each date',
  approveText:
    'You approve all of its dates at once, with this amount and this payee. Dates that have passed are not paid.',
  declineText: 'None of its dates is paid.',
  reason: 'Reason',
  decided: 'Decision recorded',
})
