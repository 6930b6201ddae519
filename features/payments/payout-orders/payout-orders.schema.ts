import { currencyCode, id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const payoutStates = [
  'waiting_for_approval',
  'approved',
  'sent',
  'paid',
  'returned',
  'declined',
  'failed',
] as const
export const payoutState = z.enum(payoutStates)
export type PayoutState = z.infer<typeof payoutState>

export const rail = z.enum([
  'sepa_credit_transfer',
  'sepa_instant',
  'faster_payments',
  'tr_fast',
  'tr_eft',
  'card_credit',
])
export type Rail = z.infer<typeof rail>

export const payeeResult = z.enum(['match', 'close_match', 'no_match', 'unavailable'])
export type PayeeResult = z.infer<typeof payeeResult>

/** Of rails that do the same: which one. */
export const payoutSpeed = z.enum(['instant', 'standard'])
export type PayoutSpeed = z.infer<typeof payoutSpeed>

/** A payout as lists show it. */
export const payoutRow = z.object({
  id,
  state: payoutState,
  amount: z.int(),
  fee: z.int(),
  currency: currencyCode,
  payeeName: z.string(),
  /** Its beginning and end. */
  accountHint: z.string(),
  reference: z.string(),
  externalId: z.string().nullable(),
  rail,
  sendAt: timestamp,
  mode: modeName,
  merchantName: z.string(),
  requestedBy: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type PayoutRow = z.infer<typeof payoutRow>

const payoutStep = z.object({
  kind: z.enum([
    ...['requested', 'confirmed', 'approved', 'sent', 'paid', 'returned', 'declined', 'failed'],
    ...['recall_asked', 'recall_refused', 'contradicted'],
  ] as const),
  /** Null: the product itself. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  at: timestamp,
})

/** A payout with everything that is known of it. */
export const payoutDetails = payoutRow.extend({
  beneficiaryId: id.nullable(),
  /** The recurring payout that it is a date of. */
  recurringId: id.nullable(),
  payee: z.object({
    name: z.string(),
    country: z.string(),
    /** In full, in groups. */
    account: z.string(),
    bic: z.string().nullable(),
    result: payeeResult.nullable(),
    bankName: z.string().nullable(),
  }),
  endToEndId: z.string(),
  railReference: z.string().nullable(),
  /** Of a refusal or a return: the scheme's code, and what it says. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** The caller asked for it, and may withdraw it until it is sent. */
  mayCancel: z.boolean(),
  steps: z.array(payoutStep),
})
export type PayoutDetails = z.infer<typeof payoutDetails>

/** A payout that waits for approval, as those see it who may approve. */
export const waitingPayoutOrder = payoutRow.extend({
  tenantName: z.string(),
  payeeAccount: z.string(),
  payeeResult: payeeResult.nullable(),
  payeeBankName: z.string().nullable(),
  /** How many more have to confirm. */
  missing: z.int(),
  isOwn: z.boolean(),
  /** Why the caller cannot approve it; null: the caller can. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type WaitingPayoutOrder = z.infer<typeof waitingPayoutOrder>

/** Carries out what is due of a tenant. */
export const carryOutJob = { name: 'payout-orders.carry-out', retries: 5 } as const
