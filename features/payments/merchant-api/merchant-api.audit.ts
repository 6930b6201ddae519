import { messagesOf } from '@counterfoil/kit/contract/messages.ts'

const msg = messagesOf(import.meta.url)

/** What the audit trail calls these actions, by the last word of their id. */
export const actionLabels = msg({
  incrementPayment: 'Incremental authorisation by API',
  capturePayment: 'Capture by API',
  refundPayment: 'Refund by API',
  voidPayment: 'Void by API',
  sendDisputeEvidence: 'Dispute contested by API',
  giveInToDispute: 'Dispute accepted by API',
})
