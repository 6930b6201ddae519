import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({ automated_report: 'Automated report' })

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  automated_report: 'Automated reports',
})
