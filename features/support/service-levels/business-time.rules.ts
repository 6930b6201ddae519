import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { type ServiceLevels, weekdays } from './service-levels.contract.ts'

type Hours = Pick<ServiceLevels, 'hours' | 'holidays'>

/** Business hours and holidays, in local time of the zone, with daylight saving time. */
export interface BusinessTime extends Hours {
  readonly timeZone: string
}

/** Limits the search, which endless holidays would keep running forever. */
const maxSearchDays = 800

/** The instant after the given minutes of business hours. */
export function addBusinessMinutes(time: BusinessTime, from: Date, minutes: number): Date {
  let remainingMs = minutes * 60_000
  for (const { start, end } of openings(time, from)) {
    const begin = Math.max(start, from.getTime())
    if (begin >= end) continue
    if (end - begin >= remainingMs) return new Date(begin + remainingMs)
    remainingMs -= end - begin
  }
  return new Date(from.getTime() + maxSearchDays * dayMs)
}

/** Whole minutes of business hours between two instants; negative when the second is before the first. */
export function businessMinutesBetween(time: BusinessTime, from: Date, to: Date): number {
  if (to < from) return -businessMinutesBetween(time, to, from)
  let passed = 0
  for (const { start, end } of openings(time, from)) {
    if (start >= to.getTime()) break
    passed += Math.max(0, Math.min(end, to.getTime()) - Math.max(start, from.getTime()))
  }
  return Math.floor(passed / 60_000)
}

/** The business hours of each day, beginning with the day of `from`. */
function* openings({ hours, holidays, timeZone }: BusinessTime, from: Date) {
  const closed = new Set(holidays.map(({ date }) => date))
  let day = Temporal.Instant.fromEpochMilliseconds(from.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  for (let count = 0; count < maxSearchDays; count += 1) {
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
