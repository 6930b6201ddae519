import { type ServiceLevels, weekdays } from './service-levels.contract.ts'

type Hours = Pick<ServiceLevels, 'hours' | 'holidays'>

/** When it is open, and where: hours are those of the clock on the wall of that zone, summer time and all. */
export interface BusinessTime extends Hours {
  readonly timeZone: string
}

/** Nobody plans further: holidays without end would have a search go on for ever. */
const mostDays = 800

/** The instant at which so many minutes of business hours have passed. */
export function addBusinessMinutes(time: BusinessTime, from: Date, minutes: number): Date {
  let left = minutes * 60_000
  for (const { start, end } of openings(time, from)) {
    const begin = Math.max(start, from.getTime())
    if (begin >= end) continue
    if (end - begin >= left) return new Date(begin + left)
    left -= end - begin
  }
  return new Date(from.getTime() + mostDays * 86_400_000)
}

/** Whole minutes of business hours between two instants; below zero when the second lies before the first. */
export function businessMinutesBetween(time: BusinessTime, from: Date, to: Date): number {
  if (to < from) return -businessMinutesBetween(time, to, from)
  let passed = 0
  for (const { start, end } of openings(time, from)) {
    if (start >= to.getTime()) break
    passed += Math.max(0, Math.min(end, to.getTime()) - Math.max(start, from.getTime()))
  }
  return Math.floor(passed / 60_000)
}

/** Day after day from the one that `from` falls on. */
function* openings({ hours, holidays, timeZone }: BusinessTime, from: Date) {
  const closed = new Set(holidays.map(({ date }) => date))
  let day = Temporal.Instant.fromEpochMilliseconds(from.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  for (let count = 0; count < mostDays; count += 1) {
    const open = hours[weekdays[day.dayOfWeek - 1] ?? 'monday']
    if (open !== null && !closed.has(day.toString())) {
      yield { start: instantOf(day, open.from, timeZone), end: instantOf(day, open.to, timeZone) }
    }
    day = day.add({ days: 1 })
  }
}

function instantOf(day: Temporal.PlainDate, time: string, timeZone: string): number {
  const [on, at] = time === '24:00' ? [day.add({ days: 1 }), '00:00'] : [day, time]
  return on.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(at) }).epochMilliseconds
}
