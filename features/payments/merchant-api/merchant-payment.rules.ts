import { accountReferenceOf } from '@counterfoil/features/payments/bank-transfers/account-references.rules.ts'
import { operationStatusOf } from '@counterfoil/features/payments/processing/outcome.rules.ts'
import type { OperationState } from '@counterfoil/features/payments/processing/payment.rules.ts'
import {
  credentialOf,
  type Payment,
} from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import type {
  DisputeStage,
  DisputeState,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import { stopAfter } from '@counterfoil/features/payments/stored-cards/stored-cards.rules.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import type { EventSubject, MerchantPayment, MerchantRefund } from './merchant-payment.schema.ts'

export function merchantPaymentOf(payment: Payment): MerchantPayment {
  return {
    id: payment.id,
    status: payment.status,
    amount: Number(payment.amountMinor),
    authorisedAmount: Number(payment.authorisedMinor),
    capturedAmount: Number(payment.capturedMinor),
    refundedAmount: Number(payment.refundedMinor),
    disputedAmount: Number(payment.disputedMinor),
    disputeState: payment.disputeState,
    currency: payment.currency,
    externalId: payment.externalId,
    metadata: payment.metadata,
    accountReference: payment.method === 'bank_transfer' ? accountReferenceOf(payment.id) : null,
    websiteId: payment.websiteId,
    linkId: payment.channel === 'payment_link' ? payment.pageId : null,
    sessionId: payment.channel === 'payment_link' ? null : payment.pageId,
    channel: payment.channel,
    mode: modeNameOf(payment.mode),
    method: {
      type: payment.method,
      brand: payment.cardBrand,
      first6: payment.cardFirst6,
      last4: payment.cardLast4,
    },
    storedCard: credentialOf(payment),
    schemeTransactionId: payment.schemeTransactionId,
    threeDSecure: payment.threeDSecure,
    declineCode: payment.declineCode,
    declineReason: payment.declineReason,
    declineAdvice: adviceOf(payment),
    nextAction: payment.nextAction,
    authorisationExpiresAt: payment.authorisationExpiresAt?.toISOString() ?? null,
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
    version: payment.version,
  }
}

/**
 * As the tenant maps the decline; but never again after one that stops a stored card, however it is mapped, or not at all:
 * card schemes forbid it.
 */
function adviceOf({ declineCode, declineAdvice }: Payment): MerchantPayment['declineAdvice'] {
  if (declineCode === null || stopAfter(declineCode, undefined) === undefined) return declineAdvice
  return { payer: null, merchant: null, ...declineAdvice, retry: 'never' }
}

interface AnsweredOperation {
  readonly id: string
  readonly paymentId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly state: OperationState
  readonly declineCode: string | null
  readonly declineReason: string | null
  readonly createdAt: Date
}

const declineOf = ({ declineCode, declineReason }: AnsweredOperation) => ({
  ...(declineCode === null ? {} : { declineCode }),
  declineReason,
})

export function merchantRefundOf(refund: AnsweredOperation): MerchantRefund {
  return {
    id: refund.id,
    paymentId: refund.paymentId,
    amount: Number(refund.amountMinor),
    currency: refund.currency,
    status: operationStatusOf(refund.state),
    ...declineOf(refund),
    createdAt: refund.createdAt.toISOString(),
  }
}

/** The data of a webhook: the payment, and in events of a payout also the payout, which is no part of its amounts. */
export function webhookPaymentOf(
  payment: Payment,
  event: {
    readonly type: string
    readonly operationId: string | null
    readonly amountMinor: bigint | null
  },
) {
  const result = merchantPaymentOf(payment)
  if (!event.type.startsWith('payout.')) return result
  const amount = Number(event.amountMinor ?? 0n)
  return { ...result, payout: { id: event.operationId, amount, currency: payment.currency } }
}

/** Events of what `/v1` and people ask for on a payment: `payment.refunded`, `refund.declined`, … */
const ofOperations =
  /^(payment\.(incremented|captured|voided|refunded|reversed)|(increment|capture|void|refund|reversal)\..*)$/

/** The dispute that an event is of. */
export interface EventDispute {
  readonly id: string
  readonly stage: DisputeStage
  readonly state: DisputeState
  readonly amountMinor: bigint
  readonly respondBy: Date | null
}

/** Which operation or dispute an event is of: a payment can have several of each, and its own fields do not say which. */
export function eventSubjectOf({
  type,
  operationId,
  amountMinor,
  dispute,
}: {
  readonly type: string
  readonly operationId: string | null
  readonly amountMinor: bigint | null
  readonly dispute?: EventDispute | undefined
}): EventSubject {
  if (dispute !== undefined) {
    const { id, stage, state, respondBy } = dispute
    const amount = Number(dispute.amountMinor)
    const due = state === 'opened' ? (respondBy?.toISOString() ?? null) : null
    return { dispute: { id, stage, state, amount, respondBy: due } }
  }
  if (operationId === null || !ofOperations.test(type)) return {}
  return { operation: { id: operationId, amount: Number(amountMinor ?? 0n) } }
}

/** The payment, and the outcome of its increment, capture or void. */
export function operatedPaymentOf(payment: Payment, operation: AnsweredOperation) {
  return {
    ...merchantPaymentOf(payment),
    operation: {
      id: operation.id,
      amount: Number(operation.amountMinor),
      status: operationStatusOf(operation.state),
      ...declineOf(operation),
    },
  }
}
