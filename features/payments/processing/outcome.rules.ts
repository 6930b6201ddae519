import type { OperationKind, OperationState, PaymentFacts } from './payment.rules.ts'
import type { DisputeOutcome, DisputeState, NextAction, PaymentStatus } from './payments.schema.ts'

// What follows when an outcome is learnt: new amounts and status, the event, what is posted, which fee falls due.

/** What is known of something that was asked of an acquirer. */
export type Outcome =
  | { readonly result: 'approved'; readonly amountMinor: bigint }
  | { readonly result: 'declined' | 'failed'; readonly code: string; readonly text: string }
  | { readonly result: 'challenge'; readonly url: string; readonly expiresAt: string }
  | { readonly result: 'pending' }
  /** No answer arrived; the acquirer may or may not have acted. */
  | { readonly result: 'unknown' }

/** At an acquirer, or on the way there. */
export const sentStates = ['requested', 'unknown', 'waiting'] as const
export const openStates = ['held', ...sentStates] as const
export const isOpen = (state: OperationState): state is (typeof openStates)[number] =>
  (openStates as readonly string[]).includes(state)

/** What of a payment an outcome may change. */
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
  readonly holdReason: string | null
}

/** A posting as the ledger knows it, by kind and amount. */
export interface Moved {
  readonly kind:
    | 'authorisation'
    | 'release'
    | 'capture'
    | 'refund'
    | 'reversal'
    | 'dispute'
    | 'dispute_won'
    | 'dispute_lost'
    | 'payout_hold'
    | 'payout_return'
    | 'payout'
  readonly amountMinor: bigint
}

export interface Consequence {
  readonly change: PaymentChange
  readonly event: { readonly type: string; readonly amountMinor: bigint | null }
  readonly moved: readonly Moved[]
  readonly fee: 'capture' | 'refund' | 'void' | 'dispute' | 'payout' | null
}

export type PaymentInFull = PaymentFacts & PaymentChange & { readonly autoCapture: boolean }

export interface OperationFacts {
  readonly kind: OperationKind
  readonly amountMinor: bigint
  readonly reason: string | null
}

const stateOf: Readonly<Record<Outcome['result'], OperationState>> = {
  approved: 'succeeded',
  declined: 'declined',
  failed: 'failed',
  challenge: 'waiting',
  pending: 'waiting',
  unknown: 'unknown',
}

/** The state of an operation after its outcome. */
export const operationStateAfter = (outcome: Outcome): OperationState => stateOf[outcome.result]

/** What follows for the payment when an operation has this outcome. */
export function followOutcome(
  payment: PaymentInFull,
  operation: OperationFacts,
  outcome: Outcome,
): Consequence {
  if (operation.kind === 'authorise') return followAuthorisation(payment, outcome)
  if (operation.kind === 'payout') return followPayout(payment, operation.amountMinor, outcome)
  if (outcome.result !== 'approved') {
    const type = `${operation.kind}.${stateOf[outcome.result]}`
    return unmoved(payment, type, operation.amountMinor)
  }
  switch (operation.kind) {
    case 'capture':
      return captured(payment, operation.amountMinor)
    case 'void':
      return voided(payment, operation)
    case 'refund':
      return refunded(payment, operation.amountMinor)
    case 'reversal':
      return reversed(payment, operation.amountMinor)
  }
}

