import {
  type BillingLine,
  ledgerAccountsFor,
  typeOfPurpose,
} from '@counterfoil/features/accounting/billing/billing.rules.ts'
import {
  entriesOf,
  isMemo,
  type LedgerAccounts,
} from '@counterfoil/features/accounting/ledger/ledger.rules.ts'
import {
  consequenceOfDispute,
  endedDispute,
  openedDispute,
} from '@counterfoil/features/payments/disputes/disputes.rules.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  consequenceOfOutcome,
  consequenceOfPayoutApproval,
  consequenceOfPayoutEnd,
  consequenceOfPayoutRequest,
  isOpen,
  isUnwantedPart,
  type Movement,
  type Outcome,
  operationStateAfter,
  type PaymentState,
} from './outcome.rules.ts'
import { amountsLeft, checkLastCapture, decideAction, type OperationKind } from './payment.rules.ts'
import type { PaymentAction } from './payments.schema.ts'

const today = '2026-03-14'

/** A payment that was sent to the acquirer, as the engine stores it. */
function sent(amountMinor: bigint, autoCapture: boolean, holdReason: string | null): PaymentState {
  return {
    status: 'pending',
    method: 'card',
    currency: 'GBP',
    amountMinor,
    authorisedMinor: 0n,
    capturedMinor: 0n,
    refundedMinor: 0n,
    voidedMinor: 0n,
    disputedMinor: 0n,
    disputeState: null,
    businessDay: today,
    pendingOn: 'acquirer',
    nextAction: null,
    declineCode: null,
    declineReason: null,
    declineAdvice: null,
    holdReason,
    autoCapture,
    partialApproval: false,
    open: [],
  }
}

const outcomes: Record<string, (amountMinor: bigint) => Outcome> = {
  approved: (amountMinor) => ({ result: 'approved', amountMinor }),
  declined: () => ({ result: 'declined', code: 'no', text: 'No' }),
  failed: () => ({ result: 'failed', code: 'no', text: 'No' }),
  unknown: () => ({ result: 'unknown' }),
  pending: () => ({ result: 'pending' }),
}

const kindOf: Partial<Record<PaymentAction, OperationKind>> = {
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  reverse: 'reversal',
}

/** A run of wishes and answers, in any order: several operations may be open at once, and end in any order. */
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('ask' as const),
      action: fc.constantFrom<PaymentAction>('capture', 'void', 'refund', 'reverse', 'dispute'),
      amount: fc.option(fc.bigInt(1n, 1500n), { nil: undefined }),
      isFinal: fc.boolean(),
    }),
    fc.record({
      do: fc.constant('hear' as const),
      which: fc.nat(5),
      outcome: fc.constantFrom(...Object.keys(outcomes)),
    }),
    fc.record({
      do: fc.constantFrom('payout' as const, 'approve' as const, 'decline' as const),
      amount: fc.bigInt(1n, 1500n),
    }),
    fc.record({
      do: fc.constant('end' as const),
      which: fc.nat(3),
      how: fc.constantFrom('won' as const, 'lost' as const, 'accepted' as const),
    }),
    fc.record({
      do: fc.constant('choose' as const),
      accounts: fc.dictionary(
        fc.constantFrom(...Object.keys(typeOfPurpose)),
        fc.constantFrom('A', 'B'),
      ),
    }),
  ),
  { maxLength: 30 },
)

/** Plays a run on the rules alone, and collects everything that they post. */
class Play {
  payment: PaymentState
  readonly posted: Movement[] = []
  claims: bigint[] = []
  lostMinor = 0n
  paidOutMinor = 0n
  /** What is posted, with where it went. */
  readonly entries: { purpose: string; account: string; amountMinor: bigint }[] = []
  #lines: BillingLine[] = []
  #ledgerAccounts: LedgerAccounts | null = null

