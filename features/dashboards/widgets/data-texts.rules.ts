import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the server says of figures, in both languages. */
export const dataTexts = msg({
  currency: 'Currency',
  before: 'Before',
  change: 'Change',
  rateBefore: 'Rate before',
  contribution: 'Contribution to the change',
  none: 'None',
  nothing: 'There is nothing.',
  firstRows: 'The first {count, number} are listed.',
  noPayments: 'There are no payments.',
  payments: '{count, plural, one {1 payment} other {# payments}}',
  paymentsApproved: '{count, plural, one {1 payment} other {# payments}}, {rate} of them approved.',
  mostOf:
    '{count, plural, one {1 payment} other {# payments}}, most of them {name}: {most, number}.',
  movement:
    '{count, plural, one {1 payment} other {# payments}}, {before, number} {when}. Approved: {rate}, before {rateBefore}.',
  earlier: '{weeks, plural, one {a week earlier} other {# weeks earlier}}',
  earlierSoFar:
    '{weeks, plural, one {by this time a week earlier} other {by this time # weeks earlier}}',
  movementBy:
    'Approved: {rate}, before {rateBefore}. Most of the difference: {name}, {points} percentage points.',
  what: 'What',
  ofMerchant: '{what}, {merchant}',
  count: 'Number',
  due: 'Due',
  payment: 'Payment',
  merchant: 'Merchant',
  reason: 'Reason',
  amount: 'Amount',
  payoutsPending: 'Payouts on their way',
  payable: 'Can be paid out',
  next: 'Becomes available next',
  nextOn: 'On',
  endpoint: 'Endpoint',
  state: 'State',
  delivered: 'Delivered',
  waiting: 'Waiting',
  failed: 'Failed',
  provider: 'Provider',
  failures: 'Failures in a row',
  approvalRate: 'Approval rate today',
  paymentsToday: 'Payments today',
  since: 'Not tried since',
  failedAt: 'Last failure',
  stateNow: 'State now',
  ticket: 'Ticket',
  subject: 'Subject',
  priority: 'Priority',
  stage: 'Stage',
  waits:
    '{count, plural, =0 {Nothing waits for you.} one {1 item waits for you.} other {# items wait for you.}}',
  disputesDue:
    '{count, plural, =0 {No dispute waits for an answer.} one {1 dispute waits for an answer.} other {# disputes wait for an answer.}}',
  disputeSoon: 'The first answer is due within three days.',
  disputeLate: 'The first answer is late.',
  balances:
    '{count, plural, =0 {There is no balance.} one {Balance in 1 currency.} other {Balances in # currencies.}}',
  endpointsOk:
    '{count, plural, =0 {There is no webhook endpoint.} one {1 webhook endpoint, with its messages since yesterday.} other {# webhook endpoints, with their messages since yesterday.}}',
  endpointDown: 'Not delivering: {url}',
  acquirers:
    '{count, plural, =0 {There is no acquirer.} one {1 acquirer. Its state is of its last attempts, its other figures are of today.} other {# acquirers. Their states are of their last attempts, their other figures are of today.}}',
  acquirerDown: 'Not tried for now: {name}',
  ticketsDue:
    '{count, plural, =0 {No ticket is overdue or near its breach.} one {1 ticket is overdue or near its breach.} other {# tickets are overdue or near their breach.}}',
  ticketLate: 'Overdue: {code}',
  pipeline:
    '{count, plural, =0 {There are no open opportunities.} one {1 open opportunity.} other {# open opportunities.}}',
})

export const toDoNames = msg({
  tasks: 'Tasks due',
  documentsToReview: 'Documents to review',
  documentsToSubmit: 'Documents to submit',
  proposals: 'Proposals to answer',
  agreements: 'Agreements to answer',
  payments: 'Payments that wait for approval',
  confirmations: 'Actions that wait for confirmation',
  payouts: 'Payouts that wait for approval',
  beneficiaryPayouts: 'Payouts to beneficiaries that wait for approval',
  tickets: 'Tickets overdue or near breach',
  askedTickets: 'Tickets that wait for your answer',
  disputes: 'Disputes to answer',
})

export const stateNames = msg({
  works: 'Works',
  notTried: 'Not tried for now',
  failing:
    '{count, plural, one {The last attempt at a MID failed} other {The last # attempts at a MID failed}}',
})

export const faultTexts = msg({
  notGiven: 'Your role does not include these figures.',
  failed: 'The figures could not be read.',
  lost: 'This widget is no longer given to your role.',
  gone: 'This widget no longer exists.',
})
