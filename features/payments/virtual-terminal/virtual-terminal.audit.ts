import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  createTerminalPayment: 'Payment at the virtual terminal',
  storeTerminalCard: 'Card stored at the virtual terminal',
})
