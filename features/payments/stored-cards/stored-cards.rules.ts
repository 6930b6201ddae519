import type { ThreeDSecure } from '@counterfoil/features/payments/authentication/authentication.schema.ts'
import type { DeclineAdvice } from '@counterfoil/features/payments/error-mappings/error-mappings.schema.ts'
import { modeNameOf } from '@counterfoil/kit/contract/fields.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type {
  CardUse,
  ChargeUse,
  Initiator,
  MerchantReason,
  SecurityCodeCheck,
  StoreCard,
  StoredCardState,
  StoredCardView,
} from './stored-cards.schema.ts'

/** A stored card as it is stored. */
export interface StoredCard {
  readonly tenantId: string
  readonly id: string
  readonly merchantId: string
  readonly mode: number
  /** With which the payer consented; null: the card was verified without a payment. */
  readonly paymentId: string | null
  readonly state: StoredCardState
  readonly provider: string | null
  readonly vaultReference: string | null
  readonly brand: string
  readonly first6: string | null
  readonly last4: string | null
  readonly expiryMonth: number | null
  readonly expiryYear: number | null
  readonly fingerprint: string | null
  readonly customerEmail: string | null
  readonly uses: readonly CardUse[]
  readonly consentSource: 'api' | 'page'
  readonly consentVersion: string | null
  readonly consentText: string | null
  readonly consentLanguage: string | null
  readonly consentedAt: Date
  readonly schemeTransactionId: string | null
  readonly schemeLinkId: string | null
  readonly stoppedBy: string | null
  readonly stoppedFor: 'merchant' | 'everyone' | null
  readonly stoppedAt: Date | null
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly createdAt: Date
  readonly deletedAt: Date | null
  /** Null: the card was stored with a payment. */
  readonly verification: 'pending' | 'approved' | 'declined' | 'failed' | null
  readonly securityCodeCheck: SecurityCodeCheck | null
  readonly verificationCode: string | null
  readonly verificationReason: string | null
  readonly verificationCurrency: string | null
  readonly verificationChecks: number
  readonly verifiedAt: Date | null
  readonly confirmUrl: string | null
  readonly confirmUntil: Date | null
  readonly returnUrl: string | null
  /** How the payer was authenticated when the card was verified; null: not at all, as far as is known. */
  readonly threeDSecure: ThreeDSecure | null
}

/** The payer's consent, with what of it is kept as evidence. */
export interface Consent {
  readonly uses: readonly CardUse[]
  readonly source: 'api' | 'page'
  readonly version: string | null
  readonly text: string | null
  readonly language: string | null
}

/** A consent as the merchant's server, or whoever took it down, reports it. */
export const reportedConsent = ({ uses, version, text, language }: StoreCard): Consent => ({
  ...{ uses, source: 'api', version: version ?? null, text: text ?? null },
  language: language ?? null,
})

/** Who takes a payment with a stored card, and why. */
export interface AskedUse {
  readonly initiator: Initiator
  readonly reason?: MerchantReason | undefined
}

/** A stored card that a payment is taken with. */
export interface StoredCardPayment {
  readonly type: 'card'
  /** Typed by a payer who is there; it goes to the acquirer and is kept nowhere. */
  readonly securityCode?: string
  readonly storedCard: {
    readonly id: string
    /** The acquirer whose vault has it: no other one can authorise it. */
    readonly provider: string
    readonly vaultReference: string
    readonly brand: string
    readonly first6: string
    readonly last4: string
    readonly expiryMonth: number
    readonly expiryYear: number
    readonly fingerprint: string
    readonly customerEmail: string | null
    readonly initiator: Initiator
    readonly reason: MerchantReason | null
    /** Of the authorisation with which the payer consented. */
    readonly first: { readonly transactionId: string; readonly linkId: string | null }
  }
}

const refusal = (code: string, status: number, message: string, path: string) =>
  new Problem(code, status, message, { path })

/** The Problem of an order that stores a card and has no customer. */
export const noCustomer = (path: string): Problem =>
  refusal('stored_card.no_customer', 400, 'A card is stored for a customer: say the e-mail', path)

/** The Problem of an order that stores a card and enters none. */
export const noCard = (): Problem =>
  refusal(
    'stored_card.no_card',
    400,
    'A card can be stored that is entered for this payment',
    'storeCard',
  )

export const unknownStoredCard = (): Problem =>
  refusal(
    'stored_card.unknown',
    400,
    'There is no such stored card of this merchant and mode',
    'method.id',
  )

