import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const overviewTexts = msg({
  title: 'Support',
  description:
    'Open tickets, who has to answer, and how long tickets take. Each figure opens its tickets.',
  newTicket: 'New ticket',
  all: 'All tickets',
  channel: 'Direction',
  now: 'Now',
  open: 'Open',
  ours: 'Waiting on support',
  waiting: 'Waiting on the requester',
  unread: 'Unread',
  overdue: 'Overdue',
  unassigned: 'Not assigned',
  closedLately: 'Closed in 30 days',
  times: 'Times, tickets closed in 30 days',
  firstResponse: 'First response',
  resolution: 'Resolution',
  median: 'half within {time}',
  of: '{n, plural, one {1 ticket} other {# tickets}}',
  timedOf: '{timed, number} of {n, plural, one {1 ticket} other {# tickets}}',
  pointAt: 'Point at a bar to see its tickets.',
  shareOf: '{name} · {tickets} · {share}',
  none: 'No figures yet',
  ages: 'Open, by age',
  today: 'Today',
  week: 'Up to a week',
  month: 'Up to a month',
  older: 'Older',
  byCategory: 'Open, by category',
  byPriority: 'Open, by priority',
  byLabel: 'Open, by label',
  byAssignee: 'Open, by assignee',
  noLabel: 'No label',
  nobody: 'Unassigned',
  minutes: '{n} min',
  hours: '{n} h',
  days: '{n} days',
})

export const analyticsTexts = msg({
  about:
    '{count, plural, one {1 ticket} other {{count, number} tickets}} created in these days, as of {time}. Times are around the clock.',
  export: 'Export CSV',
  chart: 'Tickets created',
  pointAt: 'Point at a column to see its value',
  tenant: 'Tenant',
  nothing: 'No tickets in these days',
  nothingYet: 'The report is of the last 30 days. Choose other days above.',
  answerMedian: 'First answer, median',
  answerP90: 'First answer, 90 in 100',
  resolutionMedian: 'Resolution, median',
  resolutionP90: 'Resolution, 90 in 100',
})
