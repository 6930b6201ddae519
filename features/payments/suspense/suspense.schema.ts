import { currencyCode, id, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { isIban } from '@counterfoil/kit/contract/iban.ts'
import { z } from 'zod'

/** What money in suspense was used for. */
const clearing = z.object({
  id,
  /**
   * `match`: to a payment; `return`: to the sender; `booked`: the line is a return of another transfer; `explained`: it is a payout
   * or refund that the books have already.
   */
  kind: z.enum(['match', 'return', 'booked', 'explained']),
  /**
   * `collected`: the payment waits for the rest; `posted`: it counts; `in_transit`: the bank has not booked it yet; `paid`:
   * it has; `taken_back`: it is in suspense again.
   */
  state: z.enum(['collected', 'posted', 'in_transit', 'paid', 'taken_back']),
  amount: z.int(),
  paymentId: id.nullable(),
  externalId: z.string().nullable(),
  merchantName: z.string().nullable(),
  /** The payout that the line is, or whose return. */
  payoutId: id.nullable(),
  payeeName: z.string().nullable(),
  payeeAccount: z.string().nullable(),
  /** What the bank is told to quote. */
  reference: z.string().nullable(),
  reason: z.string(),
  by: z.string().nullable(),
  createdAt: timestamp,
  endedAt: timestamp.nullable(),
})
export type Clearing = z.infer<typeof clearing>

/** A transfer of a bank's statement that belongs to no payment, or does so in part. */
export const transfer = z.object({
  id,
  tenantName: z.string(),
  bankName: z.string(),
  accountNumber: z.string(),
  bookedOn: z.string(),
  /** Days since the bank booked it. */
  ageDays: z.int(),
  /** Negative: money went out. */
  amount: z.int(),
  /** How much of it is still in suspense, without a sign. */
  remaining: z.int(),
  currency: currencyCode,
  /** The bank's text. */
  reference: z.string(),
  payer: z.string().nullable(),
  /** Why the statement's upload matched it to nothing. */
  cause: z.string().nullable(),
  /** The payment whose reference it quotes. */
  paymentId: id.nullable(),
  externalId: z.string().nullable(),
})
export type Transfer = z.infer<typeof transfer>

/** A return that the bank has not booked yet. */
const openReturn = z.object({
  id,
  amount: z.int(),
  payeeName: z.string(),
  reference: z.string(),
  createdAt: timestamp,
})

/** Whether an account number is written as an IBAN, and its check digits are wrong. Other numbers have none that are known. */
export const isMistypedIban = (account: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) && !isIban(account)

/** A return that others have to confirm before it is ordered. */
const waitingReturn = z.object({
  /** Of the waiting action. */
  id,
  amount: z.int(),
  payeeName: z.string(),
  payeeAccount: z.string(),
  reason: z.string(),
  by: z.string(),
  /** How many more have to confirm it. */
  missing: z.int(),
  createdAt: timestamp,
})
export type WaitingReturn = z.infer<typeof waitingReturn>

export const transferDetails = transfer.extend({
  clearings: z.array(clearing),
  waitingReturn: waitingReturn.nullable(),
  /** Of money that went out: returns that it can be. */
  openReturns: z.array(openReturn),
})
export type TransferDetails = z.infer<typeof transferDetails>

/** A payout or refund that the books have already, as the bank books it. */
export const knownBooking = z.object({
  subject: z.enum(['payout', 'refund']),
  subjectId: id,
  amount: z.int(),
  payeeName: z.string().nullable(),
  /** Of a payout: as the rail knows it. */
  endToEndId: z.string().nullable(),
  paymentId: id.nullable(),
  externalId: z.string().nullable(),
})
export type KnownBooking = z.infer<typeof knownBooking>

/** A payment that waits for a bank transfer. */
export const candidate = z.object({
  paymentId: id,
  externalId: z.string().nullable(),
  merchantName: z.string(),
  customerEmail: z.string().nullable(),
  amount: z.int(),
  /** What is missing, after what was matched to it before. */
  missing: z.int(),
  createdAt: timestamp,
})
export type Candidate = z.infer<typeof candidate>
