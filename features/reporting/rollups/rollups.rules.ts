import { addDays, addMonths } from '@counterfoil/kit/contract/calendar-days.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'

/** The figures of a payment that are counted, with their dimensions. */
export interface PaymentFigures {
  /** The tenant's business day on which the payment was created, `2026-03-14`; it never changes. */
  readonly day: string
  /** It never changes; its hour is counted. */
  readonly createdAt: Date
  readonly merchantId: string
  readonly mode: Mode
  readonly method: string
  /** Null before an acquirer was called. */
  readonly provider: string | null
  readonly currency: string
  readonly status: string
  /** How it came in. */
  readonly channel: string
  readonly declineReason: string | null
  readonly declineCode: string | null
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  /** What became of the authorisation's first try; null or absent: it is not decided. */
  readonly firstTry?: 'approved' | 'declined' | null
  /** How long the acquirer took to answer; null or absent: it has not. */
  readonly answerMs?: number | null
}

/** The sums of payments, each with its column in rollups and how it is counted of `payment as p`. */
export const rollupSums = {
  payments: ['payments', 'count(*)'],
  amountMinor: ['amount_minor', 'sum(p.amount_minor)'],
  capturedMinor: ['captured_minor', 'sum(p.captured_minor)'],
  refundedMinor: ['refunded_minor', 'sum(p.refunded_minor)'],
  firstApproved: ['first_approved', "count(*) filter (where p.first_try = 'approved')"],
  firstDeclined: ['first_declined', "count(*) filter (where p.first_try = 'declined')"],
  firstDeclinedMinor: [
    'first_declined_minor',
    "coalesce(sum(p.amount_minor) filter (where p.first_try = 'declined'), 0)",
  ],
  answered: ['answered', 'count(p.answer_ms)'],
  answerMs: ['answer_ms', 'coalesce(sum(p.answer_ms), 0)'],
} as const satisfies Record<string, readonly [column: string, counted: string]>

export type RollupSum = keyof typeof rollupSums
export const rollupSumNames = Object.keys(rollupSums) as RollupSum[]
export type RollupSums = { readonly [Sum in RollupSum]: bigint }

/** No attempt of the payments is decided, and no acquirer has answered. */
export const noAttempts = {
  ...{ firstApproved: 0n, firstDeclined: 0n, firstDeclinedMinor: 0n, answered: 0n, answerMs: 0n },
} as const

/** The sums of a row alone. */
export function sumsOf(row: RollupSums): RollupSums {
  const sums: { [Sum in RollupSum]?: bigint } = {}
  for (const one of rollupSumNames) sums[one] = row[one]
  return sums as RollupSums
}

/** Both added up. */
export function addSums(a: RollupSums, b: RollupSums): RollupSums {
  return Object.fromEntries(rollupSumNames.map((one) => [one, a[one] + b[one]])) as RollupSums
}

/** What a change of a payment moved besides what was captured and refunded. */
export interface MovedFigures {
  /** Less what was given back. */
  readonly feesMinor: bigint
  /** Withheld for disputes, less what was given back. */
  readonly disputedMinor: bigint
}

/** One change of the rollups: +1 payment with its figures, −1 with negated figures, or 0 with what moved alone. */
export interface RollupChange extends PaymentFigures, Partial<MovedFigures> {
  readonly payments: 1 | 0 | -1
}

/**
 * The deltas from the figures `before` to the figures `after`; null before for a new payment. Empty if no figure changed.
 */
export function rollupChanges(
  before: PaymentFigures | null,
  after: PaymentFigures,
  moved?: MovedFigures,
): readonly RollupChange[] {
  const added: RollupChange = { ...after, ...moved, payments: 1 }
  if (before === null) return [added]
  if (isSame(before, after)) {
    const hasMoved = moved !== undefined && (moved.feesMinor !== 0n || moved.disputedMinor !== 0n)
    const none = { payments: 0, amountMinor: 0n, capturedMinor: 0n, refundedMinor: 0n } as const
    return hasMoved ? [{ ...after, ...moved, ...none }] : []
  }
  const removed: RollupChange = {
    ...before,
    payments: -1,
    amountMinor: -before.amountMinor,
    capturedMinor: -before.capturedMinor,
    refundedMinor: -before.refundedMinor,
  }
  return [removed, added]
}

function isSame(a: PaymentFigures, b: PaymentFigures): boolean {
  return (
    a.day === b.day &&
    a.merchantId === b.merchantId &&
    a.mode === b.mode &&
    a.method === b.method &&
    a.provider === b.provider &&
    a.currency === b.currency &&
    a.status === b.status &&
    a.channel === b.channel &&
    a.declineReason === b.declineReason &&
    a.declineCode === b.declineCode &&
    a.amountMinor === b.amountMinor &&
    a.capturedMinor === b.capturedMinor &&
    a.refundedMinor === b.refundedMinor &&
    (a.firstTry ?? null) === (b.firstTry ?? null) &&
    (a.answerMs ?? null) === (b.answerMs ?? null)
  )
}

/** The merchant id of rows for all merchants of a tenant. */
export const allMerchants = '00000000-0000-0000-0000-000000000000'

/** Folded rows of one grain between two days, inclusive; open if undefined. */
export interface RollupRange {
  readonly grain: 'day' | 'month'
  readonly from: string | undefined
  readonly to: string | undefined
}

/** No payment lies outside: within, the month before and after are days that a calendar has. */
const [firstDay, lastDay] = ['1970-01-01', '9998-12-31']

function withinCalendar(day: string | undefined): string | undefined {
  if (day === undefined) return undefined
  if (day < firstDay) return firstDay
  return day > lastDay ? lastDay : day
}

/** The fewest rows that cover these days: whole months as months, the days at either end as days. */
export function rollupRanges(
  askedFrom: string | undefined,
  askedTo: string | undefined,
): readonly RollupRange[] {
  const [dayFrom, dayTo] = [withinCalendar(askedFrom), withinCalendar(askedTo)]
  const firstMonth = dayFrom === undefined ? undefined : monthAtOrAfter(dayFrom)
  // the first month that is not complete
  const endMonth = dayTo === undefined ? undefined : monthOf(addDays(dayTo, 1))
  if (firstMonth !== undefined && endMonth !== undefined && firstMonth >= endMonth) {
    return [{ grain: 'day', from: dayFrom, to: dayTo }]
  }
  const ranges: RollupRange[] = []
  if (dayFrom !== undefined && firstMonth !== undefined && dayFrom < firstMonth) {
    ranges.push({ grain: 'day', from: dayFrom, to: addDays(firstMonth, -1) })
  }
  const lastMonth = endMonth === undefined ? undefined : monthOf(addDays(endMonth, -1))
  ranges.push({ grain: 'month', from: firstMonth, to: lastMonth })
  if (dayTo !== undefined && endMonth !== undefined && endMonth <= dayTo) {
    ranges.push({ grain: 'day', from: endMonth, to: dayTo })
  }
  return ranges
}

/** The first day of a day's month. */
function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`
}

function monthAtOrAfter(day: string): string {
  return day.endsWith('-01') ? day : addMonths(monthOf(day), 1)
}
