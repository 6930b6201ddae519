import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  'set-available': 'Report given or withheld',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  report_setting: 'Report settings',
})
