import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions. */
export const actionLabels = msg({
  acknowledge: 'Acknowledged',
  resolve: 'Resolved',
  silence: 'Silenced',
  'end-silence': 'Ended the silence',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({ alert: 'Alert' })

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  alert: 'Alerts',
})
