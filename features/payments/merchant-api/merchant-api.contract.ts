import { waitingAnswer } from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import { paymentChannel } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  amountMinor,
  currencyCode,
  id,
  idParams,
  listOf,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { merchantPayment, merchantRefund, operationStatus } from './merchant-payment.schema.ts'

// Bodies and queries are strict: a misspelt amount would otherwise mean the whole rest, and an unknown filter all
// payments.

const card = z.strictObject({
  type: z.literal('card'),
  number: z
    .string()
    .regex(/^[\d -]{12,30}$/, 'A card number has only digits')
    .meta({ examples: ['4242424242424242'] }),
  expiryMonth: z.int().min(1).max(12),
  expiryYear: z
    .int()
    .min(2000)
    .max(2199)
    .meta({ examples: [2090] }),
  securityCode: z
    .string()
    .regex(/^\d{3,4}$/, 'A security code has three or four digits')
    .optional(),
})

const customer = z.strictObject({
  email: z.email().max(254).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A country is a code of two capital letters, like GB')
    .optional(),
  /** The customer's IP address for screening; it is not stored. */
  ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** An id of the customer's device, for screening; it is not stored. */
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
    z.strictObject({ type: z.literal('bank_transfer') }),
    z.strictObject({ type: z.literal('alternative') }),
  ]),
  customer: customer.optional(),
  description: z.string().max(500).optional(),
  /** One of the merchant's websites, by its id in the portal. */
  websiteId: id.optional(),
  /** How the order reached the merchant's server. */
  channel: paymentChannel.extract(['api', 'pos', 'recurring']).default('api'),
})
export type NewPayment = z.infer<typeof newPayment>

/** Absent: the whole amount that is left. */
const someAmount = z.strictObject({ amount: amountMinor.optional() })
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
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** `nextCursor` of the previous page. */
    cursor: id.optional(),
  }),
  answer: listOf(merchantPayment).extend({ nextCursor: z.string().nullable() }),
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
  body: someAmount,
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
