import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions. */
export const actionLabels = msg({
  'ask-version': 'Activation requested',
  'confirm-version': 'Activated',
  'withdraw-version': 'Returned to draft',
  'roll-back-version': 'Rolled back to',
  backtest: 'Backtested',
  'update-opening': 'Opened to the merchant',
})

/** What the audit trail calls these kinds of records. */
export const recordLabels = msg({
  'routing-version': 'Version of routing rules',
  'routing-opening': 'Routing that a merchant may set',
})

/** What rows of these tables are called where they keep a record from being deleted. */
export const tableLabels = msg({
  routing_version: 'Routing rules',
})
