import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions. */
export const actionLabels = msg({
  add: 'Added',
  arrange: 'Arranged',
  clone: 'Copied',
  share: 'Shared',
  'un-share': 'Sharing ended',
  give: 'Given',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  'user-dashboard': 'Dashboard',
  'dashboard-category': 'Dashboard category',
  'dashboard-widget': 'Widget',
})
