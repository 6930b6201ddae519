import type { LedgerAccounts } from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import type { ThreeDSecure } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import type {
  CredentialUse,
  Initiator,
  MerchantReason,
} from '@counterfoil/features/payments/stored-cards/stored-cards.schema.ts'
import type { PaymentFigures } from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import { type Mode, modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import type { PaymentState } from './outcome.rules.ts'
import { allowedActions, amountsLeft } from './payment.rules.ts'
import type { OrderType, PaymentChannel, PaymentMetadata, PaymentView } from './payments.schema.ts'

/** A payment as it is stored, with its open operations. It holds no further card data. */
export interface Payment extends PaymentState {
  readonly id: string
  readonly tenantId: string
  readonly merchantId: string
  readonly mode: Mode
  readonly externalId: string | null
  readonly description: string | null
  readonly metadata: PaymentMetadata | null
  readonly orderType: OrderType | null
  /** Where the payer comes back to from a confirmation. */
  readonly returnUrl: string | null
  readonly customerEmail: string | null
  readonly customerCountry: string | null
  /** From where the payer paid, as the merchant or the hosted page said. */
  readonly customerIp: string | null
  /** The payer's device, as the merchant names it. */
  readonly customerDevice: string | null
  readonly cardBrand: string | null
  readonly cardFirst6: string | null
  readonly cardLast4: string | null
  readonly cardExpiryMonth: number | null
  readonly cardExpiryYear: number | null
  readonly cardToken: string | null
  readonly cardType: string | null
  readonly cardIssuer: string | null
  readonly cardIssuerCountry: string | null
  /** The stored card that it was paid with, or that is stored with it. */
  readonly storedCardId: string | null
  readonly credentialUse: CredentialUse | null
  /** Of a payment with a stored card, or with which one is stored. */
  readonly initiator: Initiator | null
  readonly merchantReason: MerchantReason | null
  /** The card scheme's; null before the approval, and for other methods. */
  readonly schemeTransactionId: string | null
  /** How the card holder was authenticated; null: it is not known, or the payment is by another method. */
  readonly threeDSecure: ThreeDSecure | null
  /** The card scheme's, of the payment with which the payer agreed to the card being stored. */
  readonly firstSchemeTransactionId: string | null
  readonly provider: string | null
  readonly midId: string | null
  readonly acquirerReference: string | null
  /** What became of the authorisation's first try; null: it is not decided. */
  readonly firstTry: 'approved' | 'declined' | null
  /** How long its acquirer took to the first answer; null: it has not answered. */
  readonly answerMs: number | null
  readonly websiteId: string | null
  /** The payment link or checkout session that it was made by. */
  readonly pageId: string | null
  readonly channel: PaymentChannel
  /** The accounts of its first posting; null for the standard accounts. */
  readonly ledgerAccounts: LedgerAccounts | null
  /** The tenant's settings version when the payment was locked; null if it was only read. */
  readonly settingsVersion: number | null
  /** When the newest event was written if the payment was locked; null if it was only read, or is new. */
  readonly lastEventAt: Date | null
  /** Until when what is left can be captured; null when nothing is left. */
  readonly authorisationExpiresAt: Date | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * The time of what happens next to a locked payment: now, but after its newest event even if a process whose clock is ahead
 * wrote that. Events are listed by their ids, which begin with their time.
 */
export function nextEventAt({ lastEventAt }: Pick<Payment, 'lastEventAt'>, now: Date): Date {
  const earliest = lastEventAt === null ? now : new Date(lastEventAt.getTime() + 1)
  return now > earliest ? now : earliest
}

/** A payment as the portal shows it; `today` is the tenant's business day. */
export function viewPayment(payment: Payment, today: string): PaymentView {
  const left = amountsLeft(payment)
  const atLeastZero = (amount: bigint) => (amount > 0n ? Number(amount) : 0)
  return {
    id: payment.id,
    tenantId: payment.tenantId,
    merchantId: payment.merchantId,
    mode: modeNameOf(payment.mode),
    status: payment.status,
    method: {
      type: payment.method,
      brand: payment.cardBrand,
      first6: payment.cardFirst6,
      last4: payment.cardLast4,
      expiryMonth: payment.cardExpiryMonth,
      expiryYear: payment.cardExpiryYear,
      cardType: payment.cardType,
      issuer: payment.cardIssuer,
      issuerCountry: payment.cardIssuerCountry,
    },
    currency: payment.currency,
    amount: Number(payment.amountMinor),
    authorisedAmount: Number(payment.authorisedMinor),
    capturedAmount: Number(payment.capturedMinor),
    refundedAmount: Number(payment.refundedMinor),
    voidedAmount: Number(payment.voidedMinor),
    disputedAmount: Number(payment.disputedMinor),
    disputeState: payment.disputeState,
    capturableAmount: atLeastZero(left.toCapture),
    refundableAmount: atLeastZero(left.toRefund),
    externalId: payment.externalId,
    websiteId: payment.websiteId,
    orderType: payment.orderType,
    description: payment.description,
    customer: { email: payment.customerEmail, country: payment.customerCountry },
    provider: payment.provider,
    acquirerReference: payment.acquirerReference,
    storedCard: credentialOf(payment),
    schemeTransactionId: payment.schemeTransactionId,
    threeDSecure: payment.threeDSecure,
    declineCode: payment.declineCode,
    declineReason: payment.declineReason,
    declineAdvice: payment.declineAdvice,
    pendingOn: payment.pendingOn,
    nextAction: payment.nextAction,
    channel: payment.channel,
    businessDay: payment.businessDay,
    authorisationExpiresAt: payment.authorisationExpiresAt?.toISOString() ?? null,
    version: payment.version,
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
    actions: allowedActions(payment, today),
  }
}

/** What a payment has to do with a stored card; null: nothing. */
export function credentialOf(payment: Payment): PaymentView['storedCard'] {
  const { storedCardId: id, credentialUse: use, initiator, merchantReason: reason } = payment
  if (use === null || initiator === null) return null
  const { firstSchemeTransactionId } = payment
  return { id, use, initiator, reason, firstSchemeTransactionId }
}

/** The figures of a payment that rollups count. */
export function figuresOf(payment: Payment): PaymentFigures {
  return {
    day: payment.businessDay,
    createdAt: payment.createdAt,
    merchantId: payment.merchantId,
    mode: payment.mode,
    method: payment.method,
    provider: payment.provider,
    currency: payment.currency,
    status: payment.status,
    channel: payment.channel,
    declineReason: payment.declineReason,
    declineCode: payment.declineCode,
    amountMinor: payment.amountMinor,
    capturedMinor: payment.capturedMinor,
    refundedMinor: payment.refundedMinor,
    firstTry: payment.firstTry,
    answerMs: payment.answerMs,
  }
}

/** The fields of a payment that an action can change, for the audit. */
export function auditedOf(view: PaymentView) {
  const { status, currency, authorisedAmount, capturedAmount, refundedAmount } = view
  const { voidedAmount, disputedAmount } = view
  return {
    status,
    currency,
    authorisedAmount,
    capturedAmount,
    refundedAmount,
    voidedAmount,
    disputedAmount,
  }
}
