// Days of a calendar, `YYYY-MM-DD`. They have no time zone; an instant has a day in one.
import { clockIn } from './clock.ts'
import { dayMs } from './durations.ts'
import { once } from './once.ts'

/** The day of an instant in UTC. */
export const utcDayOf = (at: Date): string => dayAt(at.getTime())

const daysIn = once(
  (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }),
)

/** The day of an instant in a time zone. */
export const localDay = (at: Date, timeZone: string): string => daysIn(timeZone).format(at)

/** Minutes by which a time zone is ahead of UTC at an instant. */
export function offsetMinutes(at: Date, timeZone: string): number {
  const parts = clockIn(timeZone).formatToParts(at)
  const shown = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour, minute, second } = shown
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  return Math.round((asUtc - Math.floor(at.getTime() / 1000) * 1000) / 60_000)
}

/** What clocks in a time zone show at an instant, as if they showed UTC. */
export const shownAt = (at: Date, timeZone: string): Date =>
  new Date(at.getTime() + offsetMinutes(at, timeZone) * 60_000)

/** HH:mm in a time zone. */
export const localTime = (at: Date, timeZone: string): string =>
  shownAt(at, timeZone).toISOString().slice(11, 16)

/**
 * The instant at which clocks in the zone show `day` (YYYY-MM-DD) and `time` (HH:mm or HH:mm:ss). A time that a
 * change of clocks skips is taken after it, and of one that comes twice the first.
 */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  // by the clocks of the day before and of the day after, of which one is right unless a change skips the time
  const [before, after] = [-dayMs, dayMs].map(
    (away) => new Date(asUtc - offsetMinutes(new Date(asUtc + away), timeZone) * 60_000),
  ) as [Date, Date]
  const isShown = (at: Date) => shownAt(at, timeZone).getTime() === asUtc
  return isShown(before) || !isShown(after) ? before : after
}

/** The same time of an earlier day in a time zone, also where the clocks were changed between the two. */
export function daysBefore(at: Date, days: number, timeZone: string): Date {
  const earlier = new Date(at.getTime() - days * dayMs)
  const changed = offsetMinutes(at, timeZone) - offsetMinutes(earlier, timeZone)
  return new Date(earlier.getTime() + changed * 60_000)
}

/** The day so many days after another, or before it. */
export const addDays = (day: string, count: number): string =>
  dayAt(Date.parse(day) + count * dayMs)

/** The same day of a later month, or its last one where it has none. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month - 1 + count, Math.min(date, lastOfMonth)))
}

/** How many days a range covers, both ends counted. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** Each day of a range, both ends included. */
export const daysOf = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, countDays(from, to)) }, (_, at) => addDays(from, at))

function dayAt(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
