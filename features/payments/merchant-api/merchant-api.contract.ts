import { eventType } from '@counterfoil/features/messaging/merchant-events/merchant-events.schema.ts'
import {
  exemption,
  payerBrowser,
} from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import { cardFields } from '@counterfoil/features/payments/card-tokens/card-fields.schema.ts'
import { waitingAnswer } from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import { merchantDispute } from '@counterfoil/features/payments/disputes/disputes.schema.ts'
import { returnUrl } from '@counterfoil/features/payments/payment-pages/payment-pages.contract.ts'
import { disputeContestBody } from '@counterfoil/features/payments/processing/actions.contract.ts'
import {
  disputeState,
  operationStatus,
  paymentChannel,
  paymentMetadata,
  paymentStatus,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  storeCard,
  storedMethod,
} from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  countryCode,
  currencyCode,
  emailAddress,
  id,
  idParams,
  localInstant,
  newestFirstListOf,
  newestFirstQuery,
  pageLimit,
  several,
  sumMinor,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import {
  merchantEvent,
  merchantPayment,
  merchantRefund,
  operationDecline,
} from './merchant-payment.schema.ts'

// Bodies and queries are strict: a misspelt amount would otherwise mean the whole rest, and an unknown filter all
// payments.

const card = z
  .strictObject({ type: z.literal('card'), ...cardFields })
  .describe('A card whose number your own server has received, within the scope of PCI DSS.')

const customer = z.strictObject({
  email: emailAddress.optional().describe('Stored cards and payers are found by it.'),
  country: countryCode.optional(),
  ip: z
    .union([z.ipv4(), z.ipv6()])
    .optional()
    .describe('The customer’s IP address: for screening, and to find what else was paid from it.'),
  device: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('An id of the customer’s device, for the same.'),
})

const newPayment = z.strictObject({
  amount: amountMinor,
  currency: currencyCode,
  externalId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Your own id of the order. Payments are found by it; it need not be unique.'),
  capture: z
    .boolean()
    .default(true)
    .describe(
      'Capture at once; otherwise a card is authorised, and captured later. Transfers and alternatives are always captured when they are paid.',
    ),
  partialApproval: z
    .boolean()
    .default(false)
    .describe(
      'Take what the issuer approves, if it is less than the amount; otherwise such an approval is a decline.',
    ),
  method: z
    .discriminatedUnion('type', [
      card,
      z
        .strictObject({ type: z.literal('token'), token: id })
        .describe('Of a card that the payer’s browser sent to `/v1/tokens`.'),
      storedMethod,
      z
        .strictObject({ type: z.literal('bank_transfer') })
        .describe('The payer transfers the money, and quotes `accountReference` of the answer.'),
      z
        .strictObject({ type: z.literal('alternative') })
        .describe(
          'A way to pay that an acquirer of the merchant offers besides cards and transfers.',
        ),
    ])
    .describe('What it is paid with: a card, its token, a stored card or a transfer.'),
  storeCard: storeCard
    .optional()
    .describe(
      'The payer agrees to the card being stored, which needs `customer.email`: it is, when the payment is approved.',
    ),
  customer: customer
    .optional()
    .describe('Who pays, as far as you know it: for screening, support and stored cards.'),
  description: z.string().max(500).optional().describe('What is paid for, as people read it.'),
  metadata: paymentMetadata
    .optional()
    .describe('Kept with the payment and answered with it; it is shown to no one else.'),
  browser: payerBrowser
    .optional()
    .describe(
      'Of a payer who is at a browser: with it a card holder is authenticated (3-D Secure).',
    ),
  exemption: exemption
    .optional()
    .describe(
      'Asked of the issuer instead of a confirmation; if it refuses, the payer is asked to confirm.',
    ),
  returnUrl: returnUrl
    .optional()
    .describe(
      'Where the payer comes back to after a confirmation at the bank (3-D Secure), with `paymentId` added.',
    ),
  websiteId: id.optional().describe('One of the merchant’s websites, by its id in the portal.'),
  channel: paymentChannel
    .extract(['api', 'pos', 'recurring'])
    .default('api')
    .describe('How the order reached the merchant’s server.'),
})
export type NewPayment = z.infer<typeof newPayment>

