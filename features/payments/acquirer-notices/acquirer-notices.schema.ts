import { id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const noticeStates = ['aside', 'received', 'taken', 'repeated', 'refused', 'closed'] as const

/**
 * `received`: it is decided on soon; `taken`: it counts; `repeated`: it says nothing new; `aside`: it cannot count, for
 * its cause; `refused`: it is not the acquirer's; `closed`: a person decided that it needs nothing more.
 */
export const noticeState = z.enum(noticeStates)
export type NoticeState = z.infer<typeof noticeState>

export const acquirerNotice = z.object({
  id,
  tenantName: z.string(),
  merchantName: z.string().nullable(),
  provider: z.string(),
  /** The acquirer's id of the notice. */
  reference: z.string(),
  state: noticeState,
  /** Why it was put aside, refused, or waits. */
  cause: z.object({ code: z.string(), values: z.record(z.string(), z.string()) }).nullable(),
  paymentId: id.nullable(),
  externalId: z.string().nullable(),
  receivedAt: timestamp,
  /** How often it came again, and the last time. */
  repeats: z.int(),
  lastReceivedAt: timestamp,
  tries: z.int(),
  decidedAt: timestamp.nullable(),
  closedBy: z.string().nullable(),
  closeReason: z.string().nullable(),
})
export type AcquirerNoticeView = z.infer<typeof acquirerNotice>
