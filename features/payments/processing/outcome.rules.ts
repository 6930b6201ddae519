import type { Fee } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import type {
  MoneyPlace,
  RefundSource,
} from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import type { NextAction } from '@counterfoil/features/payments/cards/next-action.schema.ts'
import type { DeclineAdvice } from '@counterfoil/features/payments/error-mappings/error-mappings.schema.ts'
import type { OperationKind, OperationState, PaymentFacts, Payout } from './payment.rules.ts'
import type { DisputeState, OperationStatus, PaymentStatus } from './payments.schema.ts'

// The consequences of an outcome: new amounts and status, the event, the ledger movements and the fee.

/** The outcome of an operation, as far as it is known. */
export type Outcome =
  | { readonly result: 'approved'; readonly amountMinor: bigint }
  | {
      readonly result: 'declined' | 'failed'
      readonly code: string
      readonly text: string
      /** Where the tenant has mapped what the acquirer answered. */
      readonly advice?: DeclineAdvice
    }
  | { readonly result: 'challenge'; readonly url: string; readonly expiresAt: string }
  | { readonly result: 'pending' }
  /** No response arrived; the acquirer may or may not have acted. */
  | { readonly result: 'unknown' }

/** Operations that were sent to an acquirer, or are about to be. */
export const sentStates = ['requested', 'unknown', 'waiting'] as const
export const openStates = ['held', ...sentStates] as const
export const isOpen = (state: OperationState): state is (typeof openStates)[number] =>
  (openStates as readonly string[]).includes(state)

/** An operation's state as its answers say it. */
export const operationStatusOf = (state: OperationState): OperationStatus =>
  isOpen(state) ? 'pending' : state

/** The fields of a payment that an outcome may change. */
export interface PaymentChange {
  readonly status: PaymentStatus
  readonly authorisedMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  readonly voidedMinor: bigint
  readonly disputedMinor: bigint
  readonly disputeState: DisputeState | null
  readonly pendingOn: 'acquirer' | 'challenge' | 'bank' | null
  readonly nextAction: NextAction | null
  readonly declineCode: string | null
  readonly declineReason: string | null
  readonly declineAdvice: DeclineAdvice | null
  readonly holdReason: string | null
}

/** A ledger posting by kind and amount. */
export interface Movement {
  readonly kind:
    | 'authorisation'
    | 'release'
    | 'capture'
    | 'refund'
    | 'reversal'
    | 'dispute'
    | 'dispute_won'
    | 'dispute_lost'
    | 'dispute_reopened'
    | 'payout_hold'
    | 'payout_return'
    | 'payout'
  readonly amountMinor: bigint
  /** Where the money is, or from where it was paid. Absent: the acquirer. */
  readonly place?: MoneyPlace | undefined
}

export interface Consequence {
  readonly change: PaymentChange
  readonly event: { readonly type: string; readonly amountMinor: bigint | null }
  readonly movements: readonly Movement[]
  /** Charged by the merchant's terms on the event's amount. */
  readonly fee: 'capture' | 'refund' | 'void' | 'dispute' | null
  /** Set aside with a payout, and charged now. */
  readonly heldFee?: Fee | null
  /** What is taken back of what was captured, with its part of the fee. */
  readonly takenBack?: { readonly amountMinor: bigint; readonly capturedMinor: bigint }
}

export type PaymentState = PaymentFacts &
  PaymentChange & {
    readonly autoCapture: boolean
    /** Whether the merchant takes less than the amount if the acquirer approves no more. */
    readonly partialApproval: boolean
  }

export interface OperationFacts {
  readonly kind: OperationKind
  readonly amountMinor: bigint
  readonly reason: string | null
  /** Of a capture: what is left of the authorisation is released with it. */
  readonly isFinal?: boolean
  /** Where the money came in, or from where it was paid back. Absent: the acquirer. */
  readonly moneyPlace?: RefundSource | MoneyPlace | null | undefined
  /** Of a payout: what was set aside for its fee. */
  readonly fee?: Fee | null
}

const operationStates: Readonly<Record<Outcome['result'], OperationState>> = {
  approved: 'succeeded',
  declined: 'declined',
  failed: 'failed',
  challenge: 'waiting',
  pending: 'waiting',
  unknown: 'unknown',
}

