import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const dashboardTexts = msg({
  title: 'Dashboard',
  asOf: 'As of {time}',
  refresh: 'Refresh',
  today: 'Today',
  last7: 'Last 7 days',
  last30: 'Last 30 days',
  captured: 'captured',
  payments: '{count, plural, one {1 payment} other {# payments}}',
  approved: '{rate} approved',
  refunded: 'refunded',
  none: 'No payments',
  perDay: 'Captured per day',
  pointAt: 'Point at a day to see its amount',
  asTable: 'Show as table',
  day: 'Day',
  count: 'Payments',
  amount: 'Captured',
  statuses: 'By status, 30 days',
  nothing: 'Nothing to show',
  noPermission: 'Your role does not include payments.',
  noData: 'No data',
})
