import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const recurringTexts = msg({
  title: 'Recurring payouts',
  description: 'Payouts to one beneficiary, every week or every month. Each date makes a payout.',
  howToMake: 'To make one, choose “Recurring” in a single payout.',
  sandbox: 'Banks and payment rails are simulated here: no real money moves.',
  list: 'Recurring payouts',
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
  nextRun: 'Payout is made',
  untilStopped: 'Until it is stopped',
  none: 'None',
  by: 'Requested by',
  nothing: 'No recurring payouts yet',
  nothingText: 'Payouts that you make again and again appear here.',
  nothingOperator: 'Recurring payouts of your merchants appear here.',
  check: 'Name check',
  bound: 'Approval',
  boundText: 'Approved once for all dates, with this amount and this payee',
  eachAlone: 'Each payout is approved by itself where that is needed',
  willNot: 'The next date will not be paid: {reason}',
  dates: 'Dates so far',
  noDates: 'No date has come yet.',
  notPaid: 'Not paid',
  open: 'Open payout',
  history: 'History',
  product: 'Automatically',
  pause: 'Pause',
  pauseTitle: 'Pause this recurring payout?',
  pauseText:
    'Dates until you resume it are not paid. A payout that was made already goes on; withdraw it by itself.',
  paused: 'Recurring payout paused',
  resume: 'Resume',
  resumeTitle: 'Resume this recurring payout?',
  resumeText:
    '{amount} to {payee} is paid again. Dates that passed meanwhile are not made up for. Its next date would be {day}.',
  resumeEnds: 'No date of it is left: it ends.',
  resumed: 'Recurring payout resumed',
  stop: 'Stop',
  stopTitle: 'Stop this recurring payout?',
  stopText:
    'It cannot be started again. A payout that was made already goes on; withdraw it by itself.',
  stopped: 'Recurring payout stopped',
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
  never: 'I cancel it',
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
  waiting: 'Recurring payouts awaiting approval',
  approve: 'Approve',
  decline: 'Decline',
  cannot: 'Why you cannot decide',
  approveTitle: 'Approve this recurring payout?',
  declineTitle: 'Decline this recurring payout?',
  approveAmount: 'Approve {amount} to {payee} on each date',
  declineAmount: 'Decline {amount} to {payee} on each date',
  approveText:
    'You approve all of its dates at once, with this amount and this payee. Dates that have passed are not paid.',
  declineText: 'None of its dates is paid.',
  reason: 'Reason',
  decided: 'Decision recorded',
})
