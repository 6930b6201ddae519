import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Counts, Figures, Measure } from './figures.schema.ts'
import { measureNames as labels } from './measure-names.schema.ts'

/** Payments of one status and one currency, added up. */
export interface StatusSums {
  readonly status: string
  readonly currency: string
  readonly payments: bigint
  readonly amountMinor: bigint
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
}

/** The acquirer approved these, whatever became of them later. */
export const approvedStatuses: readonly string[] = [
  'partially_reserved',
  'reserved',
  'partially_captured',
  'captured',
  'partially_refunded',
  'refunded',
  'voided',
  'reversed',
]
export const declinedStatuses: readonly string[] = ['declined', 'failed', 'blocked']

const isApproved = ({ status }: StatusSums) => approvedStatuses.includes(status)
const isDeclined = ({ status }: StatusSums) => declinedStatuses.includes(status)
const isUndecided = (sums: StatusSums) => !isApproved(sums) && !isDeclined(sums)

type Unit = 'count' | 'money' | 'share'

/** A sum adds up over every dimension. A ratio divides two sums, last: ratios are never averaged. */
type Declaration =
  | { readonly kind: 'sum'; readonly of: (sums: StatusSums) => bigint }
  | { readonly kind: 'ratio'; readonly of: Measure; readonly per: readonly Measure[] }

export type MeasureDeclaration = Declaration & {
  readonly unit: Unit
  readonly label: Text
  /** Which payments the figure counts; undefined: all. */
  readonly statuses?: readonly string[]
}

const countOf = (is: (sums: StatusSums) => boolean) => (sums: StatusSums) =>
  is(sums) ? sums.payments : 0n

/** Every figure of payments, declared once: calls, tables, exports and their texts come from here. */
export const measures: Readonly<Record<Measure, MeasureDeclaration>> = {
  count: { kind: 'sum', unit: 'count', label: labels.count, of: (sums) => sums.payments },
  approved: {
    kind: 'sum',
    unit: 'count',
    label: labels.approved,
    of: countOf(isApproved),
    statuses: approvedStatuses,
  },
  declined: {
    kind: 'sum',
    unit: 'count',
    label: labels.declined,
    of: countOf(isDeclined),
    statuses: declinedStatuses,
  },
  undecided: { kind: 'sum', unit: 'count', label: labels.undecided, of: countOf(isUndecided) },
  approvalRate: {
    kind: 'ratio',
    unit: 'share',
    label: labels.approvalRate,
    of: 'approved',
    per: ['approved', 'declined'],
  },
  volume: { kind: 'sum', unit: 'money', label: labels.volume, of: (sums) => sums.amountMinor },
  approvedVolume: {
    kind: 'sum',
    unit: 'money',
    label: labels.approvedVolume,
    of: (sums) => (isApproved(sums) ? sums.amountMinor : 0n),
  },
  captured: {
    kind: 'sum',
    unit: 'money',
    label: labels.captured,
    of: (sums) => sums.capturedMinor,
  },
  refunded: {
    kind: 'sum',
    unit: 'money',
    label: labels.refunded,
    of: (sums) => sums.refundedMinor,
  },
  net: {
    kind: 'sum',
    unit: 'money',
    label: labels.net,
    of: (sums) => sums.capturedMinor - sums.refundedMinor,
  },
  averageAmount: {
    kind: 'ratio',
    unit: 'money',
    label: labels.averageAmount,
    of: 'volume',
    per: ['count'],
  },
  refundRate: {
    kind: 'ratio',
    unit: 'share',
    label: labels.refundRate,
    of: 'refunded',
    per: ['captured'],
  },
  declinedShare: {
    kind: 'ratio',
    unit: 'share',
    label: labels.declinedShare,
    of: 'declined',
    per: ['count'],
  },
  undecidedShare: {
    kind: 'ratio',
    unit: 'share',
    label: labels.undecidedShare,
    of: 'undecided',
    per: ['count'],
  },
}

/** Measures that mean something in several currencies together. */
export const countMeasures = [
  ...(['count', 'approved', 'declined', 'undecided'] as const),
  ...(['approvalRate', 'declinedShare', 'undecidedShare'] as const),
] as const

/** The figures of sums in one currency; throws for several, because amounts of different currencies are never added up. */
export function figuresOf(sums: readonly StatusSums[]): Figures {
  if (new Set(sums.map(({ currency }) => currency)).size > 1) {
    throw new Error('Amounts of different currencies are never added up')
  }
  return valuesOf(Object.keys(measures) as Measure[], sums) as Figures
}

/** The counts of sums in any currencies. */
export function countsOf(sums: readonly StatusSums[]): Counts {
  return valuesOf(countMeasures, sums) as unknown as Counts
}

function valuesOf(names: readonly Measure[], sums: readonly StatusSums[]) {
  const sumOf = (name: Measure): bigint => {
    const measure = measures[name]
    if (measure.kind !== 'sum') throw new Error(`${name} is no sum`)
    return sums.reduce((total, one) => total + measure.of(one), 0n)
  }
  return Object.fromEntries(
    names.map((name) => {
      const measure = measures[name]
      if (measure.kind === 'sum') return [name, Number(sumOf(name))]
      const per = measure.per.reduce((total, one) => total + sumOf(one), 0n)
      const ratio = per === 0n ? null : Number(sumOf(measure.of)) / Number(per)
      return [name, ratio !== null && measure.unit === 'money' ? Math.round(ratio) : ratio]
    }),
  )
}