  /** Of the amount the issuer approves `grantedMinor`. */
  constructor(amountMinor: bigint, grantedMinor: bigint, autoCapture: boolean) {
    this.payment = { ...sent(amountMinor, autoCapture, null), partialApproval: true }
    this.#follow(
      consequenceOfOutcome(
        this.payment,
        { kind: 'authorise', amountMinor, reason: null },
        { result: 'approved', amountMinor: grantedMinor },
      ),
    )
  }

  ask(action: PaymentAction, askedMinor: bigint | undefined, isFinal: boolean): void {
    const whole = action === 'void' || action === 'reverse'
    let amountMinor: bigint
    try {
      amountMinor = decideAction(this.payment, action, today, whole ? undefined : askedMinor)
      if (action === 'capture' && isFinal) checkLastCapture(this.payment)
    } catch (error) {
      if (error instanceof Problem) return
      throw error
    }
    const kind = kindOf[action]
    if (kind === undefined) {
      const others = this.claims.map(() => 'opened' as const)
      const opened = openedDispute(amountMinor)
      this.#follow(consequenceOfDispute(this.payment, undefined, opened, others))
      this.claims.push(amountMinor)
    } else {
      const operation = { kind, amountMinor, isFinal: kind === 'capture' && isFinal }
      this.payment = { ...this.payment, open: [...this.payment.open, operation] }
    }
  }

  /** One asks for a payout, another lets it go or does not. */
  decidePayout(step: 'payout' | 'approve' | 'decline', amountMinor: bigint): void {
    const action = { payout: 'payout', approve: 'approvePayout', decline: 'declinePayout' } as const
    try {
      decideAction(this.payment, action[step], today)
    } catch (error) {
      if (error instanceof Problem) return
      throw error
    }
    const held = this.payment.open.find((one) => one.state === 'held')
    const others = this.payment.open.filter((one) => one !== held)
    if (step === 'payout') {
      this.#follow(consequenceOfPayoutRequest(this.payment, { amountMinor }))
      others.push({ kind: 'payout', amountMinor, state: 'held' })
    } else if (held === undefined) {
      throw new Error('What may be decided on is there')
    } else if (step === 'approve') {
      this.#follow(consequenceOfPayoutApproval(this.payment, held.amountMinor))
      others.push({ ...held, state: 'requested' })
    } else this.#follow(consequenceOfPayoutEnd(this.payment, held, 'declined'))
    this.payment = { ...this.payment, open: others }
  }

  hear(which: number, name: string): void {
    const sent = this.payment.open.filter((one) => one.state !== 'held')
    const operation = sent[which % Math.max(1, sent.length)]
    const outcome = operation && outcomes[name]?.(operation.amountMinor)
    if (operation === undefined || outcome === undefined) return
    this.#follow(consequenceOfOutcome(this.payment, { ...operation, reason: null }, outcome))
    if (isOpen(operationStateAfter(outcome))) return
    if (operation.kind === 'payout' && outcome.result === 'approved') {
      this.paidOutMinor += operation.amountMinor
    }
    const open = this.payment.open.filter((one) => one !== operation)
    this.payment = { ...this.payment, open }
  }

  end(which: number, how: 'won' | 'lost' | 'accepted'): void {
    const amountMinor = this.claims[which]
    if (amountMinor === undefined) return
    decideAction(this.payment, 'closeDispute', today)
    const [before, after] = [openedDispute(amountMinor), endedDispute(amountMinor, how)]
    const others = this.claims.slice(1).map(() => 'opened' as const)
    this.#follow(consequenceOfDispute(this.payment, before, after, others))
    this.claims = this.claims.filter((_, place) => place !== which)
    if (how !== 'won') this.lostMinor += amountMinor
    expect(this.payment.disputeState).toBe(this.claims.length > 0 ? 'opened' : how)
  }

  /** An operator changes the billing settings: these alone hold from now on. */
  choose(accounts: Readonly<Record<string, string>>): void {
    this.#lines = Object.entries(accounts).map(([purpose, ledgerAccountId]) => ({
      ...{ purpose, ledgerAccountId },
      ...{ merchantId: null, method: null, currency: null },
    }))
  }

  #follow({ change, movements }: ReturnType<typeof consequenceOfOutcome>): void {
    if (movements.some(({ kind }) => !isMemo(kind))) {
      const about = { ...this.payment, merchantId: 'm', ledgerAccounts: this.#ledgerAccounts }
      this.#ledgerAccounts = ledgerAccountsFor(about, this.#lines)
    }
    for (const { account: purpose, amountMinor } of movements.flatMap((one) => [
      ...entriesOf(one),
    ])) {
      const account = this.#ledgerAccounts?.[purpose] ?? 'standard'
      this.entries.push({ purpose, account, amountMinor })
    }
    this.payment = { ...this.payment, ...change }
    this.posted.push(...movements)
  }
}

