import { usesField } from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { currencyCode, id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const pageUsage = z.enum(['single', 'multiple'])
/** `pending`: a payment of a single-use page is under way. */
export const pageStatus = z.enum(['open', 'pending', 'paid', 'expired', 'disabled'])
export type PageStatus = z.infer<typeof pageStatus>

/** What payers are asked for on a page: to let the merchant keep the card, for these uses. */
export const offeredStorage = z.strictObject({ uses: usesField })

/** A payment link in the merchant API and in the portal. */
export const paymentLink = z.object({
  id,
  url: z.url(),
  status: pageStatus,
  usage: pageUsage,
  /** Null: the payer chooses, within the limits. */
  amount: z.int().nullable(),
  minAmount: z.int().nullable(),
  maxAmount: z.int().nullable(),
  currency: currencyCode,
  description: z.string().nullable(),
  externalId: z.string().nullable(),
  returnUrl: z.string().nullable(),
  websiteId: id.nullable(),
  // absent where an answer is given again that was stored before there was this
  storeCard: offeredStorage.nullable().optional(),
  mode: modeName,
  /** Its payments, the newest first, a hundred at most. */
  payments: z.array(id),
  createdBy: z.string(),
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
})
export type PaymentLink = z.infer<typeof paymentLink>

export const checkoutSession = z.object({
  id,
  url: z.url(),
  status: pageStatus,
  /** The payment that succeeded or is under way, else the last one. */
  paymentId: id.nullable(),
  amount: z.int(),
  currency: currencyCode,
  externalId: z.string().nullable(),
  returnUrl: z.string(),
  // absent where an answer is given again that was stored before there was this
  storeCard: offeredStorage.nullable().optional(),
  mode: modeName,
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
})
