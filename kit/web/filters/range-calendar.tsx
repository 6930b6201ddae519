import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/tr.js'
import { useLanguage, useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { DatePicker } from '@mantine/dates'
import type { DayRange } from './day-ranges.ts'
import { filterTexts } from './filter.messages.ts'

/** Weekends look like other days: payments know none. */
const noDays: [] = []

/** Two days of a calendar. The first click begins a range, the second ends it. */
export function RangeCalendar(props: { value: DayRange; onChange(value: DayRange): void }) {
  const { language } = useLanguage()
  const t = useTexts(filterTexts)
  return (
    <DatePicker
      type="range"
      size="sm"
      hideOutsideDates
      weekendDays={noDays}
      ariaLabels={{
        previousMonth: t.previousMonth,
        nextMonth: t.nextMonth,
      }}
      allowSingleDateInRange
      locale={language}
      defaultDate={props.value.from}
      value={[props.value.from ?? null, props.value.to ?? null]}
      onChange={([from, to]) => props.onChange({ from: from ?? undefined, to: to ?? undefined })}
    />
  )
}
