import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const boardTexts = msg({
  title: 'Dashboard',
  asOf: 'As of {time}',
  refresh: 'Refresh',
  arrange: 'Arrange',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  nothing: 'Nothing to show',
  noPermission: 'Your role does not include payments.',
  noWidgets: 'There are no widgets here. Add some with “Arrange”.',
  noData: 'No data',
  unknown: 'Widget that is gone',
  days: '{from} – {to}',
  old: 'Old, as of {time}: {reason}',
  rows: '{from}–{to} of {count, number}',
  earlier: 'Previous rows',
  later: 'Next rows',
  dashboard: 'Dashboard',
  points: '{points} pp',
})
