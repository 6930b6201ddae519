import { payerKeys } from '@counterfoil/features/payments/linked-payments/linked-payments.contract.ts'
import {
  merchantPrefix,
  operatorPrefix,
  viewPermissions,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import {
  disputeState,
  paymentStatus,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import {
  cardUse,
  securityCodeCheck,
  storedCardState,
} from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, sumMinor, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** A record of one of the payer's payments. */
const ofPayment = { id, paymentId: id, externalId: z.string().nullable(), merchantName: z.string() }
const money = { amount: z.int(), currency: z.string() }

/** A card as it may be shown. */
const card = z.object({
  brand: z.string().nullable(),
  first6: z.string().nullable(),
  last4: z.string().nullable(),
  expiryMonth: z.int().nullable(),
  expiryYear: z.int().nullable(),
})

/** How often the payer used it; `paymentId`, of the last time, leads to the page of this e-mail or card. */
const use = { payments: z.int(), lastUsedAt: timestamp, paymentId: id }

const payer = z.object({
  by: z.enum(payerKeys),
  /** What the payments have in common: the e-mail, the IP address or the id of the device; null for a card. */
  value: z.string().nullable(),
  card: card.nullable(),
  tenantId: id,
  /** How many payments there are; null where counting stopped at `countAtLeast`. */
  count: z.int().nullable(),
  countAtLeast: z.int(),
  /** Of all payments, one for each currency; null with `count`. */
  totals: z
    .array(
      z.object({
        currency: z.string(),
        count: z.int(),
        amount: sumMinor,
        capturedAmount: sumMinor,
        refundedAmount: sumMinor,
        disputedAmount: sumMinor,
      }),
    )
    .nullable(),
  /** What follows is of the newest payments, newest first. */
  payments: z.array(
    z.object({ ...ofPayment, ...money, status: paymentStatus, createdAt: timestamp }).omit({
      paymentId: true,
    }),
  ),
  refunds: z.array(
    z.object({
      ...ofPayment,
      ...money,
      state: z.string(),
      reason: z.string().nullable(),
      createdAt: timestamp,
    }),
  ),
  disputes: z.array(
    z.object({
      ...ofPayment,
      ...money,
      state: disputeState,
      reason: z.string(),
      /** Null: the acquirer waits for no answer. */
      respondBy: timestamp.nullable(),
      createdAt: timestamp,
    }),
  ),
  /** Cards that the payer let merchants keep, by the e-mail or this card; newest first. */
  storedCards: z.array(
    card.extend({
      id,
      /** Null: the card was verified without a payment. */
      paymentId: id.nullable(),
      /** What the issuer said of its code then; null: it was stored with a payment. */
      securityCode: securityCodeCheck.nullable(),
      merchantName: z.string(),
      state: storedCardState,
      uses: z.array(cardUse),
      consentedAt: timestamp,
      /** A decline after which it may not be tried again. */
      stoppedBy: z.string().nullable(),
      lastUsedAt: timestamp.nullable(),
    }),
  ),
  cards: z.array(card.extend(use)),
  emails: z.array(z.object({ email: z.string(), ...use })),
})
export type Payer = z.infer<typeof payer>

/** The payer has no id of its own: any of its payments stands for it, so that no address holds an e-mail or a card. */
function payerEndpoint(suffix: string, prefix: string, permission: readonly string[]) {
  return endpoint({
    id: `payers.read${suffix}`,
    method: 'GET',
    path: `${prefix}/:id/payer/:by`,
    summary: 'Who paid a payment: what else was paid with the same e-mail or card',
    permission,
    params: idParams.extend({ by: z.enum(payerKeys) }),
    answer: payer,
  })
}

export const readPayer = payerEndpoint('', operatorPrefix, viewPermissions.operator)
export const readMerchantPayer = payerEndpoint(
  '-merchant',
  merchantPrefix,
  viewPermissions.merchant,
)
