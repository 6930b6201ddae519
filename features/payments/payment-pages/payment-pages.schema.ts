import { currencyCode, id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const pageUsage = z.enum(['single', 'multiple'])
/** `pending`: a payment of a single-use page is under way. */
export const pageStatus = z.enum(['open', 'pending', 'paid', 'expired', 'disabled'])
export type PageStatus = z.infer<typeof pageStatus>

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
  mode: modeName,
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
})
