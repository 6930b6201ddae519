import { paymentMetadata } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { usesField } from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { currencyCode, id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const pageUsage = z.enum(['single', 'multiple'])
/** `pending`: a payment of a single-use link is under way. */
const linkStatus = z.enum(['open', 'pending', 'paid', 'expired', 'disabled'])
export type LinkStatus = z.infer<typeof linkStatus>
/** `stored`: the page saves a card, and has; while its issuer is asked it is `pending`. */
export const pageStatus = z.enum([...linkStatus.options, 'stored'])
export type PageStatus = z.infer<typeof pageStatus>

/** What payers are asked for on a page: to let the merchant keep the card, for these uses. */
export const offeredStorage = z.strictObject({
  uses: usesField.describe('What payers are asked to agree to.'),
})

/** A payment link, as the portal shows it and `/v1` answers it with its metadata. */
export const paymentLink = z.object({
  id,
  url: z.url(),
  status: linkStatus,
  usage: pageUsage,
  amount: z.int().nullable().describe('Null: the payer chooses, within the limits.'),
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
  payments: z.array(id).describe('Its payments, the newest first, a hundred at most.'),
  createdBy: z.string(),
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
})
export type PaymentLink = z.infer<typeof paymentLink>

// absent where an answer is given again that was stored before there was this
const metadata = paymentMetadata.nullable().optional()

export const merchantLink = paymentLink.extend({ metadata })
export type MerchantLink = z.infer<typeof merchantLink>

export const checkoutSession = z.object({
  id,
  url: z.url(),
  status: pageStatus,
  paymentId: id
    .nullable()
    .describe('The payment that succeeded or is under way, else the last one.'),
  // absent where an answer is given again that was stored before there was this
  storedCardId: id
    .nullable()
    .optional()
    .describe(
      'Of a session of an amount of zero: the card that is saved or being checked, else the last one that was refused.',
    ),
  amount: z.int().describe('Zero: the payer’s card is saved, and nothing is paid.'),
  currency: currencyCode,
  externalId: z.string().nullable(),
  returnUrl: z.string(),
  // absent where an answer is given again that was stored before there was this
  storeCard: offeredStorage.nullable().optional(),
  metadata,
  mode: modeName,
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
})
