import { threeDSecure } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import { nextAction } from '@counterfoil/features/payments/cards/next-action.schema.ts'
import { waitingActionSummary } from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import { merchantDispute } from '@counterfoil/features/payments/disputes/disputes.schema.ts'
import { declineAdvice } from '@counterfoil/features/payments/error-mappings/error-mappings.schema.ts'
import { merchantPayout } from '@counterfoil/features/payments/payout-orders/payout-api.schema.ts'
import {
  disputeState,
  operationStatus,
  paymentChannel,
  paymentMetadata,
  paymentMethod,
  paymentStatus,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  paymentCredential,
  storedCard,
} from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { currencyCode, id, modeName, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** A payment in the merchant API, in responses of `/v1` and in webhooks. */
export const merchantPayment = z.object({
  id,
  status: paymentStatus.describe('Where it stands: see “Payments” in the guide.'),
  amount: z.int().describe('What was asked for, in minor units.'),
  authorisedAmount: z
    .int()
    .describe('What the issuer promised: with a partial approval less than the amount.'),
  capturedAmount: z.int().describe('What was taken of it.'),
  refundedAmount: z.int().describe('What of that was paid back.'),
  disputedAmount: z.int().describe('Withheld for open disputes, or lost with closed ones.'),
  disputeState: disputeState.nullable(),
  currency: currencyCode,
  externalId: z.string().nullable().describe('Your own id.'),
  // absent where an answer is given again that was stored before there was this
  metadata: paymentMetadata.nullable().optional(),
  accountReference: z
    .string()
    .nullable()
    .describe(
      'The reference that the payer quotes on a bank transfer (ISO 11649); null for other methods.',
    ),
  websiteId: id.nullable(),
  // absent where an answer is given again that was stored before there were these
  linkId: id.nullable().optional().describe('The payment link that it was made by.'),
  sessionId: id.nullable().optional().describe('The checkout session that it was made by.'),
  channel: paymentChannel,
  mode: modeName,
  method: z.object({
    type: paymentMethod,
    brand: z.string().nullable(),
    first6: z.string().nullable(),
    last4: z.string().nullable(),
  }),
  // absent where an answer is given again that was stored before there were these
  storedCard: paymentCredential
    .nullable()
    .optional()
    .describe('Of a payment with a stored card, or with which one is stored.'),
  schemeTransactionId: z
    .string()
    .nullable()
    .optional()
    .describe('What the card scheme calls this payment, once it is approved.'),
  threeDSecure: threeDSecure
    .nullable()
    .optional()
    .describe(
      'How the card holder was authenticated, and who bears a chargeback for fraud; null where nothing is known of it.',
    ),
  declineCode: z
    .string()
    .nullable()
    .describe('Why it was declined, blocked or has failed, for programs.'),
  declineReason: z.string().nullable().describe('The same for people, in English.'),
  declineAdvice: declineAdvice
    .nullable()
    .optional()
    .describe(
      'Whether it may be tried again, and texts for payer and merchant; null where nothing more is known of the decline.',
    ),
  nextAction: nextAction
    .nullable()
    .describe('Where to send the payer’s browser, to confirm the payment (3-D Secure).'),
  createdAt: timestamp,
  // Absent only where an answer is given again that was stored before there were these.
  authorisationExpiresAt: timestamp
    .nullable()
    .optional()
    .describe('Until when what is left can be captured; null when nothing is left.'),
  updatedAt: timestamp.optional(),
  version: z
    .int()
    .optional()
    .describe(
      'Grows with every change: of two answers or messages about a payment the one with the higher version is the later.',
    ),
})
export type MerchantPayment = z.infer<typeof merchantPayment>

/** Why an operation was declined. */
export const operationDecline = {
  declineCode: z
    .string()
    .optional()
    .describe('Why it was declined or has failed, for programs, where the acquirer says so.'),
  declineReason: z.string().nullable().describe('The same for people, in English.'),
}

/** A refund of a payment; it has an id of its own. */
export const merchantRefund = z.object({
  id,
  paymentId: id,
  amount: z.int(),
  currency: currencyCode,
  status: operationStatus,
  ...operationDecline,
  createdAt: timestamp,
})
export type MerchantRefund = z.infer<typeof merchantRefund>

/** Which of a payment's operations or disputes an event is of. Absent of other events, and of those of earlier versions. */
const eventSubject = z.object({
  operation: z
    .object({ id, amount: z.int() })
    .optional()
    .describe(
      'Of captures, increments, voids and refunds: the id that their calls answered, and the amount.',
    ),
  dispute: merchantDispute
    .pick({ id: true, stage: true, state: true, amount: true, respondBy: true })
    .optional()
    .describe('Of disputes: the one, as `/v1/disputes/{id}` answers it, at the event.'),
})
export type EventSubject = z.infer<typeof eventSubject>

/** An event of a payment (also of its disputes), a payout, a stored card or a waiting action, as `/v1/events` lists it and webhooks send it. */
export const merchantEvent = z.object({
  id,
  type: z.string().describe('Like `payment.captured`: see “Events and webhooks” in the guide.'),
  timestamp,
  payloadVersion: z
    .int()
    .describe('Another number means that a field has changed its meaning or is gone.'),
  ...eventSubject.shape,
  data: z.union([
    z
      .looseObject({
        ...merchantPayment.shape,
        payout: z.object({ id: id.nullable(), amount: z.int(), currency: currencyCode }).optional(),
      })
      .describe(
        'The payment after the event; in events of a payout of its money to who paid also that payout.',
      ),
    z
      .looseObject(merchantPayout.shape)
      .describe('The payout after the event, of `/v1/payouts` or the portal.'),
    z
      .looseObject(storedCard.shape)
      .describe('The stored card, in events like `stored_card.verified`.'),
    z
      .looseObject(waitingActionSummary.shape)
      .describe('The action that your server asked for, in events like `waiting_action.rejected`.'),
  ]),
})

/** What webhooks send: events, and the message with which a person tries an endpoint, which `/v1/events` does not list. */
export const webhookMessage = merchantEvent.extend({
  data: z.union([
    ...merchantEvent.shape.data.options,
    z.looseObject({ endpointId: id }).describe('Of `webhook.test`: the endpoint that is tried.'),
  ]),
})
