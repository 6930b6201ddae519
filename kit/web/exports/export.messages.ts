import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const exportTexts = msg({
  export: 'Export',
  now: 'Download now',
  nowHint: 'A CSV of the whole list; a long one is zipped',
  csv: 'CSV',
  csvHint: 'Prepared in the background, with a manifest of its sums',
  xlsx: 'Excel workbook',
  xlsxHint: 'Prepared in the background; numbers stay numbers',
  pdf: 'PDF to print',
  pdfHint: 'Prepared in the background, with filters and totals',
  preparing: 'Your export is being prepared. You will be notified.',
  schedule: 'Schedule',
  scheduleHint: 'Send it on a schedule, with these filters',
  open: 'Exports',
  openHint: 'What you have exported: progress and files',
})