export const operationStateAfter = (outcome: Outcome): OperationState =>
  operationStates[outcome.result]

/** The consequence of an operation's outcome for its payment. */
export function consequenceOfOutcome(
  payment: PaymentState,
  operation: OperationFacts,
  outcome: Outcome,
): Consequence {
  // what the acquirer did counts, which may be a part; more than was asked for is not ours to book
  const booked = isMoreThanAsked(operation, outcome)
    ? { ...outcome, amountMinor: operation.amountMinor }
    : outcome
  if (operation.kind === 'authorise') return consequenceOfAuthorisation(payment, operation, booked)
  if (operation.kind === 'payout') return consequenceOfPayout(payment, operation, booked)
  if (booked.result !== 'approved') {
    const type = `${operation.kind}.${operationStates[booked.result]}`
    return withoutMovement(payment, type, operation.amountMinor)
  }
  const { amountMinor } = booked
  switch (operation.kind) {
    case 'increment':
      return incremented(payment, amountMinor)
    case 'capture':
      return captured(payment, amountMinor, operation.isFinal === true)
    case 'void':
      return voided(payment, { ...operation, amountMinor })
    case 'refund':
      return refunded(payment, amountMinor, operation.moneyPlace)
    case 'reversal':
      return reversed(payment, amountMinor)
  }
}

function consequenceOfAuthorisation(
  payment: PaymentState,
  operation: OperationFacts,
  outcome: Outcome,
): Consequence {
  const settled = { pendingOn: null, nextAction: null } as const
  switch (outcome.result) {
    case 'approved':
      return authorised(
        { ...payment, ...settled },
        outcome.amountMinor,
        placeOf(operation.moneyPlace),
      )
    case 'declined':
    case 'failed': {
      const { code, text, advice = null } = outcome
      const reason = { declineCode: code, declineReason: text, declineAdvice: advice }
      const change = { ...payment, ...settled, ...reason, status: outcome.result }
      return withoutMovement(change, `payment.${outcome.result}`, payment.amountMinor)
    }
    case 'challenge': {
      const nextAction = {
        type: 'redirect',
        url: outcome.url,
        expiresAt: outcome.expiresAt,
      } as const
      return pending({ ...payment, pendingOn: 'challenge', nextAction })
    }
    case 'pending':
      return pending({ ...payment, pendingOn: 'bank', nextAction: null })
    case 'unknown':
      return pending({ ...payment, pendingOn: 'acquirer' })
  }
}

/** Whether an acquirer approved more than it was asked for, by mistake. */
export const isMoreThanAsked = (
  { amountMinor }: Pick<OperationFacts, 'amountMinor'>,
  outcome: Outcome,
): outcome is Extract<Outcome, { result: 'approved' }> =>
  outcome.result === 'approved' && outcome.amountMinor > amountMinor

/**
 * Issuers may approve less than was asked for. Only a merchant that asked for partial approvals can do something with a
 * part, so for all others the payment is declined, and what was approved is cancelled at the acquirer.
 */
export function isUnwantedPart(
  payment: PaymentState,
  { kind }: Pick<OperationFacts, 'kind'>,
  outcome: Outcome,
): outcome is Extract<Outcome, { result: 'approved' }> {
  if (kind !== 'authorise' || outcome.result !== 'approved') return false
  return (
    payment.method === 'card' &&
    !payment.partialApproval &&
    outcome.amountMinor < payment.amountMinor
  )
}

const placeOf = (place: OperationFacts['moneyPlace']): MoneyPlace | undefined =>
  place === 'bank' || place === 'cash' || place === 'suspense' ? place : undefined

/** The payment continues with the amount that was approved. */
function authorised(
  payment: PaymentState,
  authorisedMinor: bigint,
  place: MoneyPlace | undefined,
): Consequence {
  if (payment.holdReason === null && payment.autoCapture) {
    const change = { ...payment, authorisedMinor, capturedMinor: authorisedMinor }
    return {
      change: { ...change, status: statusByAmounts(change) },
      event: { type: 'payment.captured', amountMinor: authorisedMinor },
      movements: [{ kind: 'capture', amountMinor: authorisedMinor, place }],
      fee: 'capture',
    }
  }
  const isHeld = payment.holdReason !== null
  const change = { ...payment, authorisedMinor }
  return {
    change: { ...change, status: isHeld ? 'waiting_for_approval' : statusByAmounts(change) },
    event: {
      type: `payment.${isHeld ? 'waiting_for_approval' : 'reserved'}`,
      amountMinor: authorisedMinor,
    },
    movements: [{ kind: 'authorisation', amountMinor: authorisedMinor }],
    fee: null,
  }
}

