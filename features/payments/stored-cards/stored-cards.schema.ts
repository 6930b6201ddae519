import { threeDSecure } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import { nextAction } from '@counterfoil/features/payments/cards/next-action.schema.ts'
import { id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** What a payer consents to: own later payments, payments that the merchant takes without the payer, and money from it. */
export const cardUses = ['customer', 'recurring', 'instalment', 'unscheduled', 'payout'] as const
export const cardUse = z.enum(cardUses)
export type CardUse = z.infer<typeof cardUse>

/** What a card can be charged for. */
export const chargeUse = cardUse.exclude(['payout'])
export type ChargeUse = z.infer<typeof chargeUse>

/** Why a merchant takes a payment by itself: a subscription, an instalment, or whenever it is due. */
const merchantReason = chargeUse.exclude(['customer'])
export type MerchantReason = z.infer<typeof merchantReason>

const initiator = z.enum(['customer', 'merchant'])
export type Initiator = z.infer<typeof initiator>

/** `first`: with it the payer consented; `subsequent`: it was paid with the stored card. */
const credentialUse = z.enum(['first', 'subsequent'])
export type CredentialUse = z.infer<typeof credentialUse>

export const usesField = z
  .array(cardUse)
  .min(1)
  .max(cardUses.length)
  .refine((uses) => new Set(uses).size === uses.length, 'Each use is named once')
  .meta({ examples: [['customer']] })

/** The payer's consent to a card being kept, as a merchant's server reports it. */
export const storeCard = z.strictObject({
  consent: z.literal(true).describe('The payer has agreed to it; without that no card is stored.'),
  uses: usesField.describe('What the payer has agreed to.'),
  version: z.string().min(1).max(60).optional().describe('Of the text that the payer agreed to.'),
  text: z.string().min(1).max(2000).optional().describe('The text that the payer agreed to.'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'A language is a code like en or tr-TR')
    .max(35)
    .meta({ examples: ['en'] })
    .optional()
    .describe('In which the payer read it, like `en` or `tr-TR`.'),
})
export type StoreCard = z.infer<typeof storeCard>

/** How a payment is taken with a stored card. */
export const storedMethod = z.strictObject({
  type: z.literal('stored'),
  id: id.describe('Of the stored card.'),
  initiator: initiator.describe(
    'Who takes the payment: the payer, or the merchant without the payer.',
  ),
  reason: merchantReason
    .optional()
    .describe(
      'Of a payment that the merchant takes; absent: the one that the payer’s consent covers.',
    ),
})

/** A stored card that can be charged now, with what it may be charged for. */
export const usableCard = z.object({
  id,
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
  uses: z.array(chargeUse),
})

/** `pending`: the payment with which the payer consented is not decided yet. */
export const storedCardState = z.enum(['pending', 'active', 'expired', 'deleted'])
export type StoredCardState = z.infer<typeof storedCardState>

/** What an issuer says of the code on a card. */
export const securityCodeCheck = z.enum(['match', 'no_match', 'not_checked'])
export type SecurityCodeCheck = z.infer<typeof securityCodeCheck>

/** What the issuer said of a card that was stored without a payment. */
export const cardVerification = z.object({
  state: z
    .enum(['pending', 'approved', 'declined', 'failed'])
    .describe('`declined`, `failed`: the card is not stored.'),
  securityCode: securityCodeCheck
    .nullable()
    .describe('Of the code on the card; null until it is decided.'),
  declineCode: z.string().nullable(),
  declineReason: z.string().nullable(),
  nextAction: nextAction.nullable().describe('Where the payer confirms it at the issuer.'),
  threeDSecure: threeDSecure
    .nullable()
    .optional()
    .describe(
      'How the payer was authenticated; null: not at all. Absent where an answer is given again that is older than this.',
    ),
  at: timestamp.nullable().describe('When it was decided.'),
})

/** A stored card in the merchant API. Of a deleted one nothing is left that identifies the card. */
export const storedCard = z.object({
  id,
  state: storedCardState,
  mode: modeName,
  customerEmail: z.string().nullable(),
  brand: z.string(),
  first6: z.string().nullable(),
  last4: z.string().nullable(),
  expiryMonth: z.int().nullable(),
  expiryYear: z.int().nullable(),
  uses: z.array(cardUse),
  consent: z.object({
    source: z
      .enum(['api', 'page'])
      .describe('Where the payer consented: at the merchant, or on our payment page.'),
    version: z.string().nullable(),
    text: z.string().nullable(),
    language: z.string().nullable(),
    at: timestamp,
  }),
  paymentId: id
    .nullable()
    .describe(
      'The payment with which the payer consented; null: the card was verified without a payment.',
    ),
  // absent where an answer is given again that was stored before there was this
  verification: cardVerification.nullable().optional(),
  schemeTransactionId: z
    .string()
    .nullable()
    .describe('The card scheme’s, of that payment or verification.'),
  stopped: z
    .object({
      declineCode: z.string(),
      /** `merchant`: the payer may still pay with it. */
      for: z.enum(['merchant', 'everyone']),
      at: timestamp,
    })
    .nullable()
    .describe('After a decline that forbids another try; null: it may be tried.'),
  lastUsedAt: timestamp.nullable(),
  createdAt: timestamp,
  deletedAt: timestamp.nullable(),
})
export type StoredCardView = z.infer<typeof storedCard>

/** What a payment has to do with a stored card, in the merchant API. */
export const paymentCredential = z.object({
  id: id.nullable().describe('Null where the card was not stored in the end.'),
  use: credentialUse,
  initiator,
  reason: merchantReason.nullable(),
  firstSchemeTransactionId: z
    .string()
    .nullable()
    .describe('The card scheme’s, of the payment with which the payer consented.'),
})
