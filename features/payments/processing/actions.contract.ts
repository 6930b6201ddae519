import { refundSource } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import { waitingAnswer } from '@counterfoil/features/payments/confirmations/confirmations.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { amountMinor, id, idParams } from '@counterfoil/kit/contract/fields.ts'
import { z } from 'zod'
import { disputeOutcome, paymentView } from './payments.schema.ts'

// The actions on a payment. Every body is strict, because a misspelt `amount` would otherwise mean all that is left.
// Each returns the changed payment, or with 202 the action that waits for confirmation.

const reason = z.string().trim().min(1).max(500)

/** Without an amount, all that is left. */
const amountBody = z.strictObject({
  amount: amountMinor.optional(),
  reason: reason.optional(),
})
/** Confirms a refund although a dispute is open, where the tenant's setting asks for it. */
const despiteDispute = z.boolean().optional()
export const refundBody = amountBody.extend({ despiteDispute })
/** `isFinal`: nothing is captured after it, and what is left is released. */
export const captureBody = amountBody.extend({ isFinal: z.boolean().optional() })
export const reasonBody = z.strictObject({ reason: reason.optional() })
export const requiredReasonBody = z.strictObject({ reason })
export const markRefundedBody = z.strictObject({
  amount: amountMinor.optional(),
  /** From where it was paid. */
  paidFrom: refundSource,
  reason,
  despiteDispute,
})
export const emptyBody = z.strictObject({})
export const disputeBody = z.strictObject({
  amount: amountMinor.optional(),
  /** One of `disputeCodes`. */
  reasonCode: z.string().meta({ examples: ['fraud'] }),
  reason: reason.optional(),
})
export const disputeEndBody = z.strictObject({
  outcome: disputeOutcome,
  /** Absent: the oldest open dispute. */
  disputeId: id.optional(),
  reason: reason.optional(),
})
/** How many files go with one answer to a dispute. */
export const maxEvidenceFiles = 10
/** The evidence that is sent to the acquirer. */
export const disputeContestBody = z.strictObject({
  /** Absent: the oldest that waits for an answer. */
  disputeId: id.optional(),
  statement: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .meta({ examples: ['Delivered on 3 March and signed for by the card holder'] })
    .describe('Why the claim is wrong.'),
  /** Files of the caller that no record has claimed: PDF, JPEG or PNG. */
  fileIds: z.array(id).max(maxEvidenceFiles).optional(),
})
export const disputeAcceptBody = disputeEndBody.omit({ outcome: true })
/** The amount is required: the whole balance of a merchant is never meant for one customer. */
export const payoutBody = z.strictObject({ amount: amountMinor, reason: reason.optional() })
/** How much more is authorised. */
export const incrementBody = z.strictObject({ amount: amountMinor, reason: reason.optional() })
export const statusChangeBody = z.strictObject({
  actionType: z.enum(['Captured', 'Declined']),
  declineReason: reason.optional(),
})

/** Operators and platform staff act under one prefix, merchants under another. */
export const sides = {
  operator: { path: '/api/crm/transactions', suffix: '', holders: ['CRM', 'Platform'] },
  merchant: { path: '/api/transactions', suffix: '-merchant', holders: ['Merchant'] },
} as const
export type Side = keyof typeof sides

function declarationOf(
  side: Side,
  name: string,
  path: string,
  permission: string,
  summary: string,
) {
  const { path: prefix, suffix, holders } = sides[side]
  return {
    id: `payments.${name}${suffix}`,
    method: 'POST',
    path: `${prefix}/:id/${path}`,
    summary,
    permission: holders.map((holder) => `${holder}.Transaction.Actions.${permission}`),
    params: idParams,
    answer: paymentView,
    refreshes: ['payments.*'],
    idempotent: true,
  } as const
}

function action<Body, BodyInput>(
  ...said: [...Parameters<typeof declarationOf>, body: z.ZodType<Body, BodyInput>]
) {
  const [side, name, path, permission, summary, body] = said
  return endpoint({ ...declarationOf(side, name, path, permission, summary), body })
}

/** An action that confirmation levels can keep waiting. */
function confirmable<Body, BodyInput>(
  ...said: [...Parameters<typeof declarationOf>, body: z.ZodType<Body, BodyInput>]
) {
  const [side, name, path, permission, summary, body] = said
  const declared = declarationOf(side, name, path, permission, summary)
  return endpoint({ ...declared, body, accepted: waitingAnswer })
}

function endpointsFor(side: Side) {
  return {
    refund: confirmable(side, 'refund', 'refunds', 'Refund', 'Pay back', refundBody),
    increment: confirmable(
      side,
      'increment',
      'increments',
      'Capture',
      'Authorise more on what is reserved, before anything of it is captured',
      incrementBody,
    ),
    capture: action(
      side,
      'capture',
      'captures',
      'Capture',
      'Capture what is reserved',
      captureBody,
    ),
    void: confirmable(side, 'void', 'voids', 'Void', 'Release what is reserved', reasonBody),
    reverse: confirmable(
      side,
      'reverse',
      'reversals',
      'Reversal',
      'Take a capture back',
      reasonBody,
    ),
    markRefunded: confirmable(
      side,
      'markRefunded',
      'status-change-refunds',
      'StatusChange',
      'Record a refund that was paid outside of this product, and from where',
      markRefundedBody,
    ),
    checkStatus: action(
      side,
      'checkStatus',
      'checkstatus',
      'CheckStatus',
      'Ask the acquirer what became of what is open',
      emptyBody,
    ),
    approve: confirmable(side, 'approve', 'approves', 'Approve', 'Let it go on', reasonBody),
    decline: action(side, 'decline', 'declines', 'Decline', 'Decline it', requiredReasonBody),
    dispute: action(side, 'dispute', 'dispute', 'Dispute', 'Open a dispute', disputeBody),
    contestDispute: action(
      side,
      'contestDispute',
      'dispute/contest',
      'Dispute',
      'Contest a dispute at the acquirer',
      disputeContestBody,
    ),
    payout: confirmable(
      side,
      'payout',
      'payouts',
      'Payout',
      "Ask for money of the merchant's to be sent to who paid",
      payoutBody,
    ),
  }
}

export const operatorActions = endpointsFor('operator')
export const merchantActions = endpointsFor('merchant')

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
  accepted: waitingAnswer,
  refreshes: ['payments.*'],
  idempotent: true,
})

/** A dispute is closed at the address at which it was opened. */
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

/** Merchants may only accept a dispute; operators record its other outcomes. */
export const acceptDispute = endpoint({
  id: 'payments.acceptDispute-merchant',
  method: 'PUT',
  path: '/api/transactions/:id/dispute',
  summary: 'Give in to a dispute: the card holder keeps the money',
  permission: 'Merchant.Transaction.Actions.AcceptDispute',
  params: idParams,
  body: disputeAcceptBody,
  answer: paymentView,
  refreshes: ['payments.*'],
  idempotent: true,
})