/** A stored card for one payment; throws the Problem for which it may not be used. */
export function storedCardFor(
  card: StoredCard | undefined,
  use: AskedUse,
  now: Date,
): StoredCardPayment {
  if (card === undefined) throw unknownStoredCard()
  requireUsable(card, use, now)
  const { provider, vaultReference, first6, last4, expiryMonth, expiryYear, fingerprint } = card
  const transactionId = card.schemeTransactionId
  if (
    provider === null ||
    vaultReference === null ||
    first6 === null ||
    last4 === null ||
    expiryMonth === null ||
    expiryYear === null ||
    fingerprint === null ||
    transactionId === null
  ) {
    throw new Error(`Stored card ${card.id} is active and not complete`)
  }
  return {
    type: 'card',
    storedCard: {
      ...{ id: card.id, provider, vaultReference, brand: card.brand, first6, last4 },
      ...{ expiryMonth, expiryYear, fingerprint, customerEmail: card.customerEmail },
      initiator: use.initiator,
      reason: reasonFor(card, use),
      first: { transactionId, linkId: card.schemeLinkId },
    },
  }
}

function requireUsable(card: StoredCard, { initiator }: AskedUse, now: Date): void {
  if (card.state === 'deleted') {
    throw refusal('stored_card.deleted', 409, 'The stored card was deleted', 'method.id')
  }
  if (card.state === 'pending') {
    if (card.verification !== null) {
      const unverified = 'The issuer of the card has not said yet whether it is good'
      throw refusal('stored_card.unverified', 409, unverified, 'method.id')
    }
    const message = 'The payment with which the payer agreed to it is not decided yet'
    throw refusal('stored_card.pending', 409, message, 'method.id')
  }
  if (card.state === 'expired' || hasExpired(card, now)) {
    const message = 'The stored card has expired. Ask the payer for a new one.'
    throw refusal('stored_card.expired', 409, message, 'method.id')
  }
  if (card.stoppedFor === 'everyone' || (card.stoppedFor === 'merchant' && isOf(initiator))) {
    const decline = card.stoppedBy ?? ''
    const message = `The card scheme forbids another try after the decline ${decline}. Ask the payer for another card.`
    throw new Problem('stored_card.do_not_retry', 409, message, {
      path: 'method.id',
      params: { decline },
    })
  }
}

const isOf = (initiator: Initiator) => initiator === 'merchant'

/** A stored card as it is offered to whoever takes a payment. */
export interface UsableCard {
  readonly id: string
  readonly brand: string
  readonly last4: string
  readonly expiryMonth: number
  readonly expiryYear: number
  /** For which it may be charged now: what the payer agreed to, less what a decline forbids. */
  readonly uses: readonly ChargeUse[]
}

/** Undefined: it cannot be charged now. */
export function usableCard(card: StoredCard, now: Date): UsableCard | undefined {
  const { id, brand, last4, expiryMonth, expiryYear, state, stoppedFor } = card
  if (state !== 'active' || hasExpired(card, now) || stoppedFor === 'everyone') return undefined
  const uses = card.uses
    .filter((use) => use !== 'payout')
    .filter((use) => stoppedFor !== 'merchant' || use === 'customer')
  if (uses.length === 0 || last4 === null || expiryMonth === null || expiryYear === null) {
    return undefined
  }
  return { id, brand, last4, expiryMonth, expiryYear, uses }
}

/** Why the merchant takes it: as it says, or as the consent leaves no choice; null for the payer's own payments. */
function reasonFor({ uses }: StoredCard, { initiator, reason }: AskedUse): MerchantReason | null {
  if (initiator === 'customer') {
    if (reason !== undefined) {
      const message = 'A payment of the payer needs no reason'
      throw refusal('stored_card.reason_of_customer', 400, message, 'method.reason')
    }
    if (!uses.includes('customer')) throw notCovered('customer')
    return null
  }
  const covered = uses.filter((use) => use !== 'customer' && use !== 'payout')
  if (reason !== undefined) {
    if (!covered.includes(reason)) throw notCovered(reason)
    return reason
  }
  const [only, ...others] = covered
  if (only === undefined) throw notCovered('unscheduled')
  if (others.length > 0) {
    const message = `The payer agreed to several: ${covered.join(', ')}. Say which it is.`
    throw refusal('stored_card.reason_missing', 400, message, 'method.reason')
  }
  return only
}

