import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions. */
export const actionLabels = msg({
  'return-secret': 'Return secret shown',
  'make-return-secret': 'New return secret made',
  'use-return-secret': 'Return secret replaced',
})
