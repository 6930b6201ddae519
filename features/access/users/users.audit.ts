import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  deactivate: 'Deactivated',
  'set-activation': 'Activated or deactivated',
  'invite-tenant-user': 'Invitation of an operator',
  'create-administrator': 'Administrator created from the command line',
  unlock: 'Unlocked',
  'reset-password': 'Link for a new password sent',
  'reset-tenant-password': 'Link for a new password sent to an operator',
  'reset-authenticator': 'Authenticator app removed',
  'save-rights': 'Rights changed',
  'save-merchant-limit': 'Limit to merchants changed',
  'save-method-limit': 'Limit to payment methods changed',
  'save-provider-limit': 'Limit to providers changed',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  user: 'User',
})

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  app_user: 'Users',
  user_merchant_limit: 'Limited operators',
})