function notCovered(use: CardUse): Problem {
  const message = `The payer has not agreed to payments of this kind: ${use}`
  const path = use === 'customer' ? 'method.initiator' : 'method.reason'
  return new Problem('stored_card.not_covered', 409, message, {
    path,
    params: { use },
  })
}

/** A stored card to which money is sent: in whose vault it is, and what stands for it. */
export interface PayableCard {
  readonly id: string
  readonly provider: string
  readonly vaultReference: string
  readonly brand: string
  readonly last4: string
  readonly fingerprint: string
}

/** A stored card for a payout; throws the Problem for which no money can be sent to it. */
export function payableCard(card: StoredCard | undefined, now: Date, path: string): PayableCard {
  if (card === undefined) {
    const message = 'There is no such stored card of this merchant and mode'
    throw refusal('stored_card.unknown_payee', 422, message, path)
  }
  if (!card.uses.includes('payout')) {
    const message = 'The holder of the card has not agreed to receive money on it'
    throw refusal('stored_card.no_payouts', 409, message, path)
  }
  const { id, provider, vaultReference, brand, last4, fingerprint, state, stoppedFor } = card
  const isGone = state !== 'active' || stoppedFor === 'everyone' || hasExpired(card, now)
  if (isGone || !provider || !vaultReference || !last4 || !fingerprint) {
    const message =
      'No money can be sent to this card: it was deleted, has expired, or was reported lost or stolen'
    throw refusal('stored_card.not_payable', 409, message, path)
  }
  return { id, provider, vaultReference, brand, last4, fingerprint }
}

/** A card is valid until its month has ended in every time zone, twelve hours after UTC. */
export const expiryOf = (expiryYear: number, expiryMonth: number): Date =>
  new Date(Date.UTC(expiryYear, expiryMonth, 1, 12))

const hasExpired = ({ expiresAt }: Pick<StoredCard, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && now >= expiresAt

/** How long before a card expires its merchant is notified. */
export const noticeDays = 30

/** Declines that are about the card itself: neither payer nor merchant uses it again. */
const cardIsGone = new Set(['lost_card', 'stolen_card', 'account_closed', 'invalid_card_number'])
/** Declines after which the card scheme lets the merchant try no more, and the payer may still. */
const merchantStops = new Set(['payments_stopped', 'suspected_fraud'])

/** Who may not try a stored card again after a decline; undefined: it may be tried again. */
export function stopAfter(
  code: string,
  advice: Pick<DeclineAdvice, 'retry'> | undefined,
): 'merchant' | 'everyone' | undefined {
  if (cardIsGone.has(code)) return 'everyone'
  return merchantStops.has(code) || advice?.retry === 'never' ? 'merchant' : undefined
}

function verificationView(card: StoredCard): StoredCardView['verification'] {
  const { verification: state, confirmUrl: url, confirmUntil } = card
  if (state === null) return null
  return {
    ...{ state, securityCode: card.securityCodeCheck },
    ...{ declineCode: card.verificationCode, declineReason: card.verificationReason },
    nextAction:
      url === null || confirmUntil === null
        ? null
        : { type: 'redirect', url, expiresAt: confirmUntil.toISOString() },
    threeDSecure: card.threeDSecure,
    at: card.verifiedAt?.toISOString() ?? null,
  }
}

export function storedCardView(card: StoredCard): StoredCardView {
  const { stoppedBy, stoppedFor, stoppedAt } = card
  return {
    id: card.id,
    state: card.state,
    mode: modeNameOf(card.mode),
    customerEmail: card.customerEmail,
    brand: card.brand,
    first6: card.first6,
    last4: card.last4,
    expiryMonth: card.expiryMonth,
    expiryYear: card.expiryYear,
    uses: [...card.uses],
    consent: {
      source: card.consentSource,
      version: card.consentVersion,
      text: card.consentText,
      language: card.consentLanguage,
      at: card.consentedAt.toISOString(),
    },
    paymentId: card.paymentId,
    schemeTransactionId: card.schemeTransactionId,
    verification: verificationView(card),
    stopped:
      stoppedBy === null || stoppedFor === null || stoppedAt === null
        ? null
        : { declineCode: stoppedBy, for: stoppedFor, at: stoppedAt.toISOString() },
    lastUsedAt: card.lastUsedAt?.toISOString() ?? null,
    createdAt: card.createdAt.toISOString(),
    deletedAt: card.deletedAt?.toISOString() ?? null,
  }
}
