/** Days as calendars have them: YYYY-MM-DD, both included. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const dayMs = 86_400_000

/** A day so many days after another; days know no zones. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** How many days a range covers, both ends counted. */
export function daysIn(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The ranges that are asked for most, seen from today. */
export function presetRanges(today: string) {
  const thisMonth = firstOfMonth(today)
  const lastOfLastMonth = addDays(thisMonth, -1)
  return {
    today: { from: today, to: today },
    yesterday: { from: addDays(today, -1), to: addDays(today, -1) },
    last7: { from: addDays(today, -6), to: today },
    last30: { from: addDays(today, -29), to: today },
    thisMonth: { from: thisMonth, to: today },
    lastMonth: { from: firstOfMonth(lastOfLastMonth), to: lastOfLastMonth },
  } as const satisfies Record<string, DayRange>
}

/** DD-MM-YYYY, as the documents have it in range pickers. */
export function rangePickerDay(day: string): string {
  return day.split('-').reverse().join('-')
}