/** More is reserved; what the payment was ordered for stays as it is. */
function incremented(payment: PaymentState, amountMinor: bigint): Consequence {
  const change = { ...payment, authorisedMinor: payment.authorisedMinor + amountMinor }
  return {
    change: { ...change, status: statusByAmounts(change) },
    event: { type: 'payment.incremented', amountMinor },
    movements: [{ kind: 'authorisation', amountMinor }],
    fee: null,
  }
}

function captured(payment: PaymentState, amountMinor: bigint, isFinal: boolean): Consequence {
  const capturedMinor = payment.capturedMinor + amountMinor
  const { authorisedMinor, voidedMinor } = payment
  const releasedMinor = isFinal ? authorisedMinor - voidedMinor - capturedMinor : 0n
  const change = { ...payment, capturedMinor, voidedMinor: voidedMinor + releasedMinor }
  return {
    change: { ...change, status: statusByAmounts(change) },
    event: { type: 'payment.captured', amountMinor },
    movements: [
      { kind: 'release', amountMinor: amountMinor + releasedMinor },
      { kind: 'capture', amountMinor },
    ],
    fee: 'capture',
  }
}

/** A held payment is declined by voiding its authorisation, and ends as declined. */
function voided(payment: PaymentState, operation: OperationFacts): Consequence {
  const { amountMinor } = operation
  const change = { ...payment, voidedMinor: payment.voidedMinor + amountMinor }
  const isDecline = payment.status === 'waiting_for_approval'
  return {
    change: isDecline
      ? { ...change, ...declinedByOperator(operation.reason) }
      : { ...change, status: statusByAmounts(change) },
    event: { type: isDecline ? 'payment.declined' : 'payment.voided', amountMinor },
    movements: [{ kind: 'release', amountMinor }],
    fee: isDecline ? null : 'void',
  }
}

/** The issuer holds nothing any more: what was not captured is released. A held payment ends as declined. */
export function consequenceOfLapse(payment: PaymentState): Consequence {
  const { authorisedMinor, capturedMinor, voidedMinor } = payment
  const amountMinor = authorisedMinor - capturedMinor - voidedMinor
  const change = { ...payment, voidedMinor: voidedMinor + amountMinor }
  const isHeld = payment.status === 'waiting_for_approval'
  return {
    change: isHeld
      ? { ...change, ...declinedByOperator(null), declineCode: 'authorisation_expired' }
      : { ...change, status: statusByAmounts(change) },
    event: { type: isHeld ? 'payment.declined' : 'payment.voided', amountMinor },
    movements: [{ kind: 'release', amountMinor }],
    fee: null,
  }
}

/** A merchant that pays back by itself moves no money of the tenant's, and is charged nothing for it. */
function refunded(
  payment: PaymentState,
  amountMinor: bigint,
  source: OperationFacts['moneyPlace'],
): Consequence {
  const change = { ...payment, refundedMinor: payment.refundedMinor + amountMinor }
  return {
    change: { ...change, status: statusByAmounts(change) },
    event: { type: 'payment.refunded', amountMinor },
    ...(source === 'merchant'
      ? { movements: [], fee: null }
      : {
          movements: [{ kind: 'refund', amountMinor, place: placeOf(source) }],
          fee: 'refund',
        }),
  }
}

/** A reversal cancels the capture: nothing is captured any more, and the whole amount counts as voided. */
function reversed(payment: PaymentState, amountMinor: bigint): Consequence {
  return {
    change: {
      ...payment,
      status: 'reversed',
      capturedMinor: payment.capturedMinor - amountMinor,
      voidedMinor: payment.voidedMinor + amountMinor,
    },
    event: { type: 'payment.reversed', amountMinor },
    movements: [{ kind: 'reversal', amountMinor }],
    fee: null,
    takenBack: { amountMinor, capturedMinor: payment.capturedMinor },
  }
}

