import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const exportListTexts = msg({
  title: 'Exports',
  description:
    'What you have exported. Files are removed after 30 days; each comes with a manifest of its rows, sums and checksums.',
  report: 'Report',
  mode: 'Mode',
  format: 'Format',
  state: 'State',
  rows: 'Rows',
  size: 'Size',
  filters: 'Filters',
  created: 'Ordered',
  expires: 'Removed',
  download: 'Download',
  downloadOf: 'Download {name}',
  cancel: 'Cancel',
  cancelOf: 'Cancel {name}',
  progress: 'Progress',
  rowsOf: '{rows, number} of {all, number}',
  automated: 'automated',
  nothing: 'Nothing exported yet',
  nothingYet: 'Choose Export on a report or a list, and it appears here.',
})

export const stateTexts = msg({
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
})
