import { addDays } from '@counterfoil/kit/contract/calendar-days.ts'

/** Days as calendars have them: YYYY-MM-DD, both included. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** HH:mm at either end, where times count. */
  readonly fromTime?: string | undefined
  readonly toTime?: string | undefined
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

export type PresetName = keyof ReturnType<typeof presetRanges>

/** What a range is called as it is seen from a day, if it is one of those that are asked for most. */
export function presetOf(range: DayRange, today: string): PresetName | undefined {
  if (range.fromTime !== undefined || range.toTime !== undefined) return undefined
  const presets = presetRanges(today)
  return (Object.keys(presets) as PresetName[]).find(
    (name) => presets[name].from === range.from && presets[name].to === range.to,
  )
}

/** The days of a name, seen from a day; undefined for a word that is no such name. */
export function rangeOf(name: string | undefined, today: string): DayRange | undefined {
  const presets: Readonly<Record<string, DayRange>> = presetRanges(today)
  return name !== undefined && Object.hasOwn(presets, name) ? presets[name] : undefined
}

/** DD-MM-YYYY or DD-MM-YYYY HH:mm: the format of range pickers alone. */
function rangePickerDay(day: string, time?: string): string {
  const text = day.split('-').reverse().join('-')
  return time === undefined ? text : `${text} ${time}`
}

/** The range in the picker's words; an open end is three dots, no range at all undefined. */
export function rangeText({ from, to, fromTime, toTime }: DayRange): string | undefined {
  if (from === undefined && to === undefined) return undefined
  const end = (day: string | undefined, time: string | undefined) =>
    day === undefined ? '…' : rangePickerDay(day, time)
  return `${end(from, fromTime)} – ${end(to, toTime)}`
}
