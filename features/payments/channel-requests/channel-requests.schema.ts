import { paymentMethods } from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  amountMinor,
  currencyCode,
  id,
  instant,
  modeName,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** What can be asked for. */
export const requestKinds = ['open', 'limit', 'schedule', 'descriptor'] as const
export type RequestKind = (typeof requestKinds)[number]
export const limitKinds = ['payment', 'day', 'month'] as const
export type LimitKind = (typeof limitKinds)[number]
export const requestStates = ['waiting', 'approved', 'refused', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

export const maxReasonLength = 500
/** As many characters as card schemes show on a statement. */
export const maxDescriptorLength = 22

/** Which of these fields count depends on the kind; the others are empty. */
const change = {
  kind: z.enum(requestKinds),
  midId: id.nullable(),
  method: z.enum(paymentMethods).nullable(),
  currency: currencyCode.nullable(),
  limitOf: z.enum(limitKinds).nullable(),
  /** In minor units; null: no limit. */
  amount: amountMinor.nullable(),
  activeFrom: instant.nullable(),
  activeUntil: instant.nullable(),
  descriptor: z.string().trim().min(1).max(maxDescriptorLength).nullable(),
  reason: z.string().trim().min(1).max(maxReasonLength),
}
export const askedChange = z.strictObject(change).meta({
  examples: [
    {
      ...{ kind: 'open', method: 'card', currency: 'EUR', reason: 'Customers in Ireland' },
      ...{ midId: null, limitOf: null, amount: null, activeFrom: null, activeUntil: null },
      descriptor: null,
    },
  ],
})
export type AskedChange = z.infer<typeof askedChange>

export const channelRequest = z.object({
  ...change,
  ...{ id, activeFrom: timestamp.nullable(), activeUntil: timestamp.nullable() },
  descriptor: z.string().nullable(),
  reason: z.string(),
  mode: modeName,
  state: z.enum(requestStates),
  midCode: z.string().nullable(),
  merchantId: id,
  merchantName: z.string(),
  tenantName: z.string(),
  askedBy: z.string(),
  createdAt: timestamp,
  decidedBy: z.string().nullable(),
  answer: z.string().nullable(),
  decidedAt: timestamp.nullable(),
})
export type ChannelRequest = z.infer<typeof channelRequest>
