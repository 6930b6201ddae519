import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const actionLabels = msg({
  prepareBulkUpdate: 'Bulk update prepared',
  prepareUndo: 'Undo of a bulk update prepared',
  startBulkUpdate: 'Bulk update started',
  stopBulkUpdate: 'Bulk update stopped',
  resumeBulkUpdate: 'Bulk update resumed',
  downloadBulkResult: 'Result of a bulk update downloaded',
})

export const recordLabels = msg({ 'bulk-update': 'Bulk update' })
