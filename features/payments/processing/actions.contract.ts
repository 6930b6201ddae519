import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { amountMinor, id, idParams, option, timestamp } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { disputeOutcome, paymentView } from './payments.schema.ts'

// What people do to a payment. The paths are the specification's; every body is strict, because an amount that is
// misspelt would otherwise mean "all that is left". Each answers the payment as it then stands.

const reason = z.string().trim().min(1).max(500)

/** Absent amount: all that is left. */
export const amountBody = z.strictObject({
  amount: amountMinor.optional(),
  reason: reason.optional(),
})
export const reasonBody = z.strictObject({ reason: reason.optional() })
export const requiredReasonBody = z.strictObject({ reason })
export const disputeBody = z.strictObject({
  amount: amountMinor.optional(),
  /** One of `disputeCodes`. */
  reasonCode: z.string().meta({ examples: ['fraud'] }),
  reason: reason.optional(),
})
export const disputeEndBody = z.strictObject({
  outcome: disputeOutcome,
  /** Absent: the one that has been open longest. */
  disputeId: id.optional(),
  reason: reason.optional(),
})
/** The amount is always said: what a merchant is owed is not meant to go to one customer. */
export const payoutBody = z.strictObject({ amount: amountMinor, reason: reason.optional() })
export const statusChangeBody = z.strictObject({
  actionType: z.enum(['Captured', 'Declined']),
  declineReason: reason.optional(),
})

/** Who acts: operators and platform staff under one prefix, merchants under another (READINGS 75). */
const sides = {
  operator: { path: '/api/crm/transactions', suffix: '', holders: ['CRM', 'Platform'] },
  merchant: { path: '/api/transactions', suffix: '-merchant', holders: ['Merchant'] },
} as const
type Side = keyof typeof sides

function action<Body, BodyInput>(
  side: Side,
  name: string,
  path: string,
  permission: string,
  summary: string,
  body: z.ZodType<Body, BodyInput>,
) {
  const { path: prefix, suffix, holders } = sides[side]
  return endpoint({
    id: `payments.${name}${suffix}`,
    method: 'POST',
    path: `${prefix}/:id/${path}`,
    summary,
    permission: holders.map((holder) => `${holder}.Transaction.Actions.${permission}`),
    params: idParams,
    body,
    answer: paymentView,
    refreshes: ['payments.*'],
    idempotent: true,
  })
}

/** The calls of one side. */
function callsOf(side: Side) {
  return {
    refund: action(side, 'refund', 'refunds', 'Refund', 'Pay back', amountBody),
    capture: action(side, 'capture', 'captures', 'Capture', 'Capture what is reserved', amountBody),
    void: action(side, 'void', 'voids', 'Void', 'Release what is reserved', reasonBody),
    reverse: action(side, 'reverse', 'reversals', 'Reversal', 'Take a capture back', reasonBody),
    markRefunded: action(
      side,
      'markRefunded',
      'status-change-refunds',
      'StatusChange',
      'Record a refund that was paid outside of the acquirer',
      z.strictObject({ amount: amountMinor.optional(), reason }),
    ),
    checkStatus: action(
      side,
      'checkStatus',
      'checkstatus',
      'CheckStatus',
      'Ask the acquirer what became of what is open',
      z.strictObject({}),
    ),
    approve: action(side, 'approve', 'approves', 'Approve', 'Let it go on', reasonBody),
    decline: action(side, 'decline', 'declines', 'Decline', 'Decline it', requiredReasonBody),
    dispute: action(side, 'dispute', 'dispute', 'Dispute', 'Open a dispute', disputeBody),
    payout: action(
      side,
      'payout',
      'payouts',
      'Payout',
      "Ask for money of the merchant's to be sent to who paid",
      payoutBody,
    ),
  }
}

export const operatorActions = callsOf('operator')
export const merchantActions = callsOf('merchant')

export const changeStatus = endpoint({
  id: 'payments.changeStatus',
  method: 'PUT',
  path: '/api/crm/transactions/:id/StatusChange',
  summary: 'Say how a payment ended whose outcome the acquirer does not tell',
  permission: [
    'Platform.Transaction.Actions.TransactionStatusChange',
    'Platform.Transaction.Actions.StatusChange',
  ],
  params: idParams,
  body: statusChangeBody,
  answer: paymentView,
  refreshes: ['payments.*'],
  idempotent: true,
})

/** At the address at which it was opened: the documents open disputes and do not say how they end. */
export const closeDispute = endpoint({
  id: 'payments.closeDispute',
  method: 'PUT',
  path: '/api/crm/transactions/:id/dispute',
  summary: 'Say how a dispute ended',
  permission: ['CRM.Transaction.Actions.Dispute', 'Platform.Transaction.Actions.Dispute'],
  params: idParams,
  body: disputeEndBody,
  answer: paymentView,
  refreshes: ['payments.*'],
  idempotent: true,
})

/** Merchants open and answer; how else a dispute ended is for others to tell. */
export const acceptDispute = endpoint({
  id: 'payments.acceptDispute-merchant',
  method: 'PUT',
  path: '/api/transactions/:id/dispute',
  summary: 'Give in to a dispute: the card holder keeps the money',
  permission: 'Merchant.Transaction.Actions.AcceptDispute',
  params: idParams,
  body: disputeEndBody.omit({ outcome: true }),
  answer: paymentView,
  refreshes: ['payments.*'],
  idempotent: true,
})

/** What a refund would come out of. */
const balance = z.object({
  currency: z.string(),
  /** Owed to the merchant after refunds, disputes and fees; negative when it owes. */
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

/** Declined and Captured fetch the reasons for declining and for approving; other statuses have none. */
const word = z.string().regex(/^[A-Za-z_]{1,50}$/)
const reasonStatus = word.meta({ examples: ['Declined'] })

export const listReasons = endpoint({
  id: 'payments.listReasons',
  method: 'GET',
  path: '/api/crm/lookup/:type/reasons/:status',
  summary: 'Reasons for declining or approving',
  permission: [...viewers.operator, ...viewers.merchant],
  params: z.object({
    /** What is decided on; the reasons are the same for all. */
    type: word.meta({ examples: ['transaction'] }),
    status: reasonStatus,
  }),
  answer: z.array(option),
})

export const listRejectionReasons = endpoint({
  id: 'payments.listRejectionReasons',
  method: 'GET',
  path: '/api/crm/transactions/:id/rejection_reasons/:status',
  summary: 'Reasons for declining or approving this payment',
  permission: viewers.operator,
  params: idParams.extend({ status: reasonStatus }),
  answer: z.array(option),
})
