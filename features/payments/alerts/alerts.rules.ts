import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import {
  countMeasures,
  countsOf,
  figuresOf,
  measures,
  type StatusSums,
} from '@counterfoil/features/reporting/figures/measures.rules.ts'
import { hourMs } from '@counterfoil/kit/contract/durations.ts'

export type TimeWindow = 'minutes' | 'hour' | 'today' | 'yesterday'
export type ComparedWith = 'number' | 'percent' | 'amount' | 'past'
export type Direction = 'above' | 'below' | 'either'

/** What of a rule says how a figure is judged. */
export interface Judged {
  readonly measure: Measure
  readonly direction: Direction
  readonly comparedWith: ComparedWith
  readonly thresholdNumber: number | null
  readonly thresholdBasisPoints: number | null
  readonly thresholdMinor: number | null
  readonly deviations: number | null
  readonly minimumCount: number | null
}

/** Whether the figure adds up amounts, which are of one currency. */
export const needsCurrency = (measure: Measure): boolean =>
  !(countMeasures as readonly Measure[]).includes(measure)

/** With what a figure can be compared, besides its own past. */
export const comparableWith: Readonly<Record<string, ComparedWith>> = {
  count: 'number',
  share: 'percent',
  money: 'amount',
  milliseconds: 'number',
}

const isRatio = (measure: Measure) => measures[measure].kind === 'ratio'

/** The figure of these sums; null where there is nothing to divide by. */
export function figureValue(measure: Measure, sums: readonly StatusSums[]): number | null {
  const all: Partial<Record<Measure, number | null>> = needsCurrency(measure)
    ? figuresOf(sums)
    : countsOf(sums)
  return all[measure] ?? null
}

export const paymentsOf = (sums: readonly StatusSums[]): number => countsOf(sums).count

/** Between these the figure is as expected; null: no bound on that side. */
export interface Bounds {
  readonly low: number | null
  readonly high: number | null
}

/** The rule's threshold, as bounds. */
export function thresholdOf(rule: Judged): Bounds {
  const at = {
    number: rule.thresholdNumber,
    percent: (rule.thresholdBasisPoints ?? 0) / 10_000,
    amount: rule.thresholdMinor,
    past: null,
  }[rule.comparedWith]
  return boundedBy(rule.direction, { low: at, high: at })
}

const boundedBy = (direction: Direction, { low, high }: Bounds): Bounds => ({
  low: direction === 'above' ? null : low,
  high: direction === 'below' ? null : high,
})

/** Fewer past weeks say nothing. */
const minPastWeeks = 3

/** A normal distribution's standard deviation in median absolute deviations. */
const deviationsOfMedian = 1.4826

/** Past figures that hardly vary are no reason to take a small difference for an anomaly. */
const minShareOfAmount = 0.05
const minShare = 0.01

/**
 * What the same time of past weeks leads one to expect: their median, and as many of their deviations (by the median, so
 * that one bad week hardly counts) to either side as the rule says. A share of payments also varies by chance alone, the more
 * the fewer payments it is of. Undefined: too few weeks say anything.
 */
export function boundsOf(
  rule: Judged,
  now: readonly StatusSums[],
  past: readonly (readonly StatusSums[])[],
): Bounds | undefined {
  const { measure, minimumCount } = rule
  const meaningful = isRatio(measure)
    ? past.filter((sums) => paymentsOf(sums) >= (minimumCount ?? 1))
    : past
  const values = meaningful
    .map((sums) => figureValue(measure, sums))
    .filter((value) => value !== null)
  if (values.length < minPastWeeks) return undefined
  const centre = isRate(measure) ? pooledRate(measure, meaningful) : median(values)
  const varied = deviationsOfMedian * median(values.map((value) => Math.abs(value - centre)))
  const spread = Math.max(varied, minSpread(measure, centre, now, meaningful))
  const distance = (rule.deviations ?? 0) * spread
  return boundedBy(rule.direction, {
    // what is given back may be more than what was captured
    low: measure === 'net' ? centre - distance : Math.max(0, centre - distance),
    high: measures[measure].unit === 'share' ? Math.min(1, centre + distance) : centre + distance,
  })
}

