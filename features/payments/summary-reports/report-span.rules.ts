import type { Dimension } from '@counterfoil/features/reporting/figures/dimensions.schema.ts'
import { addDays, countDays, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'

/** Business days, or instants where the filter has them; inclusive. */
export interface ReportSpan {
  readonly from: string
  readonly to: string
  readonly days: number
}

const defaultDays = 30

/** The most days of a report: of hours, of single days, of anything else. */
const maxDays = { hour: 7, day: 400, other: 4_000 }

const dayOf = (date: string) => date.slice(0, 10)

/**
 * The days of a report: the last thirty unless the filter says others; of hours one day. Throws for an end before the
 * beginning and for more days than such a report has, or than its reader may ask for (`maxOfReader`).
 */
export function spanOf(
  {
    dateFrom,
    dateTo,
  }: { readonly dateFrom?: string | undefined; readonly dateTo?: string | undefined },
  by: readonly Dimension[],
  today: string,
  maxOfReader = Number.POSITIVE_INFINITY,
): ReportSpan {
  const usual = Math.min(by.includes('hour') ? 1 : defaultDays, maxOfReader)
  const from = dateFrom ?? addDays(dayOf(dateTo ?? today), 1 - usual)
  const to = dateTo ?? (by.includes('hour') || dayOf(from) > today ? dayOf(from) : today)
  if (isReversed(from, to)) {
    throw refused('report.days_reversed', 'The last day is before the first one', {})
  }
  // an instant may be of the day before in London
  const days = Math.max(1, countDays(dayOf(from), dayOf(to)))
  const grain = by.includes('hour') ? 'hour' : by.includes('day') ? 'day' : 'other'
  const most = Math.min(maxDays[grain], maxOfReader)
  if (days > most) {
    const message = `Such a report covers at most ${most} days. Choose fewer days.`
    throw refused('report.too_many_days', message, { days: most })
  }
  return { from, to, days }
}

/** Of a day and an instant only what holds in every zone is known here: half past one in Istanbul is of the day before in London. */
function isReversed(from: string, to: string): boolean {
  const [isFromInstant, isToInstant] = [from.includes('T'), to.includes('T')]
  const first = isFromInstant && !isToInstant ? localDay(new Date(from), lastZone) : dayOf(from)
  const last = isToInstant && !isFromInstant ? localDay(new Date(to), firstZone) : dayOf(to)
  return countDays(first, last) < 1
}

function refused(code: string, message: string, params: Record<string, number>): Problem {
  return new Problem(code, 400, message, { path: 'dateFrom', params })
}

/** A zone by its name, or by the minutes that local time is ahead of UTC, as the database takes it. */
export function databaseZone(zone: string | number): string {
  if (typeof zone === 'string') return zone
  const [hours, minutes] = [Math.trunc(Math.abs(zone) / 60), Math.abs(zone) % 60]
  const offset = [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')
  // POSIX counts westwards
  return `<local>${zone < 0 ? '+' : '-'}${offset}`
}

// where a business day begins first, and where it ends last
export const [firstZone, lastZone] = ['Pacific/Kiritimati', 'Etc/GMT+12'] as const

/** What of a span sums answer, and what is left before and after that. */
interface SpanParts {
  readonly whole: ReportSpan | undefined
  /** Of instants: which full hours of the days. */
  readonly hours?: { readonly from: Date; readonly before: Date } | undefined
  readonly rest: readonly ReportSpan[]
}

/**
 * The days of a span that are whole, in whichever zone a tenant's business days are, and what is left before and after
 * them where it begins or ends at an instant.
 */
export function wholeDaysOf(span: ReportSpan): SpanParts {
  const { from, to } = span
  const begun = from.includes('T') ? localDay(new Date(from), firstZone) : undefined
  // no day follows the calendar's last one, which has ended in some zones already
  if (begun !== undefined && (begun.length > 10 || begun === '9999-12-31')) {
    return { whole: undefined, rest: [span] }
  }
  const first = begun === undefined ? from : addDays(begun, 1)
  const last = to.includes('T') ? addDays(localDay(new Date(to), lastZone), -1) : to
  if (first > last) return { whole: undefined, rest: [span] }
  const before = from === first ? [] : [spanBetween(from, addDays(first, -1))]
  const after = to === last ? [] : [spanBetween(addDays(last, 1), to)]
  return { whole: spanBetween(first, last), rest: [...before, ...after] }
}

/**
 * The same of full hours, which are UTC's: no part of the span where the zone's hours begin at half past, or where it has a
 * day at one end and an instant at the other.
 */
export function wholeHoursOf(span: ReportSpan, zone: string | number): SpanParts {
  const { from, to } = span
  const none = { whole: undefined, rest: [span] }
  if (from.includes('T') !== to.includes('T') || !hasFullHours(span, zone)) return none
  if (!from.includes('T')) return { whole: span, rest: [] }
  const [fromMs, endMs] = [Date.parse(from), Date.parse(to) + 1]
  const hours = {
    from: new Date(Math.ceil(fromMs / hourMs) * hourMs),
    before: new Date(Math.floor(endMs / hourMs) * hourMs),
  }
  if (hours.from >= hours.before) return none
  const rest = [
    ...(fromMs < hours.from.getTime() ? [spanBetween(from, instantBefore(hours.from))] : []),
    ...(endMs > hours.before.getTime() ? [spanBetween(hours.before.toISOString(), to)] : []),
  ]
  const whole = spanBetween(localDay(hours.from, lastZone), localDay(hours.before, firstZone))
  return { whole, hours, rest }
}

/** Spans include their end. */
const instantBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString()

/** Whether the zone is full hours ahead of UTC all the time; also at the days' ends, which are in other zones. */
function hasFullHours({ from, to }: ReportSpan, zone: string | number): boolean {
  if (typeof zone === 'number') return zone % 60 === 0
  const [first, last] = [Date.parse(from) - dayMs, Date.parse(to) + 2 * dayMs]
  for (let at = first; at <= last; at += dayMs) {
    const { offsetNanoseconds } =
      Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    if (offsetNanoseconds % (hourMs * 1_000_000) !== 0) return false
  }
  return true
}

/** At least a day: an instant may be of the next day already elsewhere. */
const spanBetween = (from: string, to: string): ReportSpan => ({
  ...{ from, to },
  days: Math.max(1, countDays(dayOf(from), dayOf(to))),
})

/** Days of one slice: long enough to be worth asking for, short enough to stop after. */
const sliceDays = 7

/** The parts of a span that are read one after the other; instants are not cut. */
export function slicesOf({ from, to, days }: ReportSpan): ReportSpan[] {
  if (days <= sliceDays || from.includes('T') || to.includes('T')) return [{ from, to, days }]
  return Array.from({ length: Math.ceil(days / sliceDays) }, (_, at) => {
    const first = at * sliceDays
    const last = Math.min(first + sliceDays, days) - 1
    return { from: addDays(from, first), to: addDays(from, last), days: last - first + 1 }
  })
}