const someAmount = z.strictObject({
  amount: amountMinor.optional().describe('Absent: the whole amount that is left.'),
})
const refundBody = someAmount.extend({
  despiteDispute: z
    .boolean()
    .optional()
    .describe('Refund although a dispute is open, where that has to be confirmed.'),
})
const captureBody = someAmount.extend({
  final: z
    .boolean()
    .optional()
    .describe('Nothing is captured after it, and what is left of the authorisation is released.'),
})

/** The payment, and the outcome of this operation. */
const operatedPayment = merchantPayment.extend({
  operation: z
    .object({
      id,
      amount: z.int(),
      status: operationStatus.describe(
        'What became of it; the `status` beside it is the payment’s.',
      ),
      ...operationDecline,
    })
    .describe('This capture, increment or void.'),
})

export const createPayment = endpoint({
  id: 'merchantApi.createPayment',
  method: 'POST',
  path: '/v1/payments',
  summary: 'Take a payment. A decline is an answer like any other: its status says so.',
  scope: 'payments:write',
  body: newPayment,
  answer: merchantPayment,
  status: 201,
  idempotent: true,
  cardNumberIn: 'method.number',
})

export const readPayment = endpoint({
  id: 'merchantApi.readPayment',
  method: 'GET',
  path: '/v1/payments/:id',
  summary: 'Read a payment',
  scope: 'payments:read',
  params: idParams,
  answer: merchantPayment,
})

export const listPayments = endpoint({
  id: 'merchantApi.listPayments',
  method: 'GET',
  path: '/v1/payments',
  summary: 'List payments, newest first',
  scope: 'payments:read',
  query: z.strictObject({
    externalId: z.string().max(100).optional().describe('Exactly this one.'),
    status: paymentStatus.optional().describe('One of them.'),
    currency: currencyCode.optional(),
    createdFrom: localInstant
      .optional()
      .describe(
        'From this instant on: RFC 3339, in UTC or with an offset (its `+` written `%2B`).',
      ),
    createdTo: localInstant.optional().describe('Before this instant.'),
    ...newestFirstQuery,
  }),
  answer: newestFirstListOf(merchantPayment),
})

export const listDisputes = endpoint({
  id: 'merchantApi.listDisputes',
  method: 'GET',
  path: '/v1/disputes',
  summary: 'List disputes, newest first',
  scope: 'payments:read',
  query: z.strictObject({
    state: disputeState.optional().describe('Where it stands.'),
    status: disputeState.optional().describe('The same as `state`.'),
    paymentId: id.optional().describe('Of this payment.'),
    ...newestFirstQuery,
  }),
  answer: newestFirstListOf(merchantDispute),
})

export const readDispute = endpoint({
  id: 'merchantApi.readDispute',
  method: 'GET',
  path: '/v1/disputes/:id',
  summary: 'Read a dispute: where it stands, and until when an answer is due',
  scope: 'payments:read',
  params: idParams,
  answer: merchantDispute,
})

export const sendDisputeEvidence = endpoint({
  id: 'merchantApi.sendDisputeEvidence',
  method: 'POST',
  path: '/v1/disputes/:id/evidence',
  summary: 'Contest a dispute: say why the claim is wrong. Its acquirer decides.',
  scope: 'disputes:write',
  params: idParams,
  body: disputeContestBody.omit({ disputeId: true, fileIds: true }),
  answer: merchantDispute,
  status: 201,
  idempotent: true,
})

export const giveInToDispute = endpoint({
  id: 'merchantApi.giveInToDispute',
  method: 'POST',
  path: '/v1/disputes/:id/accept',
  summary: 'Give in to a dispute: the card holder keeps the money',
  scope: 'disputes:write',
  params: idParams,
  body: z.strictObject({}),
  answer: merchantDispute,
  status: 201,
  idempotent: true,
})

