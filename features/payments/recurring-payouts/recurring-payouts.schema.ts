import {
  payeeResult,
  payoutSpeed,
  payoutState,
} from '@counterfoil/features/payments/payout-orders/payout-orders.schema.ts'
import {
  calendarDay,
  currencyCode,
  id,
  modeName,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const recurringStates = [
  'waiting_for_approval',
  'active',
  'paused',
  'stopped',
  'ended',
  'declined',
] as const
export const recurringState = z.enum(recurringStates)
export type RecurringState = z.infer<typeof recurringState>

export const frequencies = ['weekly', 'monthly'] as const
export const frequency = z.enum(frequencies)
export type Frequency = z.infer<typeof frequency>

/** The most dates that a number of times may come to. */
export const maxTimes = 520

/** A recurring payout as lists show it. */
export const recurringRow = z.object({
  id,
  state: recurringState,
  amount: z.int(),
  currency: currencyCode,
  payeeName: z.string(),
  /** Its beginning and end. */
  accountHint: z.string(),
  reference: z.string(),
  frequency,
  firstDay: calendarDay,
  /** Null: until it is stopped. */
  lastDay: calendarDay.nullable(),
  /** The date that comes next; null: none does. */
  nextDay: calendarDay.nullable(),
  mode: modeName,
  merchantName: z.string(),
  requestedBy: z.string(),
  createdAt: timestamp,
})
export type RecurringRow = z.infer<typeof recurringRow>

/** What became of a date: a payout, or why none was made. */
const recurringRun = z.object({
  day: calendarDay,
  payout: z.object({ id, state: payoutState }).nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  params: z.record(z.string(), z.unknown()).nullable(),
  at: timestamp,
})
export type RecurringRun = z.infer<typeof recurringRun>

const stepKinds = [
  ...(['requested', 'confirmed', 'approved', 'declined', 'paused', 'resumed'] as const),
  ...(['stopped', 'ended'] as const),
] as const

/** A recurring payout with its dates and what people did. */
export const recurringDetails = recurringRow.extend({
  payeeAccount: z.string(),
  payeeResult: payeeResult.nullable(),
  speed: payoutSpeed.nullable(),
  /** When the next payout is made: its date, or the business day after it. */
  nextRunAt: timestamp.nullable(),
  /** Why the next payout will not be made unless something changes; null: nothing is known against it. */
  obstacle: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Its payouts are made without another approval. */
  isApproved: z.boolean(),
  /** How many more have to confirm. */
  missing: z.int(),
  isOwn: z.boolean(),
  /** Of one that waits: why the caller cannot approve it. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The latest dates, newest first. */
  runs: z.array(recurringRun),
  steps: z.array(
    z.object({
      kind: z.enum(stepKinds),
      /** Null: the product itself. */
      by: z.string().nullable(),
      reason: z.string().nullable(),
      at: timestamp,
    }),
  ),
})
export type RecurringDetails = z.infer<typeof recurringDetails>
