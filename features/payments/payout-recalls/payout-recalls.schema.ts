import { calendarDay, currencyCode, id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const recallReasons = [
  'duplicate',
  'technical',
  'fraud',
  'wrong_account',
  'wrong_amount',
] as const
export const recallReason = z.enum(recallReasons)
export type RecallReason = z.infer<typeof recallReason>

const recallStates = [
  ...(['asked', 'accepted', 'refused', 'overtaken', 'unanswered'] as const),
] as const
export type RecallState = (typeof recallStates)[number]

const recall = z.object({
  id,
  reason: recallReason,
  note: z.string().nullable(),
  state: z.enum(recallStates),
  requestedBy: z.string(),
  /** By when the scheme has the payee's bank answer. */
  answerBy: calendarDay,
  /** What came back, and what the payee's bank kept of it; null unless it was accepted. */
  returned: z.int().nullable(),
  kept: z.int().nullable(),
  /** Of a refusal: the scheme's code, and what it says. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  createdAt: timestamp,
  answeredAt: timestamp.nullable(),
})
export type Recall = z.infer<typeof recall>

/** The recalls of a payout, and whether another one can be asked for. */
export const recallsOf = z.object({
  currency: currencyCode,
  data: z.array(recall),
  /** Reasons that can be given now, each with its last day. */
  reasons: z.array(z.object({ reason: recallReason, until: calendarDay })),
  /** Why none can be; null: one can. */
  obstacle: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type RecallsOf = z.infer<typeof recallsOf>
