import { type Side, sides } from '@counterfoil/features/payments/processing/actions.contract.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { idParams, option, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'

// What the dialogs of the actions offer: reasons, dispute codes, and the balance that a refund comes out of.

/** The balance that a refund comes out of. */
const balance = z.object({
  currency: z.string(),
  /** Owed to the merchant after refunds, disputes and fees; negative if the merchant owes. */
  available: z.int(),
  /** Reserved on customers' cards and not captured. */
  reserved: z.int(),
  disputed: z.int(),
  /** Left to refund of this payment, and whether the balance covers it. */
  refundable: z.int(),
  isSufficient: z.boolean(),
  asOf: timestamp,
})
export type PaymentBalance = z.infer<typeof balance>

const viewers = {
  operator: ['CRM.Transaction.View', 'Platform.Transaction.Lookup'],
  merchant: ['Merchant.Transaction.View'],
}

function balanceCall(side: Side) {
  const { path, suffix } = sides[side]
  return endpoint({
    id: `payments.checkBalance${suffix}`,
    method: 'GET',
    path: `${path}/:id/check-balance`,
    summary: "The merchant's balance beside what is left to refund",
    permission: viewers[side],
    params: idParams,
    answer: balance,
  })
}
export const checkBalance = balanceCall('operator')
export const checkMerchantBalance = balanceCall('merchant')

function disputeCodesCall(side: Side) {
  const { path, suffix } = sides[side]
  return endpoint({
    id: `payments.disputeCodes${suffix}`,
    method: 'GET',
    path: `${path}/:id/disputeCodes`,
    summary: 'Why a payment can be disputed',
    permission: viewers[side],
    params: idParams,
    answer: z.array(option),
  })
}
export const listDisputeCodes = disputeCodesCall('operator')
export const listMerchantDisputeCodes = disputeCodesCall('merchant')

/**
 * Declined and Captured fetch the reasons for declining and for approving, Refunded, Voided and Reversed their own; so do
 * Capture and Payout, which lead to no status. Other statuses have none.
 */
const pathWord = z.string().regex(/^[A-Za-z_]{1,50}$/)
const reasonStatus = pathWord.meta({ examples: ['Declined'] })

export const listReasons = endpoint({
  id: 'payments.listReasons',
  method: 'GET',
  path: '/api/crm/lookup/:type/reasons/:status',
  summary: 'Reasons for a decision on a payment',
  permission: [...viewers.operator, ...viewers.merchant],
  params: z.object({
    /** The kind of record; the reasons are the same for all. */
    type: pathWord.meta({ examples: ['transaction'] }),
    status: reasonStatus,
  }),
  answer: z.array(option),
})

export const listRejectionReasons = endpoint({
  id: 'payments.listRejectionReasons',
  method: 'GET',
  path: '/api/crm/transactions/:id/rejection_reasons/:status',
  summary: 'Reasons for a decision on this payment',
  permission: viewers.operator,
  params: idParams.extend({ status: reasonStatus }),
  answer: z.array(option),
})
