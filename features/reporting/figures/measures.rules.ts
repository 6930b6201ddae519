import {
  type RollupSums,
  rollupSumNames,
} from '@counterfoil/features/reporting/rollups/rollups.rules.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { Dimension } from './dimensions.schema.ts'
import type { AttemptFilter, Counts, Figures, Measure } from './figures.schema.ts'
import { measureNames as labels } from './measure-names.schema.ts'
import { approvedStatuses, declinedStatuses, undecidedStatuses } from './outcomes.schema.ts'

/** Payments of one status and one currency, added up. */
export interface StatusSums extends RollupSums {
  readonly status: string
  readonly currency: string
}

const isApproved = ({ status }: StatusSums) => approvedStatuses.includes(status)
const isDeclined = ({ status }: StatusSums) => declinedStatuses.includes(status)
const isUndecided = ({ status }: StatusSums) => undecidedStatuses.includes(status)

type Unit = 'count' | 'money' | 'share' | 'milliseconds'

/** A sum adds up over every dimension but those that `notBy` names. A ratio divides two sums, last: ratios are never averaged. */
type Declaration =
  | { readonly kind: 'sum'; readonly of: (sums: StatusSums) => bigint }
  | { readonly kind: 'ratio'; readonly of: Measure; readonly per: readonly Measure[] }

export type MeasureDeclaration = Declaration & {
  readonly unit: Unit
  readonly label: Text
  /** Which payments the figure counts; undefined: all. */
  readonly statuses?: readonly string[]
  /** Of these, those with such attempts; undefined: all. */
  readonly attempts?: AttemptFilter
  /**
   * Dimensions that the figure is neither grouped nor filtered by, where it would count at one what another did: a payment is
   * at the acquirer of its last attempt.
   */
  readonly notBy?: readonly Dimension[]
}

/** An acquirer's decline is counted at that acquirer or not at all. */
const ofFirstAcquirer: readonly Dimension[] = ['provider', 'mid']

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
  undecided: {
    kind: 'sum',
    unit: 'count',
    label: labels.undecided,
    of: countOf(isUndecided),
    statuses: undecidedStatuses,
  },
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
    statuses: approvedStatuses,
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
  firstTryApproved: {
    kind: 'sum',
    unit: 'count',
    label: labels.firstTryApproved,
    of: (sums) => sums.firstApproved,
    attempts: 'first_approved',
    notBy: ofFirstAcquirer,
  },
  firstTryDeclined: {
    kind: 'sum',
    unit: 'count',
    label: labels.firstTryDeclined,
    of: (sums) => sums.firstDeclined,
    attempts: 'first_declined',
    notBy: ofFirstAcquirer,
  },
  firstTryRate: {
    kind: 'ratio',
    unit: 'share',
    label: labels.firstTryRate,
    of: 'firstTryApproved',
    per: ['firstTryApproved', 'firstTryDeclined'],
    notBy: ofFirstAcquirer,
  },
  // counted where it was approved
  rescued: {
    kind: 'sum',
    unit: 'count',
    label: labels.rescued,
    of: (sums) => (isApproved(sums) ? sums.firstDeclined : 0n),
    statuses: approvedStatuses,
    attempts: 'first_declined',
  },
  rescuedVolume: {
    kind: 'sum',
    unit: 'money',
    label: labels.rescuedVolume,
    of: (sums) => (isApproved(sums) ? sums.firstDeclinedMinor : 0n),
    statuses: approvedStatuses,
    attempts: 'first_declined',
  },
  cascadeGain: {
    kind: 'ratio',
    unit: 'share',
    label: labels.cascadeGain,
    of: 'rescued',
    per: ['approved', 'declined'],
  },
  answered: {
    kind: 'sum',
    unit: 'count',
    label: labels.answered,
    of: (sums) => sums.answered,
    attempts: 'answered',
  },
  answerMs: {
    kind: 'sum',
    unit: 'milliseconds',
    label: labels.answerMs,
    of: (sums) => sums.answerMs,
  },
  answerTime: {
    kind: 'ratio',
    unit: 'milliseconds',
    label: labels.answerTime,
    of: 'answerMs',
    per: ['answered'],
  },
}

/** Measures that mean something in several currencies together. */
export const countMeasures = [
  ...(['count', 'approved', 'declined', 'undecided'] as const),
  ...(['approvalRate', 'declinedShare', 'undecidedShare'] as const),
  ...(['firstTryApproved', 'firstTryDeclined', 'firstTryRate', 'rescued', 'cascadeGain'] as const),
  ...(['answered', 'answerMs', 'answerTime'] as const),
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
  const perStatus = addedByStatus(sums)
  const known: Partial<Record<Measure, bigint>> = {}
  const sumOf = (name: Measure): bigint => {
    const measure = measures[name]
    if (measure.kind !== 'sum') throw new Error(`${name} is no sum`)
    let sum = known[name]
    if (sum !== undefined) return sum
    sum = 0n
    for (const one of perStatus) sum += measure.of(one)
    known[name] = sum
    return sum
  }
  const values: Partial<Record<Measure, number | null>> = {}
  for (const name of names) {
    const measure = measures[name]
    if (measure.kind === 'sum') {
      values[name] = Number(sumOf(name))
      continue
    }
    const per = measure.per.reduce((total, one) => total + sumOf(one), 0n)
    const ratio = per === 0n ? null : Number(sumOf(measure.of)) / Number(per)
    const isWhole = measure.unit === 'money' || measure.unit === 'milliseconds'
    values[name] = ratio !== null && isWhole ? Math.round(ratio) : ratio
  }
  return values
}

type Added = { -readonly [Name in keyof StatusSums]: StatusSums[Name] }

/** A year by day has ten thousand sums of some ten statuses: each measure is worked out of the ten. */
function addedByStatus(sums: readonly StatusSums[]): readonly StatusSums[] {
  if (sums.length === 1) return sums
  const found = new Map<string, Added>()
  for (const one of sums) {
    const added = found.get(one.status)
    if (added === undefined) found.set(one.status, { ...one })
    else for (const name of rollupSumNames) added[name] += one[name]
  }
  return [...found.values()]
}
