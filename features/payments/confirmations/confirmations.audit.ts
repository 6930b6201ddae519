import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  confirmWaiting: 'Confirmation of a waiting action',
  rejectWaiting: 'Rejection of a waiting action',
  withdrawWaiting: 'Withdrawal of a waiting action',
})
