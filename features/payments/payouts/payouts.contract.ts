import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { id, listOf, pageQuery, several, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

// Payouts that wait for approval. A payment has at most one, so the payment's id identifies it.

/** The most payouts in one request. */
export const maxPayouts = 100

const decided = {
  transactions: z.array(id).min(1).max(maxPayouts),
  /**
   * The payouts as who decides has seen them, by their own ids: another one that waits for one of these payments by now is
   * left alone. Absent: whichever wait.
   */
  payouts: z.array(id).max(maxPayouts).optional(),
}
const approvalsBody = z.strictObject({
  ...decided,
  reason: z.string().trim().max(500).optional(),
})
const declinationsBody = z.strictObject({
  ...decided,
  /** Empty if there is none. */
  reason: z.string().trim().max(500),
})

/** The result for one payout: its state, or why it was refused. */
const payoutResult = z.object({
  id,
  /** Null if the decision was refused. */
  state: z.enum(['pending', 'succeeded', 'declined', 'failed']).nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export type PayoutResult = z.infer<typeof payoutResult>
const results = z.object({ data: z.array(payoutResult) })

/** A payout that waits for approval, with its payment. */
const waitingPayout = z.object({
  /** Of the payment. */
  id,
  payoutId: id,
  amount: z.int(),
  currency: z.string(),
  reason: z.string().nullable(),
  /** Null if the caller may not see the name. */
  requestedBy: z.string().nullable(),
  /** The caller requested it, so another person has to approve it. */
  isOwn: z.boolean(),
  requestedAt: timestamp,
  tenantName: z.string(),
  merchantName: z.string(),
  externalId: z.string().nullable(),
  customerEmail: z.string().nullable(),
  method: z.string(),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  /** The tenant lets nobody take these decisions without a reason. */
  reasonRequiredFor: z.array(z.enum(['approvePayout', 'declinePayout'])),
})
export type WaitingPayout = z.infer<typeof waitingPayout>

const audiences = {
  operator: {
    path: '/api/crm/transactions',
    suffix: '',
    permission: 'Crm.Payments.PendingTransactions',
  },
  merchant: {
    path: '/api/transactions',
    suffix: '-merchant',
    permission: 'Merchant.Payments.PendingTransactions',
  },
} as const

function payoutEndpoints(audience: keyof typeof audiences) {
  const { path, suffix, permission } = audiences[audience]
  const decision = { method: 'POST', permission, answer: results, idempotent: true } as const
  return {
    list: endpoint({
      id: `payments.payouts.waiting${suffix}`,
      method: 'GET',
      path: `${path}/payout/waiting`,
      summary: 'Payouts that wait for approval, the oldest first',
      permission,
      /** `id`: of these payments alone; `by`: those that the caller did not request, and so may approve. */
      query: pageQuery.extend({ id: several(id), by: z.literal('others').optional() }),
      answer: listOf(waitingPayout),
    }),
    approve: endpoint({
      ...decision,
      id: `payments.payouts.approve${suffix}`,
      path: `${path}/payout/approvals`,
      summary: 'Let payouts go to the acquirer',
      body: approvalsBody,
      refreshes: ['payments.*'],
    }),
    decline: endpoint({
      ...decision,
      id: `payments.payouts.decline${suffix}`,
      path: `${path}/payout/declinations`,
      summary: 'Decline payouts',
      body: declinationsBody,
      refreshes: ['payments.*'],
    }),
  }
}

export const operatorPayouts = payoutEndpoints('operator')
export const merchantPayouts = payoutEndpoints('merchant')
export type PayoutCalls = typeof operatorPayouts | typeof merchantPayouts
