// When a report runs next. Times are local times of the report's zone: where clocks go forward, a time
// that there is not that day comes as much later; where they are put back, one that comes twice runs the first time alone.

export interface RunTimes {
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'business_day'
  /** Of the week (1: Monday), of the month, or which business day of it. */
  readonly day: number | null
  /** `08:30`. */
  readonly atTime: string
  readonly timeZone: string
}

export type ReportDays = 'yesterday' | 'last_seven' | 'last_week' | 'this_month' | 'last_month'

/** The first run after an instant. */
export function nextRunAt(times: RunTimes, after: Date): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(after.getTime())
  const today = from.toZonedDateTimeISO(times.timeZone).toPlainDate()
  // a monthly report's day is at most in the month after the next
  for (let ahead = 0; ahead < 70; ahead += 1) {
    const date = today.add({ days: ahead })
    if (!isRunDay(times, date)) continue
    const run = date.toZonedDateTime({
      timeZone: times.timeZone,
      plainTime: Temporal.PlainTime.from(times.atTime),
    })
    if (Temporal.Instant.compare(run.toInstant(), from) > 0) return new Date(run.epochMilliseconds)
  }
  throw new Error('A report runs at least once in two months')
}

/** Of the runs since `due` the last one until `at`, which is what a reader waits for after a rest, and the first one after it. */
export function lastDue(
  times: RunTimes,
  due: Date,
  at: Date,
): { readonly dueAt: Date; readonly next: Date } {
  let dueAt = due
  let next = nextRunAt(times, due)
  while (next <= at) {
    dueAt = next
    next = nextRunAt(times, next)
  }
  return { dueAt, next }
}

function isRunDay({ frequency, day }: RunTimes, date: Temporal.PlainDate): boolean {
  if (frequency === 'daily') return true
  if (frequency === 'weekly') return date.dayOfWeek === day
  if (frequency === 'monthly') return date.day === Math.min(day ?? 1, date.daysInMonth)
  return isWeekday(date) && businessDaysUntil(date) === day
}

/** Monday to Friday; holidays differ by tenant and are not looked at. */
const isWeekday = (date: Temporal.PlainDate) => date.dayOfWeek <= 5

function businessDaysUntil(date: Temporal.PlainDate): number {
  let count = 0
  for (let day = 1; day <= date.day; day += 1) if (isWeekday(date.with({ day }))) count += 1
  return count
}

/** As many days as a report of this choice ever has: a month that is begun becomes a whole one, and has 31 days at most. */
export function longestDaysOf(
  days: ReportDays,
  at: Date,
  timeZone: string,
): ReturnType<typeof daysOf> {
  const { dateFrom, dateTo } = daysOf(days, at, timeZone)
  if (days !== 'this_month' && days !== 'last_month') return { dateFrom, dateTo }
  const first = Temporal.PlainDate.from(dateTo).subtract({ days: 30 })
  return { dateFrom: first.toString(), dateTo }
}

/** The days of a report that runs at an instant. */
export function daysOf(
  days: ReportDays,
  at: Date,
  timeZone: string,
): { readonly dateFrom: string; readonly dateTo: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const yesterday = today.subtract({ days: 1 })
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const lastMonth = today.with({ day: 1 }).subtract({ days: 1 })
  const span = {
    yesterday: [yesterday, yesterday],
    last_seven: [today.subtract({ days: 7 }), yesterday],
    last_week: [monday.subtract({ days: 7 }), monday.subtract({ days: 1 })],
    this_month: [today.with({ day: 1 }), today],
    last_month: [lastMonth.with({ day: 1 }), lastMonth],
  } as const
  const [from, to] = span[days]
  return { dateFrom: from.toString(), dateTo: to.toString() }
}

/**
 * When the days of a report are over by every one of these clocks: payments are of their tenant's days, and calls of its
 * owner's. Undefined: it is of days that are not over.
 */
export function overAt(
  days: ReportDays,
  dateTo: string,
  timeZones: readonly string[],
): Date | undefined {
  if (days === 'this_month') return undefined
  const next = Temporal.PlainDate.from(dateTo).add({ days: 1 })
  const ends = timeZones.map((zone) => next.toZonedDateTime(zone).epochMilliseconds)
  return new Date(Math.max(...ends))
}