type Sums = readonly StatusSums[]

function minSpread(measure: Measure, centre: number, now: Sums, past: readonly Sums[]): number {
  if (isRate(measure)) {
    const declared = measures[measure]
    const counts: Partial<Record<Measure, number | null>> = countsOf(now)
    const per = declared.kind === 'ratio' ? declared.per : []
    const of = per.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
    return Math.sqrt((centre * (1 - centre)) / Math.max(1, of))
  }
  const { unit } = measures[measure]
  if (unit === 'count') return byChance(centre)
  if (unit === 'share') return minShare
  const share = Math.abs(centre) * minShareOfAmount
  if (isRatio(measure)) return share
  // of a few payments a week the sum is by chance that of one more or one fewer
  const all = [now, ...past]
  const average = (figureValue(measure, all.flat()) ?? 0) / Math.max(1, paymentsOf(all.flat()))
  return Math.max(share, Math.abs(average) * byChance(median(past.map(paymentsOf))))
}

/** How much a number of payments varies by chance alone. */
const byChance = (count: number) => Math.sqrt(Math.max(1, count))

/** Both numbers are added up before they are divided. */
function pooledRate(measure: Measure, past: readonly (readonly StatusSums[])[]): number {
  return figureValue(measure, past.flat()) ?? 0
}

/** A share of numbers of payments. */
const isRate = (measure: Measure) =>
  isRatio(measure) && measures[measure].unit === 'share' && !needsCurrency(measure)

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const at = (place: number) => sorted[place] ?? 0
  return sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2
}

export type Verdict = 'out' | 'within' | 'no_data'

/** A figure on its bound is within. */
export function judge(
  rule: Judged,
  now: readonly StatusSums[],
  bounds: Bounds | undefined,
): Verdict {
  const value = figureValue(rule.measure, now)
  const isTooFew = isRatio(rule.measure) && paymentsOf(now) < (rule.minimumCount ?? 1)
  if (value === null || isTooFew || bounds === undefined) return 'no_data'
  const { low, high } = bounds
  return (low !== null && value < low) || (high !== null && value > high) ? 'out' : 'within'
}

/** A stretch of time: an hour, or a tenant's business day. */
export interface Stretch {
  /** Undefined: an hour, or the last minutes. */
  readonly day?: string
  readonly from: Date
  /** Not included. */
  readonly to: Date
}

/** The time that a rule looks at; `hourEnd`: of the last hour that is summed. */
export function stretchOf(
  timeWindow: TimeWindow,
  {
    now,
    hourEnd,
    timeZone,
    windowMinutes,
  }: {
    readonly now: Date
    readonly hourEnd: Date
    readonly timeZone: string
    /** Of the last minutes: how many. */
    readonly windowMinutes: number | null
  },
): Stretch {
  if (timeWindow === 'minutes') {
    return { from: new Date(now.getTime() - (windowMinutes ?? 0) * 60_000), to: now }
  }
  if (timeWindow === 'hour') return { from: new Date(hourEnd.getTime() - hourMs), to: hourEnd }
  const today = zoned(now, timeZone).toPlainDate()
  return dayStretch(timeWindow === 'today' ? today : today.subtract({ days: 1 }), timeZone)
}

/**
 * The same time so many weeks before, in the tenant's local time: nine in the morning stays nine in the morning
 * when clocks change.
 */
export function weeksBefore({ day, from }: Stretch, weeks: number, timeZone: string): Stretch {
  if (day !== undefined) {
    return dayStretch(Temporal.PlainDate.from(day).subtract({ weeks }), timeZone)
  }
  const start = new Date(zoned(from, timeZone).subtract({ weeks }).epochMilliseconds)
  return { from: start, to: new Date(start.getTime() + hourMs) }
}

const zoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)

function dayStretch(date: Temporal.PlainDate, timeZone: string): Stretch {
  const startOf = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
  return { day: date.toString(), from: startOf(date), to: startOf(date.add({ days: 1 })) }
}
