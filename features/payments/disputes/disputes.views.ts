import type { Dispute } from './disputes.queries.ts'
import type { DisputeView } from './disputes.schema.ts'

export function viewDispute(dispute: Dispute): DisputeView {
  const { answer, respondBy, closedAt } = dispute
  return {
    id: dispute.id,
    stage: dispute.stage,
    state: dispute.state,
    amount: Number(dispute.amountMinor),
    lostAmount: Number(dispute.lostMinor),
    currency: dispute.currency,
    reasonCode: dispute.reasonCode,
    reason: dispute.reason,
    respondBy: dispute.state === 'opened' ? (respondBy?.toISOString() ?? null) : null,
    acquirerReference: dispute.acquirerReference,
    openedAt: dispute.openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    answer: answer && {
      kind: answer.kind,
      state: answer.state,
      statement: answer.statement,
      at: answer.at.toISOString(),
    },
  }
}
