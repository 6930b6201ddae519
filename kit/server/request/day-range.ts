import { countDays, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'

interface Days {
  /** Days in the caller's time zone, both included. */
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
}

const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The instants of a filter's days: until now and so many whole days back unless it says others. Throws for an end before the
 * beginning and for more than `maxDays`.
 */
export function dayRange(
  { dateFrom, dateTo }: Days,
  {
    timeZone,
    now,
    defaultDays,
    maxDays = Number.POSITIVE_INFINITY,
  }: {
    readonly timeZone: string
    readonly now: Date
    readonly defaultDays: number
    readonly maxDays?: number | undefined
  },
): { readonly from: Date; readonly to: Date } {
  // without an end the day after now is counted too
  const usual = Math.min(defaultDays, maxDays - 1)
  const to = dateTo === undefined ? new Date(now.getTime() + dayMs) : startOf(dateTo, timeZone, 1)
  const last = dateTo ?? localDay(now, timeZone)
  const from =
    dateFrom === undefined ? startOf(last, timeZone, -usual) : startOf(dateFrom, timeZone)
  if (from < to) {
    if (dateFrom === undefined || countDays(dateFrom, last) <= maxDays) return { from, to }
    const message = `Such a report covers at most ${maxDays} days. Choose fewer days.`
    throw new Problem('report.too_many_days', 400, message, {
      path: 'dateFrom',
      params: { days: maxDays },
    })
  }
  throw daysReversed()
}

/** In zones east or west of Greenwich the first day of the calendar begins in a year that databases do not have. */
const earliest = new Date('0001-01-02T00:00:00Z')

/** The instants of those days that a filter says, for a list that is bounded only there. Throws for an end before the beginning. */
export function givenDays(
  { dateFrom, dateTo }: Days,
  timeZone: string,
): { readonly from?: Date; readonly to?: Date } {
  if (dateFrom !== undefined && dateTo !== undefined && dateTo < dateFrom) throw daysReversed()
  const bound = (day: string | undefined, daysLater: number) =>
    day === undefined
      ? undefined
      : new Date(Math.max(startOf(day, timeZone, daysLater).getTime(), earliest.getTime()))
  const [from, to] = [bound(dateFrom, 0), bound(dateTo, 1)]
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

function daysReversed(): Problem {
  const message = 'The last day is before the first one'
  return new Problem('report.days_reversed', 400, message, { path: 'dateFrom' })
}

/** When a day begins in a zone, or so many days later. */
function startOf(day: string, timeZone: string, daysLater = 0): Date {
  const start = Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(timeZone)
  // instants are written with years of four digits
  return new Date(Math.min(start.epochMilliseconds, lastMs))
}
