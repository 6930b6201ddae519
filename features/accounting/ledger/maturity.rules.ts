import { shareOf } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import {
  addBusinessDays,
  type SettlementTerms,
} from '@counterfoil/features/accounting/settlement-terms/settlement-terms.rules.ts'
import { addDays } from '@counterfoil/kit/contract/calendar-days.ts'
import { type Posting, takesFromMerchant } from './ledger.rules.ts'

// What was captured is pending until it is due, a part of it in reserve. What a payment gives back is taken from where its
// own money is: first pending, then its reserve, and the rest from what is available to the merchant. What a dispute took
// from pending or reserve goes back there when it is won, as long as it is not due; what it lost does not go back with another
// one, unless an acquirer takes it up again.

export type HeldAccount = 'merchant_pending' | 'merchant_reserve'

/** Money of a payment that is not due yet. */
export interface Maturity {
  readonly id: string
  readonly account: HeldAccount
  readonly amountMinor: bigint
  /** What disputes took of it, and neither gave back nor lost. */
  readonly disputedMinor: bigint
  /** What disputes took of it that were lost. */
  readonly lostMinor: bigint
  readonly dueOn: string
}

export type MaturityChange = Pick<Maturity, 'id' | 'amountMinor' | 'disputedMinor' | 'lostMinor'>

export interface NewMaturity {
  readonly account: HeldAccount
  readonly amountMinor: bigint
  readonly dueOn: string
}

export interface PostingPlan {
  readonly postings: readonly Posting[]
  /** What is left of those that were taken from or given back to. */
  readonly changed: readonly MaturityChange[]
  readonly added: readonly NewMaturity[]
}

/** The terms on which a capture settles, and the tenant's business day. */
export interface Settlement {
  readonly terms: SettlementTerms
  readonly today: string
}

/** Undefined where what is captured is available at once. */
export const settlementBy = (
  terms: SettlementTerms | undefined,
  today: () => string,
): Settlement | undefined =>
  terms !== undefined && (terms.settlementDays > 0 || terms.reserveBasisPoints > 0)
    ? { terms, today: today() }
    : undefined

/** Splits the postings of an event by where the merchant's money of the payment is. */
export function planPostings(
  postings: readonly Posting[],
  held: readonly Maturity[],
  settlement: Settlement | undefined,
): PostingPlan {
  const left = held.map((one) => ({ ...one }))
  const fresh = { pending: 0n, reserve: 0n }
  const planned: Posting[] = []
  const returned: NewMaturity[] = []

  function take(account: HeldAccount, maxMinor: bigint, isDispute: boolean): bigint {
    let taken = 0n
    for (const one of left) {
      if (one.account !== account) continue
      const part = least(one.amountMinor, maxMinor - taken)
      one.amountMinor -= part
      if (isDispute) one.disputedMinor += part
      taken += part
    }
    if (account === 'merchant_reserve') return taken
    const part = least(fresh.pending, maxMinor - taken)
    fresh.pending -= part
    return taken + part
  }

  /** The one that is due last first, the reverse of how it was taken. */
  function giveBack(account: HeldAccount, maxMinor: bigint): bigint {
    let given = 0n
    for (const one of left.toReversed()) {
      if (one.account !== account) continue
      const part = least(one.disputedMinor, maxMinor - given)
      one.disputedMinor -= part
      given += part
      if (part > 0n) returned.push({ account, amountMinor: part, dueOn: one.dueOn })
    }
    return given
  }

  /** In the order in which it was taken. */
  function lose(maxMinor: bigint): void {
    let rest = maxMinor
    for (const one of inOrder(left)) {
      const part = least(one.disputedMinor, rest)
      one.disputedMinor -= part
      one.lostMinor += part
      rest -= part
    }
  }

  function reopen(maxMinor: bigint): void {
    let rest = maxMinor
    for (const one of inOrder(left).toReversed()) {
      const part = least(one.lostMinor, rest)
      one.lostMinor -= part
      one.disputedMinor += part
      rest -= part
    }
  }

  function post(posting: Posting): void {
    if (posting.amountMinor > 0n) planned.push(posting)
  }

  for (const posting of postings) {
    const { kind, amountMinor } = posting
    if (kind === 'capture' && settlement !== undefined) {
      const reserveMinor = shareOf(amountMinor, settlement.terms.reserveBasisPoints)
      post({ ...posting, isPending: true })
      post({ kind: 'reserve', amountMinor: reserveMinor })
      fresh.pending += amountMinor - reserveMinor
      fresh.reserve += reserveMinor
    } else if (takesFromMerchant(kind)) {
      const isDispute = kind === 'dispute'
      const fromPending = take('merchant_pending', amountMinor, isDispute)
      // a fee is no claim of a payer, which the reserve is for
      const fromReserve =
        kind === 'fee' ? 0n : take('merchant_reserve', amountMinor - fromPending, isDispute)
      post({ ...posting, amountMinor: fromPending, isPending: true })
      post({ kind: 'reserve_release', amountMinor: fromReserve })
      post({ ...posting, amountMinor: amountMinor - fromPending })
    } else if (kind === 'dispute_won') {
      const toReserve = giveBack('merchant_reserve', amountMinor)
      const toPending = giveBack('merchant_pending', amountMinor - toReserve)
      post({ ...posting, amountMinor: toReserve + toPending, isPending: true })
      post({ kind: 'reserve', amountMinor: toReserve })
      post({ ...posting, amountMinor: amountMinor - toReserve - toPending })
    } else {
      if (kind === 'dispute_lost') lose(amountMinor)
      if (kind === 'dispute_reopened') reopen(amountMinor)
      planned.push(posting)
    }
  }

  return {
    postings: planned,
    changed: left.filter((one, at) => {
      const before = held[at]
      return (
        one.amountMinor !== before?.amountMinor ||
        one.disputedMinor !== before.disputedMinor ||
        one.lostMinor !== before.lostMinor
      )
    }),
    added: [...returned, ...(settlement === undefined ? [] : addedBy(fresh, settlement))],
  }
}

function addedBy(
  fresh: { readonly pending: bigint; readonly reserve: bigint },
  { terms, today }: Settlement,
): NewMaturity[] {
  const pending = addBusinessDays(today, terms.settlementDays)
  const reserve = addDays(today, terms.reserveDays)
  const all: NewMaturity[] = [
    { account: 'merchant_pending', amountMinor: fresh.pending, dueOn: pending },
    { account: 'merchant_reserve', amountMinor: fresh.reserve, dueOn: reserve },
  ]
  return all.filter(({ amountMinor }) => amountMinor > 0n)
}

/** Pending before reserve, and of each what is due first. */
const inOrder = <Of extends Maturity>(held: readonly Of[]): Of[] =>
  (['merchant_pending', 'merchant_reserve'] as const).flatMap((account) =>
    held.filter((one) => one.account === account),
  )

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