/** An amount, and how much of it is approved. */
const amounts = fc
  .tuple(fc.bigInt(1n, 1000n), fc.bigInt(0n, 600n))
  .map(([amount, less]) => [amount, less < amount ? amount - less : amount] as const)

test('any interleaving keeps the sums, never refunds more than was captured, never moves twice', () => {
  fc.assert(
    fc.property(amounts, fc.boolean(), steps, ([amountMinor, grantedMinor], autoCapture, run) => {
      const play = new Play(amountMinor, grantedMinor, autoCapture)
      for (const step of run) {
        if (step.do === 'ask') play.ask(step.action, step.amount, step.isFinal)
        else if (step.do === 'end') play.end(step.which, step.how)
        else if (step.do === 'hear') play.hear(step.which, step.outcome)
        else if (step.do === 'choose') play.choose(step.accounts)
        else play.decidePayout(step.do, step.amount)
        expectSound(play)
      }
    }),
    { numRuns: 2_000 },
  )
})

/** Whatever was chosen meanwhile: all accounts together are at zero, and no purpose is in two of them. */
function expectOneAccountEach(entries: Play['entries']): void {
  expect(entries.reduce((sum, one) => sum + one.amountMinor, 0n)).toBe(0n)
  const purposes = Map.groupBy(entries, (one) => one.purpose)
  for (const of of purposes.values()) expect(new Set(of.map((one) => one.account)).size).toBe(1)
}

function expectSound(play: Play): void {
  const { payment, posted, claims, lostMinor, paidOutMinor, entries } = play
  expectOneAccountEach(entries)
  const { authorisedMinor, capturedMinor, refundedMinor, voidedMinor, disputedMinor } = payment
  expect(capturedMinor + voidedMinor).toBeLessThanOrEqual(authorisedMinor)
  expect(refundedMinor + disputedMinor).toBeLessThanOrEqual(capturedMinor)
  const left = amountsLeft(payment)
  expect(left.toCapture).toBeGreaterThanOrEqual(0n)
  expect(left.toRefund).toBeGreaterThanOrEqual(0n)
  const balances = balancesOf(posted)
  expect([...balances.values()].reduce((sum, one) => sum + one, 0n)).toBe(0n)
  // the books and the payment tell the same story
  const openMinor = claims.reduce((sum, one) => sum + one, 0n)
  expect(disputedMinor).toBe(openMinor + lostMinor)
  expect(balances.get('disputed_funds') ?? 0n).toBe(-openMinor)
  const underWay = payment.open.reduce(
    (sum, one) => (one.kind === 'payout' ? sum + one.amountMinor : sum),
    0n,
  )
  expect(balances.get('payouts_in_transit') ?? 0n).toBe(-underWay)
  expect(balances.get('acquirer_receivable') ?? 0n).toBe(
    capturedMinor - refundedMinor - lostMinor - paidOutMinor,
  )
  expect(balances.get('merchant_available') ?? 0n).toBe(
    refundedMinor + disputedMinor + underWay + paidOutMinor - capturedMinor,
  )
  const uncaptured = authorisedMinor - capturedMinor - voidedMinor
  expect(balances.get('authorised') ?? 0n).toBe(uncaptured)
  expect(payment.status).toBe(statusFrom(payment))
}

