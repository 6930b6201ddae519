import { addDays, addMonths } from '@counterfoil/kit/contract/calendar-days.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Frequency } from './recurring-payouts.schema.ts'

// The dates of a recurring payout: days of a calendar, `YYYY-MM-DD`, without a time zone.

export interface Recurrence {
  readonly frequency: Frequency
  readonly firstDay: string
  /** Null: until it is stopped. */
  readonly lastDay: string | null
}

/** The date so many after the first one. A month that is too short has it on its last day. */
export function occurrenceOf(
  { frequency, firstDay }: Pick<Recurrence, 'frequency' | 'firstDay'>,
  index: number,
): string {
  if (frequency === 'weekly') return addDays(firstDay, index * 7)
  return addMonths(firstDay, index)
}

/** The first of the dates that is no earlier than a day; null: there is none any more. */
export function nextDayFrom(recurrence: Recurrence, from: string): string | null {
  const { frequency, firstDay, lastDay } = recurrence
  let index = from <= firstDay ? 0 : indexNear(frequency, firstDay, from)
  while (occurrenceOf(recurrence, index) < from) index += 1
  const day = occurrenceOf(recurrence, index)
  return lastDay !== null && day > lastDay ? null : day
}

/** The dates from a day on, before another one. */
export function daysBetween(recurrence: Recurrence, from: string, before: string): string[] {
  const days: string[] = []
  let day = nextDayFrom(recurrence, from)
  while (day !== null && day < before) {
    days.push(day)
    day = nextDayFrom(recurrence, addDays(day, 1))
  }
  return days
}

/** No later than the date that is looked for. */
function indexNear(frequency: Frequency, firstDay: string, from: string): number {
  if (frequency === 'weekly') {
    return Math.floor((Date.parse(from) - Date.parse(firstDay)) / (7 * dayMs))
  }
  const [firstYear, firstMonth] = partsOf(firstDay)
  const [year, month] = partsOf(from)
  return (year - firstYear) * 12 + month - firstMonth
}

const partsOf = (day: string) =>
  [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))] as const
