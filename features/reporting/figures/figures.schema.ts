import { sumMinor } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** Payments by what came of their attempts to authorise. */
export const attemptFilters = ['first_approved', 'first_declined', 'answered'] as const
export type AttemptFilter = (typeof attemptFilters)[number]

/** A share from 0 to 1; null where there is nothing to divide by. */
const share = z.number().nullable()

/** What can be counted in any currencies together. */
export const counts = z.object({
  count: z.int(),
  /** Of these: the acquirer approved them, whatever became of them later. */
  approved: z.int(),
  /** Of these: declined, failed or blocked. */
  declined: z.int(),
  /** Of these: not decided yet. */
  undecided: z.int(),
  /** The approved ones among the decided ones. */
  approvalRate: share,
  /** The declined ones among all, and those that are not decided yet. */
  declinedShare: share,
  undecidedShare: share,
  /**
   * What the first tries to authorise came to, of those that are decided. An exemption that the issuer refuses and the
   * challenge that follows at the same acquirer are one try. Null in groups by provider or MID and of payments that are
   * filtered by one: a payment that was sent on is at the last one.
   */
  firstTryApproved: z.int().nullable(),
  firstTryDeclined: z.int().nullable(),
  /** The approved ones among both. */
  firstTryRate: share,
  /** Approved by a later attempt, after the first one was declined or failed; where it was approved. */
  rescued: z.int(),
  /** These among the decided payments: so much of the approval rate came from later attempts. */
  cascadeGain: share,
  /** The acquirer answered the authorisation, whatever it said. */
  answered: z.int(),
  /** How long these waited in all, in milliseconds. */
  answerMs: z.int(),
  /** The average wait of one in milliseconds; the last acquirer's, where a payment was sent on. */
  answerTime: z.int().nullable(),
})
export type Counts = z.infer<typeof counts>

/** The figures of one currency, amounts in its minor units. */
export const figures = counts.extend({
  volume: sumMinor,
  approvedVolume: sumMinor,
  captured: sumMinor,
  refunded: sumMinor,
  /** Captured less refunded, of these payments until now. */
  net: sumMinor,
  /** The volume by payment; null without payments. */
  averageAmount: z.int().nullable(),
  /** The refunded part of what was captured. */
  refundRate: share,
  /** The volume of what later attempts got approved. */
  rescuedVolume: sumMinor,
})
export type Figures = z.infer<typeof figures>
export type Measure = keyof Figures
