import type {
  Consequence,
  PaymentState,
} from '@counterfoil/features/payments/processing/outcome.rules.ts'
import {
  type DisputeOutcome,
  type DisputeState,
  isDisputeOpen,
} from '@counterfoil/features/payments/processing/payments.schema.ts'

// What a dispute means for its payment. Only its present state counts, not the states before: acquirers report in any order,
// reopen an ended dispute, and decide in part.

/** Where a dispute stands: as its acquirer says, or a person where no acquirer does. */
export interface DisputeStanding {
  readonly state: DisputeState
  readonly amountMinor: bigint
  /** Of one that ended: what the card holder keeps. */
  readonly lostMinor: bigint
}

/** What an acquirer may ask of a payment's money. */
interface Claim {
  /** Withheld from the merchant. */
  readonly heldMinor: bigint
  readonly lostMinor: bigint
}

const noClaim: Claim = { heldMinor: 0n, lostMinor: 0n }

const claimOf = ({ state, amountMinor, lostMinor }: DisputeStanding): Claim =>
  isDisputeOpen(state) ? { heldMinor: amountMinor, lostMinor: 0n } : { heldMinor: 0n, lostMinor }

export const openedDispute = (amountMinor: bigint): DisputeStanding => ({
  state: 'opened',
  amountMinor,
  lostMinor: 0n,
})

export const endedDispute = (amountMinor: bigint, outcome: DisputeOutcome): DisputeStanding => ({
  state: outcome,
  amountMinor,
  lostMinor: outcome === 'won' ? 0n : amountMinor,
})

/**
 * An open dispute withholds its amount from the merchant. At its end the acquirer keeps what is lost, which can no longer be
 * refunded, and the merchant is given back the rest. The fee is charged once for each dispute and is not returned.
 */
export function consequenceOfDispute(
  payment: PaymentState,
  before: DisputeStanding | undefined,
  after: DisputeStanding,
  others: readonly DisputeState[],
): Consequence {
  const from = before === undefined ? noClaim : claimOf(before)
  const to = claimOf(after)
  const grows = to.heldMinor + to.lostMinor - from.heldMinor - from.lostMinor
  const loses = to.lostMinor - from.lostMinor
  const steps = [
    { kind: 'dispute', amountMinor: grows },
    { kind: 'dispute_reopened', amountMinor: -loses },
    { kind: 'dispute_lost', amountMinor: loses },
    { kind: 'dispute_won', amountMinor: -grows },
  ] as const
  return {
    change: {
      ...payment,
      disputedMinor: payment.disputedMinor + grows,
      disputeState: mostUrgent(after.state, others),
    },
    event: { type: `dispute.${after.state}`, amountMinor: after.amountMinor },
    movements: steps.filter(({ amountMinor }) => amountMinor > 0n),
    fee: before === undefined ? 'dispute' : null,
  }
}

/** Of several disputes of a payment, what has to be done first; else how the last one ended. */
function mostUrgent(changed: DisputeState, others: readonly DisputeState[]): DisputeState {
  const open = [changed, ...others]
  for (const state of ['opened', 'answered', 'under_review'] as const) {
    if (open.includes(state)) return state
  }
  return changed
}

type Objection = 'notice.other_currency' | 'notice.no_amount' | 'notice.too_much'

type Disputed = Pick<
  PaymentState,
  'status' | 'currency' | 'authorisedMinor' | 'capturedMinor' | 'disputedMinor'
>

/** What a card holder was charged; a reversal may have come too late to keep it from being charged. */
const chargedMinorOf = ({ status, authorisedMinor, capturedMinor }: Disputed): bigint =>
  status === 'reversed' ? authorisedMinor : capturedMinor

/** Why a reported dispute cannot be of a payment; undefined: it can. Refunds do not keep card holders from disputing. */
export function objectionTo(
  payment: Disputed,
  before: DisputeStanding | undefined,
  after: DisputeStanding & { readonly currency: string },
): Objection | undefined {
  const { amountMinor, lostMinor } = after
  if (after.currency !== payment.currency) return 'notice.other_currency'
  if (amountMinor <= 0n || lostMinor < 0n || lostMinor > amountMinor) return 'notice.no_amount'
  const from = before === undefined ? noClaim : claimOf(before)
  const others = payment.disputedMinor - from.heldMinor - from.lostMinor
  // what counted once goes on to its end, and is not withheld for good
  const isMore = amountMinor > from.heldMinor + from.lostMinor
  return isMore && others + amountMinor > chargedMinorOf(payment) ? 'notice.too_much' : undefined
}
