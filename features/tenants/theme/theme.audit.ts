import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  saveTheme: 'Colours and logo',
  saveTenantTheme: 'Colours and logo of a tenant',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  theme: 'Colours and logo',
})
