import { cardFields } from '@counterfoil/features/payments/card-tokens/card-fields.schema.ts'
import { returnUrl as returnAddress } from '@counterfoil/features/payments/payment-pages/payment-pages.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  countryCode,
  currencyCode,
  emailAddress,
  id,
  idParams,
  newestFirstListOf,
  newestFirstQuery,
} from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { storeCard, storedCard, storedCardState } from './stored-cards.schema.ts'

export const listStoredCards = endpoint({
  id: 'merchantApi.listStoredCards',
  method: 'GET',
  path: '/v1/stored-cards',
  summary: "List payers' stored cards, newest first; deleted ones only where they are asked for",
  scope: 'payments:read',
  query: z.strictObject({
    customerEmail: emailAddress.optional().describe('In any spelling of capitals.'),
    state: storedCardState.optional().describe('Absent: all but deleted ones.'),
    ...newestFirstQuery,
  }),
  answer: newestFirstListOf(storedCard),
})

export const readStoredCard = endpoint({
  id: 'merchantApi.readStoredCard',
  method: 'GET',
  path: '/v1/stored-cards/:id',
  summary: "Read a payer's stored card",
  scope: 'payments:read',
  params: idParams,
  answer: storedCard,
})

export const createStoredCard = endpoint({
  id: 'merchantApi.createStoredCard',
  method: 'POST',
  path: '/v1/stored-cards',
  summary:
    'Store a card without a payment: its issuer is asked whether it is good. A refusal is an answer like any other: the verification says so.',
  scope: 'payments:write',
  body: z.strictObject({
    method: z
      .discriminatedUnion('type', [
        z
          .strictObject({ type: z.literal('card'), ...cardFields })
          .describe(
            'A card whose number your own server has received, within the scope of PCI DSS.',
          ),
        z
          .strictObject({ type: z.literal('token'), token: id })
          .describe('Of a card that the payer’s browser sent to `/v1/tokens`.'),
      ])
      .describe('The card.'),
    currency: currencyCode.describe('In which the issuer is asked, for an amount of zero.'),
    customer: z
      .strictObject({
        email: emailAddress.describe('Stored cards and payers are found by it.'),
        country: countryCode.optional(),
        ip: z
          .union([z.ipv4(), z.ipv6()])
          .optional()
          .describe('The customer’s IP address, for screening.'),
        device: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .describe('An id of the customer’s device, for screening.'),
      })
      .describe('Whose card it is.'),
    storeCard: storeCard.describe('What the payer has agreed to.'),
    returnUrl: returnAddress
      .optional()
      .describe(
        'Where the payer comes back to after a confirmation at the bank (3-D Secure), with `storedCardId` added.',
      ),
  }),
  answer: storedCard,
  status: 201,
  idempotent: true,
  cardNumberIn: 'method.number',
})

export const deleteStoredCard = endpoint({
  id: 'merchantApi.deleteStoredCard',
  method: 'DELETE',
  path: '/v1/stored-cards/:id',
  summary:
    'Delete a stored card, here and at the acquirer. Payments that were made with it stay; repeated, it answers the same.',
  scope: 'payments:write',
  params: idParams,
  answer: storedCard,
})

export const deletePortalStoredCard = endpoint({
  id: 'stored-cards.deleteStoredCard',
  method: 'DELETE',
  path: '/api/stored-cards/:id',
  summary: "Delete a payer's stored card, here and at the acquirer",
  permission: ['CRM.StoredCards.Delete', 'Merchant.StoredCards.Delete'],
  params: idParams,
  answer: z.object({ id }),
  refreshes: ['payers.*', 'payments.*'],
})
