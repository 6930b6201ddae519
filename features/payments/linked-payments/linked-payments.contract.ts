import {
  merchantPrefix,
  operatorPrefix,
  viewPermissions,
} from '@counterfoil/features/payments/lookup/lookup.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

/** By what two payments are taken to be of one payer. */
export const payerKeys = ['email', 'card', 'address', 'device'] as const
export type PayerKey = (typeof payerKeys)[number]

/** Of the newest payments that have something in common with one: how many there are, and what became of them. */
const paymentLink = z.object({
  by: z.enum(payerKeys),
  /** Null for a card. */
  value: z.string().nullable(),
  /** Others than the payment itself; no more are counted than `maxLinked`. */
  payments: z.int(),
  refused: z.int(),
  disputed: z.int(),
  /** How many different cards and e-mails they were paid with. */
  cards: z.int(),
  emails: z.int(),
})
export type PaymentLink = z.infer<typeof paymentLink>

/** The most payments that are looked at for each link. */
export const maxLinked = 100

function linksEndpoint(suffix: string, prefix: string, permission: readonly string[]) {
  return endpoint({
    id: `payers.links${suffix}`,
    method: 'GET',
    path: `${prefix}/:id/links`,
    summary: 'What other payments have in common with one: card, e-mail, address or device',
    permission,
    params: idParams,
    answer: z.array(paymentLink),
  })
}

export const readLinks = linksEndpoint('', operatorPrefix, viewPermissions.operator)
export const readMerchantLinks = linksEndpoint(
  '-merchant',
  merchantPrefix,
  viewPermissions.merchant,
)
