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
  size: z.int().describe('In bytes.'),
  isOfAnswer: z
    .boolean()
    .describe('It belongs to the latest answer; others were sent with earlier ones.'),
})

/** A dispute of a payment. */
export const disputeView = z.object({
  id,
  stage: disputeStage,
  state: disputeState,
  amount: z.int(),
  lostAmount: z.int().describe('Of one that ended: what the card holder keeps.'),
  currency: z.string(),
  reasonCode: z.string(),
  reason: z.string(),
  respondBy: timestamp
    .nullable()
    .describe('Until when an answer is due; null: none is waited for.'),
  acquirerReference: z
    .string()
    .nullable()
    .describe('The acquirer’s; null for one that a person recorded.'),
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
  answer: z
    .object({
      kind: disputeAnswer,
      state: z.enum(['requested', 'received', 'refused']),
      statement: z.string().nullable(),
      at: timestamp,
    })
    .nullable()
    .describe('What was answered, and whether the acquirer has received it.'),
  evidence: z.array(evidenceFile).describe('What proves the answers, the oldest first.'),
})
export type DisputeView = z.infer<typeof disputeView>

/** A dispute for a merchant's server. */
export const merchantDispute = disputeView.extend({ paymentId: id })
export type MerchantDispute = z.infer<typeof merchantDispute>
