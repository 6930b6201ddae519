import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions. */
export const actionLabels = msg({
  'ask-force': 'Requested to be put in force',
  'confirm-force': 'Confirmed by another person',
  'withdraw-force': 'Withdrawn before it was confirmed',
  'to-shadow': 'Requested to be taken back to shadow',
  restore: 'Earlier version restored',
})