function followAuthorisation(payment: PaymentInFull, outcome: Outcome): Consequence {
  const settled = { pendingOn: null, nextAction: null } as const
  switch (outcome.result) {
    case 'approved':
      return authorised({ ...payment, ...settled }, outcome.amountMinor)
    case 'declined':
    case 'failed': {
      const reason = { declineCode: outcome.code, declineReason: outcome.text }
      const change = { ...payment, ...settled, ...reason, status: outcome.result }
      return unmoved(change, `payment.${outcome.result}`, payment.amountMinor)
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

/** The acquirer may have granted less than was asked; what it granted is what is worked with. */
function authorised(payment: PaymentInFull, grantedMinor: bigint): Consequence {
  const authorisedMinor = grantedMinor
  if (payment.holdReason === null && payment.autoCapture) {
    return {
      change: { ...payment, status: 'captured', authorisedMinor, capturedMinor: grantedMinor },
      event: { type: 'payment.captured', amountMinor: grantedMinor },
      moved: [{ kind: 'capture', amountMinor: grantedMinor }],
      fee: 'capture',
    }
  }
  const status = payment.holdReason === null ? 'reserved' : 'waiting_for_approval'
  return {
    change: { ...payment, status, authorisedMinor },
    event: { type: `payment.${status}`, amountMinor: grantedMinor },
    moved: [{ kind: 'authorisation', amountMinor: grantedMinor }],
    fee: null,
  }
}

function captured(payment: PaymentInFull, amountMinor: bigint): Consequence {
  const change = { ...payment, capturedMinor: payment.capturedMinor + amountMinor }
  return {
    change: { ...change, status: statusByAmounts(change) },
    event: { type: 'payment.captured', amountMinor },
    moved: [
      { kind: 'release', amountMinor },
      { kind: 'capture', amountMinor },
    ],
    fee: 'capture',
  }
}

/** Declining a payment that waits for approval voids its authorisation: then it ends as declined. */
function voided(payment: PaymentInFull, operation: OperationFacts): Consequence {
  const { amountMinor } = operation
  const change = { ...payment, voidedMinor: payment.voidedMinor + amountMinor }
  const isDecline = payment.status === 'waiting_for_approval'
  return {
    change: isDecline
      ? { ...change, ...refused(operation.reason) }
      : { ...change, status: statusByAmounts(change) },
    event: { type: isDecline ? 'payment.declined' : 'payment.voided', amountMinor },
    moved: [{ kind: 'release', amountMinor }],
    fee: isDecline ? null : 'void',
  }
}

function refunded(payment: PaymentInFull, amountMinor: bigint): Consequence {
  const change = { ...payment, refundedMinor: payment.refundedMinor + amountMinor }
  return {
    change: { ...change, status: statusByAmounts(change) },
    event: { type: 'payment.refunded', amountMinor },
    moved: [{ kind: 'refund', amountMinor }],
    fee: 'refund',
  }
}

/** The capture is taken back as if it had not been: nothing is captured, all of it counts as voided. */
function reversed(payment: PaymentInFull, amountMinor: bigint): Consequence {
  return {
    change: {
      ...payment,
      status: 'reversed',
      capturedMinor: payment.capturedMinor - amountMinor,
      voidedMinor: payment.voidedMinor + amountMinor,
    },
    event: { type: 'payment.reversed', amountMinor },
    moved: [{ kind: 'reversal', amountMinor }],
    fee: null,
  }
}

/** Somebody asks for a payout: the amount is set aside, so that no other payout is promised it too. */
export function followPayoutRequest(payment: PaymentInFull, amountMinor: bigint): Consequence {
  return {
    ...unmoved(payment, 'payout.requested', amountMinor),
    moved: [{ kind: 'payout_hold', amountMinor }],
  }
}

/** A second person lets it go to the acquirer; nothing moves by that. */
export function followPayoutApproval(payment: PaymentInFull, amountMinor: bigint): Consequence {
  return unmoved(payment, 'payout.approved', amountMinor)
}

/** Declined by a person or by the acquirer, or never arrived there: the merchant gets back what was set aside. */
export function followPayoutEnd(
  payment: PaymentInFull,
  amountMinor: bigint,
  result: 'declined' | 'failed',
): Consequence {
  return {
    ...unmoved(payment, `payout.${result}`, amountMinor),
    moved: [{ kind: 'payout_return', amountMinor }],
  }
}

function followPayout(payment: PaymentInFull, amountMinor: bigint, outcome: Outcome): Consequence {
  switch (outcome.result) {
    case 'approved':
      return {
        ...unmoved(payment, 'payout.paid', amountMinor),
        moved: [{ kind: 'payout', amountMinor }],
        fee: 'payout',
      }
    case 'declined':
    case 'failed':
      return followPayoutEnd(payment, amountMinor, outcome.result)
    default:
      return unmoved(payment, `payout.${stateOf[outcome.result]}`, amountMinor)
  }
}

/** A card holder claims money back: it is withheld from the merchant until the case is closed. */
export function followDispute(payment: PaymentInFull, amountMinor: bigint): Consequence {
  return {
    change: {
      ...payment,
      disputedMinor: payment.disputedMinor + amountMinor,
      disputeState: 'opened',
    },
    event: { type: 'dispute.opened', amountMinor },
    moved: [{ kind: 'dispute', amountMinor }],
    fee: 'dispute',
  }
}

/**
 * A dispute ends. Won, the merchant gets back what was withheld; lost or accepted, the acquirer keeps it, and it stays
 * out of what can be refunded. The fee was for the case itself: it is charged on opening and not given back.
 */
export function followDisputeEnd(
  payment: PaymentInFull,
  amountMinor: bigint,
  outcome: DisputeOutcome,
  isAnotherOpen: boolean,
): Consequence {
  const isWon = outcome === 'won'
  return {
    change: {
      ...payment,
      disputedMinor: payment.disputedMinor - (isWon ? amountMinor : 0n),
      disputeState: isAnotherOpen ? 'opened' : outcome,
    },
    event: { type: `dispute.${outcome}`, amountMinor },
    moved: [{ kind: isWon ? 'dispute_won' : 'dispute_lost', amountMinor }],
    fee: null,
  }
}

/** A person lets a held payment go on: a card's is reserved from now on, a transfer's goes to the acquirer. */
export function followApproval(payment: PaymentInFull): Consequence {
  const isSent = payment.authorisedMinor > 0n
  const change: PaymentChange = isSent
    ? { ...payment, holdReason: null, status: 'reserved' }
    : { ...payment, holdReason: null, status: 'pending', pendingOn: 'acquirer' }
  return {
    change,
    event: { type: 'payment.approved', amountMinor: payment.amountMinor },
    moved: [],
    fee: null,
  }
}

/** A person declines a held payment of which nothing was sent yet. */
export function followRefusal(payment: PaymentInFull, reason: string | null): Consequence {
  return unmoved({ ...payment, ...refused(reason) }, 'payment.declined', payment.amountMinor)
}

const refused = (reason: string | null) =>
  ({
    status: 'declined',
    declineCode: 'approval.declined',
    declineReason: reason ?? 'Declined by the operator',
    holdReason: null,
  }) as const

function pending(change: PaymentInFull): Consequence {
  return unmoved({ ...change, status: 'pending' }, 'payment.pending', change.amountMinor)
}

function unmoved(change: PaymentChange, type: string, amountMinor: bigint): Consequence {
  return { change, event: { type, amountMinor }, moved: [], fee: null }
}

/** Where an authorised payment stands, by its amounts alone. */
function statusByAmounts(amounts: PaymentChange): PaymentStatus {
  if (amounts.capturedMinor === 0n) {
    return amounts.voidedMinor === amounts.authorisedMinor ? 'voided' : 'reserved'
  }
  if (amounts.refundedMinor === 0n) return 'captured'
  return amounts.refundedMinor < amounts.capturedMinor ? 'partially_refunded' : 'refunded'
}
