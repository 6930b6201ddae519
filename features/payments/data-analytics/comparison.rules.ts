import {
  addDays,
  countDays,
  daysBefore,
  localDay,
} from '@counterfoil/kit/contract/calendar-days.ts'

/** From and to when a report is, by business days or instants, the current day, and the instant that its figures are of. */
export interface ComparedSpan {
  readonly from: string
  readonly to: string
  readonly today: string
  readonly asOf: string
}

const isInstant = (date: string) => date.includes('T')
const dayOf = (date: string) => date.slice(0, 10)

/** Whether it is not over, so that its figures are so far. */
export const isSoFar = ({ from, to, today, asOf }: ComparedSpan): boolean =>
  dayOf(from) <= today && (isInstant(to) ? Date.parse(to) > Date.parse(asOf) : to >= today)

/**
 * As much just before, by whole days of a zone's clock, so that times of day are the same. What is not over is compared until
 * the same time: beside a whole last day it would look like a fall.
 */
export function spanBefore(span: ComparedSpan, timeZone: string) {
  const { from, to, today, asOf } = span
  const isOver = !isSoFar(span)
  const dayIn = (date: string) => (isInstant(date) ? localDay(new Date(date), timeZone) : date)
  const count = countDays(dayIn(from), isOver ? dayIn(to) : today)
  const before = (date: string) =>
    isInstant(date)
      ? daysBefore(new Date(date), count, timeZone).toISOString()
      : addDays(date, -count)
  return { dateFrom: before(from), dateTo: before(isOver ? to : asOf) }
}

/** How much more, as a share of what was before; null where nothing was. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (now - before) / Math.abs(before)