export const capturePayment = endpoint({
  id: 'merchantApi.capturePayment',
  method: 'POST',
  path: '/v1/payments/:id/captures',
  summary: 'Capture what is reserved, or part of it',
  scope: 'payments:write',
  params: idParams,
  body: captureBody,
  answer: operatedPayment,
  status: 201,
  idempotent: true,
})

export const incrementPayment = endpoint({
  id: 'merchantApi.incrementPayment',
  method: 'POST',
  path: '/v1/payments/:id/increments',
  summary:
    'Authorise more on a payment of which nothing is captured yet, where its acquirer offers it',
  scope: 'payments:write',
  params: idParams,
  body: z.strictObject({ amount: amountMinor.describe('By how much, not up to how much.') }),
  answer: operatedPayment,
  accepted: waitingAnswer,
  status: 201,
  idempotent: true,
})

export const voidPayment = endpoint({
  id: 'merchantApi.voidPayment',
  method: 'POST',
  path: '/v1/payments/:id/voids',
  summary: 'Release what is reserved and not captured',
  scope: 'payments:write',
  params: idParams,
  body: z.strictObject({}),
  answer: operatedPayment,
  accepted: waitingAnswer,
  status: 201,
  idempotent: true,
})

export const refundPayment = endpoint({
  id: 'merchantApi.refundPayment',
  method: 'POST',
  path: '/v1/payments/:id/refunds',
  summary: 'Pay back what was captured, or part of it',
  scope: 'refunds:write',
  params: idParams,
  body: refundBody,
  answer: merchantRefund,
  accepted: waitingAnswer,
  status: 201,
  idempotent: true,
})

export const readRefund = endpoint({
  id: 'merchantApi.readRefund',
  method: 'GET',
  path: '/v1/refunds/:id',
  summary: 'Read a refund: one that was pending is decided some time later',
  scope: 'payments:read',
  params: idParams,
  answer: merchantRefund,
})

export const listRefunds = endpoint({
  id: 'merchantApi.listRefunds',
  method: 'GET',
  path: '/v1/refunds',
  summary: 'List the refunds of a payment, newest first',
  scope: 'payments:read',
  query: z.strictObject({
    paymentId: id.describe('Of this payment.'),
    ...newestFirstQuery,
  }),
  answer: newestFirstListOf(merchantRefund),
})

export const readBalances = endpoint({
  id: 'merchantApi.readBalances',
  method: 'GET',
  path: '/v1/balances',
  summary: 'What you are owed, by currency and by what may be done with it',
  scope: 'payments:read',
  answer: z.object({
    data: z.array(
      z.object({
        currency: currencyCode,
        pending: sumMinor.describe('Captured, and not settled yet.'),
        available: sumMinor.describe('What a payout may take. Negative where you owe.'),
        reserved: sumMinor.describe('Kept for some time in case of disputes.'),
        inTransit: sumMinor.describe('In payouts that wait for approval or were sent.'),
        disputed: sumMinor.describe('Withheld while disputes are open.'),
      }),
    ),
  }),
})

export const listEvents = endpoint({
  id: 'merchantApi.listEvents',
  method: 'GET',
  path: '/v1/events',
  summary:
    'List events of payments, their disputes, payouts and stored cards in order, oldest first: what webhooks send, for those who missed some. Nothing appears before an event that was listed already.',
  scope: 'payments:read',
  query: z.strictObject({
    after: id
      .optional()
      .describe(
        'The id of an event, `nextAfter` of the previous page or the `id` in the body of a webhook; absent: from the oldest that is kept.',
      ),
    types: several(eventType)
      .meta({ examples: ['payment.captured'] })
      .describe('Like `payment.captured,dispute.*`; absent: every one.'),
    limit: pageLimit,
  }),
  answer: z.object({
    data: z.array(merchantEvent),
    hasMore: z.boolean().describe('There are more now; false: ask again later.'),
    nextAfter: id
      .nullable()
      .describe(
        'What to send as `after` next, also when this page is empty; null: there is no event yet.',
      ),
  }),
})
