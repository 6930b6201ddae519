import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  'request-report': 'Report requested',
  'export-report': 'Export of a report',
  'export-alternative': 'Export of alternative payments',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  payment_export: 'Export of payments',
})
