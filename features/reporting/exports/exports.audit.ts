import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

export const actionLabels = msg({ download: 'Export downloaded' })

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({ data_export: 'Export' })
