import { currencyCode, id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** The most rows of one file. */
export const maxRows = 10_000
/** Of the file's text. */
export const maxFileLength = 12_000_000

const batchFormat = z.enum(['csv', 'pain.001.001.03', 'pain.001.001.09'])
export type BatchFormat = z.infer<typeof batchFormat>

/** `done`: nothing of it is under way any more. */
const batchState = z.enum([
  ...['draft', 'waiting_for_approval', 'running', 'stopped', 'declined', 'done'],
] as const)
export type BatchState = z.infer<typeof batchState>

export const batchRow = z.object({
  id,
  state: batchState,
  fileName: z.string(),
  format: batchFormat,
  mode: modeName,
  rows: z.int(),
  faulty: z.int(),
  /** Rows whose name the bank did not confirm. */
  unconfirmed: z.int(),
  /** Rows that ask for the same as one above, or as a payout of the last days. */
  duplicates: z.int(),
  /** What is paid, without the faulty rows. */
  totals: z.array(z.object({ currency: currencyCode, count: z.int(), amount: z.int() })),
  /** The same without duplicates; a currency of which nothing is left is absent. */
  uniqueTotals: z.array(z.object({ currency: currencyCode, count: z.int(), amount: z.int() })),
  /** How many payouts are in which state. */
  payouts: z.array(z.object({ state: z.string(), count: z.int() })),
  requestedBy: z.string(),
  merchantName: z.string(),
  createdAt: timestamp,
  submittedAt: timestamp.nullable(),
})
export type BatchRow = z.infer<typeof batchRow>

const batchStep = z.object({
  kind: z.enum(['requested', 'confirmed', 'approved', 'declined', 'stopped']),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  at: timestamp,
})

export const batchDetails = batchRow.extend({
  messageId: z.string().nullable(),
  /** An earlier batch of the same file. */
  duplicateOf: id.nullable(),
  /** The caller asked for it. */
  isOwn: z.boolean(),
  /** Why the caller cannot approve it; null: the caller can, or it does not wait. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  missing: z.int(),
  steps: z.array(batchStep),
})
export type BatchDetails = z.infer<typeof batchDetails>

export const batchLine = z.object({
  line: z.int(),
  payeeName: z.string().nullable(),
  accountHint: z.string().nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  reference: z.string().nullable(),
  payeeResult: z.enum(['match', 'close_match', 'no_match', 'unavailable']).nullable(),
  bankName: z.string().nullable(),
  duplicateOf: z.int().nullable(),
  /** A payout of the last days that paid the same. */
  paidBefore: id.nullable(),
  /** What is wrong with the row, or why it failed. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** What the words of the fault name. */
  params: z.record(z.string(), z.unknown()).nullable(),
  payoutId: id.nullable(),
  state: z.string().nullable(),
})
export type BatchLine = z.infer<typeof batchLine>