function balancesOf(posted: readonly Movement[]): Map<string, bigint> {
  const balances = new Map<string, bigint>()
  for (const { account, amountMinor } of posted.flatMap((one) => [...entriesOf(one)])) {
    balances.set(account, (balances.get(account) ?? 0n) + amountMinor)
  }
  return balances
}

/** Said again in other words, to hold the rules to it. */
function statusFrom(payment: PaymentState): string {
  if (payment.status === 'reversed') {
    return payment.capturedMinor === 0n && payment.refundedMinor === 0n ? 'reversed' : 'wrong'
  }
  if (payment.capturedMinor > 0n) {
    if (payment.refundedMinor === payment.capturedMinor) return 'refunded'
    if (payment.refundedMinor > 0n) return 'partially_refunded'
    return payment.capturedMinor === payment.amountMinor ? 'captured' : 'partially_captured'
  }
  if (payment.voidedMinor === payment.authorisedMinor) return 'voided'
  return payment.authorisedMinor === payment.amountMinor ? 'reserved' : 'partially_reserved'
}

test('a held card is reserved, and declining it voids what was reserved', () => {
  const held = sent(1000n, true, 'Above the amount that needs approval')
  const authorise = { kind: 'authorise', amountMinor: 1000n, reason: null } as const
  const approved = { result: 'approved', amountMinor: 1000n } as const
  const waiting = consequenceOfOutcome(held, authorise, approved)
  expect(waiting.change).toMatchObject({ status: 'waiting_for_approval', capturedMinor: 0n })
  const declined = consequenceOfOutcome(
    { ...held, ...waiting.change },
    { kind: 'void', amountMinor: 1000n, reason: 'No' },
    approved,
  )
  expect(declined.change).toMatchObject({
    status: 'declined',
    voidedMinor: 1000n,
    declineReason: 'No',
  })
})

const part = { result: 'approved', amountMinor: 600n } as const

test('whoever asked for partial approvals works with what was approved', () => {
  const authorise = { kind: 'authorise', amountMinor: 1000n, reason: null } as const
  const asked = { ...sent(1000n, true, null), partialApproval: true }
  expect(isUnwantedPart(asked, authorise, part)).toBe(false)
  const { change, movements } = consequenceOfOutcome(asked, authorise, part)
  expect(change).toMatchObject({
    ...{ status: 'partially_captured', authorisedMinor: 600n, capturedMinor: 600n },
  })
  expect(movements).toEqual([{ kind: 'capture', amountMinor: 600n }])
})

test('for all others, a part of an authorisation is unwanted; of a capture it counts', () => {
  const payment = sent(1000n, true, null)
  expect(isUnwantedPart(payment, { kind: 'authorise' }, part)).toBe(true)
  const whole = { ...part, amountMinor: 1000n }
  expect(isUnwantedPart(payment, { kind: 'authorise' }, whole)).toBe(false)
  expect(isUnwantedPart(payment, { kind: 'capture' }, part)).toBe(false)
})

test.each([
  // asked for, granted, booked
  [2_000n, 100n, 100n],
  [2_000n, 2_000n, 2_000n],
  // nobody asked for more
  [100n, 2_000n, 100n],
])(
  'of a capture and a refund of %d, of which the acquirer did %d, %d counts',
  (asked, granted, booked) => {
    const reserved = {
      ...sent(2_000n, false, null),
      status: 'reserved',
      authorisedMinor: 2_000n,
    } as const
    const operation = { amountMinor: asked, reason: null }
    const outcome = { result: 'approved', amountMinor: granted } as const
    const captured = consequenceOfOutcome(reserved, { ...operation, kind: 'capture' }, outcome)
    expect(captured.change.capturedMinor).toBe(booked)
    expect(captured.movements.map(({ amountMinor }) => amountMinor)).toEqual([booked, booked])
    const whole = { ...reserved, status: 'captured', capturedMinor: 2_000n } as const
    const refunded = consequenceOfOutcome(whole, { ...operation, kind: 'refund' }, outcome)
    expect(refunded.change.refundedMinor).toBe(booked)
  },
)
