import { listFilesOfRecords } from '@counterfoil/features/messaging/files/files.public.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import type { Dispute } from './disputes.queries.ts'
import { type DisputeView, disputeRecord } from './disputes.schema.ts'

type EvidenceFile = Awaited<ReturnType<typeof listFilesOfRecords>>[number]

/** Disputes with the files that prove their answers; the order stays. */
export async function viewDisputes<D extends Dispute>(
  db: Db,
  disputes: readonly D[],
): Promise<{ readonly dispute: D; readonly view: DisputeView }[]> {
  const ids = disputes.map(({ id }) => id)
  const files = await listFilesOfRecords(db, disputeRecord, ids)
  return disputes.map((dispute) => ({
    dispute,
    view: viewDispute(
      dispute,
      files.filter((file) => file.record_id === dispute.id),
    ),
  }))
}

export function viewDispute(dispute: Dispute, files: readonly EvidenceFile[]): DisputeView {
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
    evidence: files.map((file) => ({
      fileId: file.id,
      name: file.name,
      contentType: file.content_type,
      size: file.size_bytes,
      isOfAnswer: answer?.fileIds.includes(file.id) === true,
    })),
  }
}
