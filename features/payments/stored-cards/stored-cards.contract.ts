import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, idParams, listOf } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { storedCard, storedCardState } from './stored-cards.schema.ts'

export const listStoredCards = endpoint({
  id: 'merchantApi.listStoredCards',
  method: 'GET',
  path: '/v1/stored-cards',
  summary: "List payers' stored cards, newest first; deleted ones only where they are asked for",
  scope: 'payments:read',
  query: z.strictObject({
    /** In any spelling of capitals. */
    customerEmail: z.email().max(254).optional(),
    state: storedCardState.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** `nextCursor` of the previous page. */
    cursor: id.optional(),
  }),
  answer: listOf(storedCard).extend({ nextCursor: z.string().nullable() }),
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
