import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { recallReason, recallsOf } from './payout-recalls.schema.ts'

const audiences = {
  operator: {
    ...{ base: '/api/crm/payouts', suffix: '' },
    view: ['Crm.Payments.PendingTransactions'],
    edit: ['Crm.Payments.PendingTransactions'],
  },
  merchant: {
    ...{ base: '/api/payouts', suffix: '-merchant' },
    view: ['Merchant.Payments.Single.View'],
    edit: ['Merchant.Payments.Single.Edit'],
  },
} as const

function recallCalls(audience: keyof typeof audiences) {
  const { base, suffix, view, edit } = audiences[audience]
  return {
    list: endpoint({
      id: `payout-recalls.list${suffix}`,
      method: 'GET',
      path: `${base}/:id/recalls`,
      summary: 'The recalls of a payout, and for which reasons another one can be asked for',
      permission: view,
      params: idParams,
      answer: recallsOf,
    }),
    create: endpoint({
      id: `payout-recalls.recallPayout${suffix}`,
      method: 'POST',
      path: `${base}/:id/recalls`,
      summary: 'Ask the payee’s bank to send a payout back; it decides whether it does',
      permission: edit,
      params: idParams,
      body: z
        .strictObject({
          reason: recallReason,
          /** For our own people: it is not sent. */
          note: z.string().trim().min(1).max(140).optional(),
        })
        .meta({ examples: [{ reason: 'duplicate' }] }),
      answer: recallsOf,
      status: 201,
      idempotent: true,
      refreshes: ['payout-recalls.*', 'payout-orders.*'],
    }),
  }
}

export const operatorRecalls = recallCalls('operator')
export const merchantRecalls = recallCalls('merchant')
export type RecallCalls = typeof operatorRecalls | typeof merchantRecalls
