import {
  disputeAnswer,
  disputeStage,
  disputeState,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { type FileExtension, fileTypes } from '@counterfoil/kit/contract/uploads.ts'
import { z } from 'zod'

/** As which record the files of a dispute are stored. */
export const disputeRecord = 'dispute'

/** The types of files that card schemes' acquirers take as evidence. */
export const evidenceExtensions = [
  'pdf',
  'jpg',
  'jpeg',
  'png',
] as const satisfies readonly FileExtension[]

export const isEvidenceType = (contentType: string): boolean =>
  evidenceExtensions.some((extension) => fileTypes[extension].contentType === contentType)

/** A file that goes with an answer. */
const evidenceFile = z.object({
  fileId: id,
  name: z.string(),
  contentType: z.string(),
  /** In bytes. */
  size: z.int(),
  /** It belongs to the latest answer; others were sent with earlier ones. */
  isOfAnswer: z.boolean(),
})

/** A dispute of a payment. */
export const disputeView = z.object({
  id,
  stage: disputeStage,
  state: disputeState,
  amount: z.int(),
  /** Of one that ended: what the card holder keeps. */
  lostAmount: z.int(),
  currency: z.string(),
  reasonCode: z.string(),
  reason: z.string(),
  /** Until when an answer is due; null: none is waited for. */
  respondBy: timestamp.nullable(),
  /** The acquirer's; null for one that a person recorded. */
  acquirerReference: z.string().nullable(),
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
  /** What was answered, and whether the acquirer has received it. */
  answer: z
    .object({
      kind: disputeAnswer,
      state: z.enum(['requested', 'received', 'refused']),
      statement: z.string().nullable(),
      at: timestamp,
    })
    .nullable(),
  /** What proves the answers, the oldest first. */
  evidence: z.array(evidenceFile),
})
export type DisputeView = z.infer<typeof disputeView>

/** A dispute for a merchant's server. */
export const merchantDispute = disputeView.extend({ paymentId: id })
export type MerchantDispute = z.infer<typeof merchantDispute>
