import { sumMinor } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

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
})
export type Figures = z.infer<typeof figures>
export type Measure = keyof Figures
