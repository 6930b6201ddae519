import { buffer } from 'node:stream/consumers'
import {
  claimFiles,
  listFilesOf,
  openStoredFile,
} from '@counterfoil/features/messaging/files/files.public.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import type { Engine } from '@counterfoil/features/payments/processing/payments.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { UserCaller } from '@counterfoil/kit/server/request/context.ts'
import type { DisputeEvidence } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Dispute } from './disputes.queries.ts'
import { disputeRecord, isEvidenceType } from './disputes.schema.ts'

export interface Evidence {
  readonly fileIds: readonly string[]
  /** Who uploaded the files. */
  readonly caller: UserCaller
}

/**
 * An operator's files belong to no merchant before they are claimed, so that one who is limited to some merchants claims them
 * in the whole tenant. That the caller may see the payment is checked before.
 */
export function evidenceScope(engine: Engine, evidence: Evidence | undefined): Engine {
  const { fileIds = [], caller } = evidence ?? {}
  if (fileIds.length === 0 || caller?.userType !== 'tenant') return engine
  const scope = tenantScope(engine.tenantId)
  return { ...engine, transaction: (work) => engine.database.repeatable(scope, work) }
}

/** Gives the files to the dispute and answers all that it has; 400 for one of a type that acquirers do not take. */
export async function claimEvidence(
  db: Db,
  { merchantId }: Payment,
  disputeId: string,
  evidence: Evidence | undefined,
) {
  const { fileIds = [], caller } = evidence ?? {}
  if (caller !== undefined) {
    await claimFiles(db, caller, {
      ...{ fileIds, merchantId },
      recordType: disputeRecord,
      recordId: disputeId,
    })
  }
  const files = await listFilesOf(db, disputeRecord, disputeId)
  const refused = files.find((one) => !isEvidenceType(one.content_type))
  if (refused !== undefined) {
    throw new Problem(
      'dispute.evidence_type',
      400,
      `${refused.name} is neither a PDF nor a JPEG or PNG, which acquirers take as evidence`,
      { params: { name: refused.name } },
    )
  }
  return files
}

/** What goes to the acquirer with an answer. */
export async function readEvidence(
  engine: Engine,
  dispute: Pick<Dispute, 'id' | 'answer'>,
): Promise<DisputeEvidence[]> {
  const fileIds = dispute.answer?.fileIds ?? []
  if (fileIds.length === 0) return []
  const files = await engine.transaction((db) => listFilesOf(db, disputeRecord, dispute.id))
  return Promise.all(
    files
      .filter(({ id }) => fileIds.includes(id))
      .map(async (file) => ({
        ...{ name: file.name, contentType: file.content_type, sha256: file.sha256 },
        bytes: await buffer(await openStoredFile(engine.providers.storage, file)),
      })),
  )
}