const withFee = ({ amountMinor, fee }: Payout) => amountMinor + (fee?.amountMinor ?? 0n)

/** A requested payout sets its amount and its fee aside, so that no other payout can use them. */
export function consequenceOfPayoutRequest(payment: PaymentState, payout: Payout): Consequence {
  return {
    ...withoutMovement(payment, 'payout.requested', payout.amountMinor),
    movements: [{ kind: 'payout_hold', amountMinor: withFee(payout) }],
  }
}

/** A second person approves a payout; the amount stays set aside until the acquirer pays it. */
export function consequenceOfPayoutApproval(
  payment: PaymentState,
  amountMinor: bigint,
): Consequence {
  return withoutMovement(payment, 'payout.approved', amountMinor)
}

/** A payout that is declined or fails returns to the merchant what was set aside. */
export function consequenceOfPayoutEnd(
  payment: PaymentState,
  payout: Payout,
  result: 'declined' | 'failed',
): Consequence {
  return {
    ...withoutMovement(payment, `payout.${result}`, payout.amountMinor),
    movements: [{ kind: 'payout_return', amountMinor: withFee(payout) }],
  }
}

function consequenceOfPayout(payment: PaymentState, payout: Payout, outcome: Outcome): Consequence {
  const { amountMinor } = payout
  switch (outcome.result) {
    case 'approved':
      return {
        ...withoutMovement(payment, 'payout.paid', amountMinor),
        movements: [{ kind: 'payout', amountMinor }],
        heldFee: payout.fee ?? null,
      }
    case 'declined':
    case 'failed':
      return consequenceOfPayoutEnd(payment, payout, outcome.result)
    default:
      return withoutMovement(payment, `payout.${operationStates[outcome.result]}`, amountMinor)
  }
}

/** After approval a card payment is reserved, and a transfer is sent to the acquirer. */
export function consequenceOfApproval(payment: PaymentState): Consequence {
  const isSent = payment.authorisedMinor > 0n
  const change: PaymentChange = isSent
    ? { ...payment, holdReason: null, status: statusByAmounts(payment) }
    : { ...payment, holdReason: null, status: 'pending', pendingOn: 'acquirer' }
  return {
    change,
    event: { type: 'payment.approved', amountMinor: payment.amountMinor },
    movements: [],
    fee: null,
  }
}

/** A held payment that was not sent yet is declined. */
export function consequenceOfRefusal(payment: PaymentState, reason: string | null): Consequence {
  return withoutMovement(
    { ...payment, ...declinedByOperator(reason) },
    'payment.declined',
    payment.amountMinor,
  )
}

const declinedByOperator = (reason: string | null) =>
  ({
    status: 'declined',
    declineCode: 'approval.declined',
    declineReason: reason ?? 'Declined by the operator',
    declineAdvice: null,
    holdReason: null,
  }) as const

function pending(change: PaymentState): Consequence {
  return withoutMovement({ ...change, status: 'pending' }, 'payment.pending', change.amountMinor)
}

function withoutMovement(change: PaymentChange, type: string, amountMinor: bigint): Consequence {
  return { change, event: { type, amountMinor }, movements: [], fee: null }
}

/**
 * The status of an authorised payment follows from its amounts alone. What is less than the payment's amount is called a
 * part, whether the issuer approved no more or the merchant captured no more.
 */
function statusByAmounts(payment: PaymentFacts & PaymentChange): PaymentStatus {
  const { amountMinor, authorisedMinor, capturedMinor, refundedMinor, voidedMinor } = payment
  if (capturedMinor === 0n) {
    if (voidedMinor === authorisedMinor) return 'voided'
    return authorisedMinor < amountMinor ? 'partially_reserved' : 'reserved'
  }
  if (refundedMinor === 0n) {
    // more than was ordered may have been authorised on top
    const isPart = capturedMinor < amountMinor || capturedMinor + voidedMinor < authorisedMinor
    return isPart ? 'partially_captured' : 'captured'
  }
  return refundedMinor < capturedMinor ? 'partially_refunded' : 'refunded'
}
