import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const boardTexts = msg({
  title: 'Dashboard',
  asOf: 'As of {time}',
  refresh: 'Refresh',
  arrange: 'Arrange',
  fullScreen: 'Full screen',
  shared: 'Shared with your role',
  sharedBy: 'Shared by {name}',
  ended: '{name} no longer shares “{title}” with your role.',
  copy: 'Copy to my dashboard',
  copied: 'The widget is on your dashboard.',
  nothing: 'Nothing to show',
  noPermission: 'Your role does not include payments.',
  noWidgets: 'There are no widgets here. Add some with “Arrange”.',
  noData: 'No data',
  unknown: 'Widget that is gone',
  days: '{from} – {to}',
  old: 'Old, as of {time}: {reason}',
  details: 'Other days',
  rows: '{from}–{to} of {count, number}',
  notAllDrawn: 'The first {count, number} of {all, number} groups are drawn. Choose fewer days.',
  earlier: 'Previous rows',
  later: 'Next rows',
  dashboard: 'Dashboard',
  allCurrencies: 'All currencies',
  currency: 'Currency',
  chartOf: '{title}: {summary}',
})
