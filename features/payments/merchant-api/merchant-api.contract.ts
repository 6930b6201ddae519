import { eventTypePattern } from '@counterfoil/features/messaging/merchant-events/merchant-events.schema.ts'
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
  currencyCode,
  id,
  idParams,
  instant,
  listOf,
  several,
  sumMinor,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import {
  merchantEvent,
  merchantPayment,
  merchantRefund,
  operationStatus,
} from './merchant-payment.schema.ts'

// Bodies and queries are strict: a misspelt amount would otherwise mean the whole rest, and an unknown filter all
// payments.

const card = z.strictObject({ type: z.literal('card'), ...cardFields })

const customer = z.strictObject({
  email: z.email().max(254).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A country is a code of two capital letters, like GB')
    .optional(),
  /** The customer's IP address: for screening, and to find what else was paid from it. */
  ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** An id of the customer's device, for the same. */
  device: z.string().min(1).max(200).optional(),
})

export const newPayment = z.strictObject({
  amount: amountMinor,
  currency: currencyCode,
  externalId: z.string().min(1).max(100).optional(),
  /** Capture at once; otherwise the payment is authorised and captured later. */
  capture: z.boolean().default(true),
  /** Take what the issuer approves, if it is less than the amount; otherwise such an approval is a decline. */
  partialApproval: z.boolean().default(false),
  method: z.discriminatedUnion('type', [
    card,
    /** Of a card that the payer's browser sent to `/v1/tokens`. */
    z.strictObject({ type: z.literal('token'), token: id }),
    storedMethod,
    z.strictObject({ type: z.literal('bank_transfer') }),
    z.strictObject({ type: z.literal('alternative') }),
  ]),
  /** The payer agrees to the card being stored, which needs `customer.email`: it is, when the payment is approved. */
  storeCard: storeCard.optional(),
  customer: customer.optional(),
  description: z.string().max(500).optional(),
  /** Kept with the payment and answered with it; it is shown to nobody else. */
  metadata: paymentMetadata.optional(),
  /** Of a payer who is at a browser: with it a card holder is authenticated (3-D Secure). */
  browser: payerBrowser.optional(),
  /** Asked of the issuer instead of a confirmation; if it refuses, the payer is asked to confirm. */
  exemption: exemption.optional(),
  /** Where the payer comes back to after a confirmation at the bank (3-D Secure), with `paymentId` added. */
  returnUrl: returnUrl.optional(),
  /** One of the merchant's websites, by its id in the portal. */
  websiteId: id.optional(),
  /** How the order reached the merchant's server. */
  channel: paymentChannel.extract(['api', 'pos', 'recurring']).default('api'),
})
export type NewPayment = z.infer<typeof newPayment>

/** Absent: the whole amount that is left. */
const someAmount = z.strictObject({ amount: amountMinor.optional() })
/** `despiteDispute`: refund although a dispute is open, where that has to be confirmed. */
const refundBody = someAmount.extend({ despiteDispute: z.boolean().optional() })
/** `final`: nothing is captured after it, and what is left of the authorisation is released. */
const captureBody = someAmount.extend({ final: z.boolean().optional() })

/** The payment, and the outcome of this operation. */
const operatedPayment = merchantPayment.extend({
  operation: z.object({
    id,
    amount: z.int(),
    status: operationStatus,
    declineReason: z.string().nullable(),
  }),
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
    externalId: z.string().max(100).optional(),
    status: paymentStatus.optional(),
    currency: currencyCode.optional(),
    /** From this instant, and before the other. */
    createdFrom: instant.optional(),
    createdTo: instant.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** `nextCursor` of the previous page. */
    cursor: id.optional(),
  }),
  answer: listOf(merchantPayment).extend({ nextCursor: z.string().nullable() }),
})

export const listDisputes = endpoint({
  id: 'merchantApi.listDisputes',
  method: 'GET',
  path: '/v1/disputes',
  summary: 'List disputes, newest first',
  scope: 'payments:read',
  query: z.strictObject({
    state: disputeState.optional(),
    /** The same as `state`. */
    status: disputeState.optional(),
    paymentId: id.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** `nextCursor` of the previous page. */
    cursor: id.optional(),
  }),
  answer: listOf(merchantDispute).extend({ nextCursor: z.string().nullable() }),
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
  /** By how much, not up to how much. */
  body: z.strictObject({ amount: amountMinor }),
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
    paymentId: id,
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** `nextCursor` of the previous page. */
    cursor: id.optional(),
  }),
  answer: listOf(merchantRefund).extend({ nextCursor: z.string().nullable() }),
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
        /** Captured, and not settled yet. */
        pending: sumMinor,
        /** What a payout may take. Negative where you owe. */
        available: sumMinor,
        /** Kept for some time in case of disputes. */
        reserved: sumMinor,
        /** In payouts that wait for approval or were sent. */
        inTransit: sumMinor,
        /** Withheld while disputes are open. */
        disputed: sumMinor,
      }),
    ),
  }),
})

export const listEvents = endpoint({
  id: 'merchantApi.listEvents',
  method: 'GET',
  path: '/v1/events',
  summary:
    'List events of payments, payouts and stored cards in order, oldest first: what webhooks send, for those who missed some. Nothing appears before an event that was listed already.',
  scope: 'payments:read',
  query: z.strictObject({
    /** The id of an event, `nextAfter` of the previous page or the id in a webhook; absent: from the oldest that is kept. */
    after: id.optional(),
    /** Like `payment.captured,dispute.*`; absent: every one. */
    types: several(
      z.string().regex(eventTypePattern, 'A type is like payment.captured, payment.* or *'),
    ).meta({ examples: ['payment.captured'] }),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    data: z.array(merchantEvent),
    /** There are more now; false: ask again later. */
    hasMore: z.boolean(),
    /** What to send as `after` next, also when this page is empty; null: there is no event yet. */
    nextAfter: id.nullable(),
  }),
})
