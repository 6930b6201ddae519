import { addDays, daysBefore } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs, hourMs } from '@counterfoil/kit/contract/durations.ts'
import type { Period, WidgetFilters } from './widget.schema.ts'

/** As the lookup filters by them: days, or instants. */
export interface Span {
  readonly dateFrom: string
  readonly dateTo: string
}

const days: Readonly<Record<Exclude<Period, 'last24Hours'>, number>> = {
  today: 1,
  last7: 7,
  last30: 30,
  last90: 90,
}

const defaultPeriod: Period = 'today'

interface Now {
  readonly now: Date
  /** The business day. */
  readonly today: string
}

/** What a widget is of: its own filter where that has a beginning or an end, else its period. */
export function spanOfWidget(filters: WidgetFilters, { now, today }: Now): Span {
  const { dateFrom, dateTo } = filters
  if (dateFrom || dateTo) {
    const to = dateTo || (dateFrom && dateFrom.slice(0, 10) > today ? dateFrom : today)
    return { dateFrom: dateFrom || addDays(to.slice(0, 10), 1 - days.last30), dateTo: to }
  }
  const period = periodOf(filters)
  if (period === 'last24Hours') {
    const hour = Math.floor(now.getTime() / hourMs) * hourMs
    return {
      dateFrom: new Date(hour - 23 * hourMs).toISOString(),
      dateTo: new Date(hour + hourMs - 1).toISOString(),
    }
  }
  return { dateFrom: addDays(today, 1 - days[period]), dateTo: today }
}

const periodOf = (filters: WidgetFilters): Period =>
  (filters.period as Period | undefined) ?? defaultPeriod

/**
 * What a widget is of, and what that is compared with: as long, as many whole weeks before as it takes. What is not over
 * is compared until the same time of a day, which `isSoFar` says.
 */
export function comparedSpans(
  filters: WidgetFilters,
  { now, today, timeZone }: Now & { readonly timeZone: string },
): { now: Span; before: Span; weeks: number; isSoFar: boolean } {
  const span = spanOfWidget(filters, { now, today })
  const { dateFrom, dateTo } = span
  const isInstant = (value: string) => value.includes('T')
  const endMs = Date.parse(dateTo) + (isInstant(dateTo) ? 0 : dayMs)
  const weeks = Math.max(1, Math.ceil((endMs - Date.parse(dateFrom)) / (7 * dayMs)))
  const back = weeks * 7
  const shifted = (value: string) =>
    isInstant(value)
      ? daysBefore(new Date(value), back, timeZone).toISOString()
      : addDays(value, -back)
  const isOver = isInstant(dateTo) ? endMs <= now.getTime() : dateTo < today
  return {
    now: span,
    before: {
      dateFrom: shifted(dateFrom),
      dateTo: shifted(isOver ? dateTo : now.toISOString()),
    },
    weeks,
    isSoFar: !isOver,
  }
}
