import { DatePicker, TimePicker } from '@mantine/dates'
import { useCalendar } from '../formats/calendar.ts'
import { useTexts } from '../texts/i18n.tsx'
import type { DayRange } from './day-ranges.ts'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'

interface RangeCalendarProps {
  readonly value: DayRange
  /** The range has a time of day at each end too. */
  readonly hasTimes?: boolean | undefined
  onChange(value: DayRange): void
}

/** Two days of a calendar. The first click begins a range, the second ends it. */
export function RangeCalendar({ value, hasTimes, onChange }: RangeCalendarProps) {
  const t = useTexts(filterTexts)
  return (
    <>
      <DatePicker
        {...useCalendar()}
        type="range"
        size="sm"
        allowSingleDateInRange
        {...(value.from === undefined ? {} : { defaultDate: value.from })}
        value={[value.from ?? null, value.to ?? null]}
        onChange={([from, to]) =>
          onChange({ ...value, from: from ?? undefined, to: to ?? undefined })
        }
      />
      {hasTimes === true && (
        <div className={classes.pair}>
          <Time
            label={t.timeFrom}
            value={value.fromTime}
            onChange={(fromTime) => onChange({ ...value, fromTime })}
          />
          <Time
            label={t.timeTo}
            value={value.toTime}
            onChange={(toTime) => onChange({ ...value, toTime })}
          />
        </div>
      )}
    </>
  )
}

/** HH:mm of a day with 24 hours. */
function Time(props: {
  label: string
  value: string | undefined
  onChange(value: string | undefined): void
}) {
  const t = useTexts(filterTexts)
  return (
    <TimePicker
      label={props.label}
      size="xs"
      format="24h"
      hoursInputLabel={`${props.label}: ${t.hours}`}
      minutesInputLabel={`${props.label}: ${t.minutes}`}
      value={props.value ?? ''}
      onChange={(value) => props.onChange(value === '' ? undefined : value.slice(0, 5))}
    />
  )
}
