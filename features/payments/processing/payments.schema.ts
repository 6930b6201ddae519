import { threeDSecure } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import { nextAction } from '@counterfoil/features/payments/cards/next-action.schema.ts'
import { declineAdvice } from '@counterfoil/features/payments/error-mappings/error-mappings.schema.ts'
import { paymentCredential } from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { currencyCode, id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

export const paymentStatuses = [
  'created',
  'validated',
  'partially_reserved',
  'reserved',
  'partially_captured',
  'captured',
  'partially_refunded',
  'refunded',
  'voided',
  'reversed',
  'declined',
  'failed',
  'blocked',
  'pending',
  'waiting_for_approval',
] as const
export const paymentStatus = z.enum(paymentStatuses)
export type PaymentStatus = z.infer<typeof paymentStatus>

export const paymentMethods = ['card', 'bank_transfer', 'alternative'] as const
export const paymentMethod = z.enum(paymentMethods)
export type PaymentMethod = z.infer<typeof paymentMethod>

export const paymentChannels = [
  'api',
  'virtual_terminal',
  'payment_link',
  'batch',
  'pos',
  'recurring',
] as const
export const paymentChannel = z.enum(paymentChannels)
export type PaymentChannel = z.infer<typeof paymentChannel>

/** An order that was taken down by mail or telephone: its payer is not there to confirm at a bank. */
export const orderType = z.enum(['mail', 'telephone'])
export type OrderType = z.infer<typeof orderType>

/** What a merchant's server keeps with a payment, by names of its own. */
export const paymentMetadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'At most 50 entries')
  .meta({ examples: [{ order: '6735' }] })
export type PaymentMetadata = z.infer<typeof paymentMetadata>

/**
 * An `opened` dispute waits for an answer; `answered`: the answer is given; `under_review`: the issuer decides. One that
 * the merchant `accepted` is lost too.
 */
export const disputeStates = [
  'opened',
  'answered',
  'under_review',
  'accepted',
  'won',
  'lost',
] as const
export const disputeState = z.enum(disputeStates)
export type DisputeState = z.infer<typeof disputeState>
export const disputeOutcome = disputeState.extract(['accepted', 'won', 'lost'])
export type DisputeOutcome = z.infer<typeof disputeOutcome>
/** Its amount is withheld. */
export const isDisputeOpen = (state: DisputeState | null): boolean =>
  state === 'opened' || state === 'answered' || state === 'under_review'

/** The scheme's stages of a dispute; each begins with an answer that is due. */
const disputeStages = ['chargeback', 'pre_arbitration', 'arbitration'] as const
export const disputeStage = z.enum(disputeStages)
export type DisputeStage = z.infer<typeof disputeStage>

const disputeAnswers = ['contest', 'accept'] as const
export const disputeAnswer = z.enum(disputeAnswers)
export type DisputeAnswer = z.infer<typeof disputeAnswer>

/** `waiting`: a payout of the payment waits for approval. */
export const payoutState = z.enum(['waiting'])

export const paymentActions = [
  'capture',
  'void',
  'refund',
  'reverse',
  'markRefunded',
  'dispute',
  'closeDispute',
  'acceptDispute',
  'contestDispute',
  'approve',
  'decline',
  'checkStatus',
  'changeStatus',
  'payout',
  'approvePayout',
  'declinePayout',
  'increment',
] as const
export const paymentAction = z.enum(paymentActions)
export type PaymentAction = z.infer<typeof paymentAction>

/** What a person makes of a payment whose acquirer reports no outcome; `reversed` takes back that it was captured so. */
export const statusesByHand = ['captured', 'declined', 'reversed'] as const
export type StatusByHand = (typeof statusesByHand)[number]

/** Whether an action is allowed now; if not, the reason as a stable code and as a sentence. */
const actionAnswer = z.object({
  action: paymentAction,
  isAllowed: z.boolean(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  /** The most that the action may move, for those that take an amount. */
  maxAmount: z.int().nullable(),
})
export type ActionAnswer = z.infer<typeof actionAnswer>

/** The issuer of a card, from the table of card number ranges; null if unknown. */
export const issuerView = z.object({
  cardType: z.string().nullable(),
  issuer: z.string().nullable(),
  issuerCountry: z.string().nullable(),
})

/** The payment method; no further card data is stored. */
const methodView = issuerView.extend({
  type: paymentMethod,
  brand: z.string().nullable(),
  first6: z.string().nullable(),
  last4: z.string().nullable(),
  expiryMonth: z.int().nullable(),
  expiryYear: z.int().nullable(),
})

/** What became of an operation so far. */
export const operationStatus = z.enum(['pending', 'succeeded', 'declined', 'failed'])
export type OperationStatus = z.infer<typeof operationStatus>

/** A payment in the portal, with its actions. */
export const paymentView = z.object({
  id,
  tenantId: id,
  merchantId: id,
  mode: modeName,
  status: paymentStatus,
  method: methodView,
  currency: currencyCode,
  amount: z.int(),
  authorisedAmount: z.int(),
  capturedAmount: z.int(),
  refundedAmount: z.int(),
  voidedAmount: z.int(),
  /** Withheld for open disputes, or lost with closed ones. */
  disputedAmount: z.int(),
  disputeState: disputeState.nullable(),
  /** Left to capture or void, and left to refund, after open operations. */
  capturableAmount: z.int(),
  refundableAmount: z.int(),
  externalId: z.string().nullable(),
  websiteId: id.nullable(),
  // absent where an answer is given again that was stored before there was this
  orderType: orderType.nullable().optional(),
  description: z.string().nullable(),
  customer: z.object({ email: z.string().nullable(), country: z.string().nullable() }),
  provider: z.string().nullable(),
  acquirerReference: z.string().nullable(),
  // absent in answers that were stored before there were these
  /** Of a payment with a stored card, or with which one is stored. */
  storedCard: paymentCredential.nullable().optional(),
  /** What the card scheme calls it, once it is approved. */
  schemeTransactionId: z.string().nullable().optional(),
  threeDSecure: threeDSecure.nullable().optional(),
  declineCode: z.string().nullable(),
  declineReason: z.string().nullable(),
  /** Where the acquirer’s code is mapped; absent in answers that were stored before there was this. */
  declineAdvice: declineAdvice.nullable().optional(),
  /** What a pending payment waits for: acquirer, challenge or bank. */
  pendingOn: z.string().nullable(),
  nextAction: nextAction.nullable(),
  channel: paymentChannel,
  businessDay: z.string(),
  /** Until when what is left can be captured; null when nothing is left, absent in answers stored before there was this. */
  authorisationExpiresAt: timestamp.nullable().optional(),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
  actions: z.array(actionAnswer),
  /** In the answer to an action for which the acquirer was asked: what it said. */
  operation: z
    .object({
      status: operationStatus,
      declineCode: z.string().nullable(),
      declineReason: z.string().nullable(),
    })
    .optional(),
})
export type PaymentView = z.infer<typeof paymentView>
