import { instantOf, localDay, localTime } from '@counterfoil/kit/contract/calendar-days.ts'
import '@counterfoil/kit/web/theme/input-styles.ts'
import '@counterfoil/kit/web/theme/overlay-styles.ts'
import { messagesOf } from '@counterfoil/kit/contract/messages.ts'
import { DateInput, type DateInputProps, DateTimePicker, TimePicker } from '@mantine/dates'
import { useCalendar } from '../formats/calendar.ts'
import { formatDateTime } from '../formats/dates.tsx'
import { useTimeZone } from '../session/user.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { type FieldProps, useField } from './fields.tsx'

const msg = messagesOf(import.meta.url)

const minuteStep = 5
const hourStep = 1

const texts = msg({
  day: 'DD/MM/YYYY',
  dayAndTime: 'DD/MM/YYYY HH:mm',
  apply: 'Apply',
  clear: 'Clear',
  hours: 'Hours',
  minutes: 'Minutes',
})

interface DateFieldProps extends FieldProps {
  /** The first and the last day that can be chosen, YYYY-MM-DD. */
  readonly earliest?: string
  readonly latest?: string
}

const boundsOf = ({ earliest, latest }: DateFieldProps) => ({
  ...(earliest === undefined ? {} : { minDate: earliest }),
  ...(latest === undefined ? {} : { maxDate: latest }),
})

/** A day, typed or chosen, shown DD/MM/YYYY. The form's value is noon UTC of that day, which is that day nearly everywhere. */
export function DateField(props: DateFieldProps) {
  const t = useTexts(texts)
  const { field, shared } = useField(props)
  return (
    <DayInput
      {...shared}
      {...boundsOf(props)}
      ref={field.ref}
      name={field.name}
      clearable={props.isRequired !== true}
      clearButtonProps={{ 'aria-label': t.clear }}
      value={typeof field.value === 'string' ? field.value.slice(0, 10) : null}
      onChange={(day) => field.onChange(day === null ? undefined : noonOf(day))}
      onBlur={field.onBlur}
    />
  )
}

/** The input itself, for a day that is no field of a form. Its value is YYYY-MM-DD. */
export function DayInput(props: DateInputProps) {
  const t = useTexts(texts)
  return (
    <DateInput
      {...useCalendar()}
      valueFormat="DD/MM/YYYY"
      placeholder={t.day}
      dateParser={parseDay}
      autoComplete="off"
      {...props}
    />
  )
}

/** A time of day, HH:mm by the 24-hour clock whatever the browser's language; named for those who do not see its row. */
export function TimeField(props: FieldProps) {
  const t = useTexts(texts)
  const { field, shared } = useField(props)
  return (
    <TimePicker
      role="group"
      aria-label={props.label}
      hoursInputLabel={`${props.label}: ${t.hours}`}
      minutesInputLabel={`${props.label}: ${t.minutes}`}
      hoursRef={field.ref}
      disabled={shared.disabled}
      error={shared.error !== undefined}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}

/**
 * A day as people type it, day first: 9/3/2026, 09.03.2026; or as our files have it: 2026-03-09. What is no day of the
 * calendar is null.
 */
export function parseDay(typed: string): string | null {
  const [, day = '', month = '', year = ''] =
    /^\s*(\d{1,2})[./-](\d{1,2})[./-](\d{4})\s*$/.exec(typed) ?? []
  const [ofFile] = /^\d{4}-\d{2}-\d{2}$/.exec(typed.trim()) ?? []
  const text = ofFile ?? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}

export const noonOf = (day: string) => `${day.slice(0, 10)}T12:00:00.000Z`

/**
 * A day and a time in the user's zone, shown DD/MM/YYYY HH:mm; the form's value is that instant in UTC. Minutes go in
 * steps of five; another day begins at its start.
 */
export function DateTimeField(props: DateFieldProps) {
  const t = useTexts(texts)
  const timeZone = useTimeZone()
  // the input is a button, of which aria-required is not allowed
  const { field, shared: common } = useField(props)
  const { 'aria-required': _, ...shared } = common
  const instant = typeof field.value === 'string' ? new Date(field.value) : undefined
  const day = instant && localDay(instant, timeZone)
  // of a button only its name is read out: without this the day that was chosen would not be
  const named = instant && `${props.label}: ${formatDateTime(instant, timeZone)}`
  return (
    <DateTimePicker
      {...useCalendar()}
      {...shared}
      {...boundsOf(props)}
      ref={field.ref}
      {...(named === undefined ? {} : { 'aria-label': named })}
      valueFormat="DD/MM/YYYY HH:mm"
      placeholder={t.dayAndTime}
      withSeconds={false}
      clearable={props.isRequired !== true}
      clearButtonProps={{ 'aria-label': t.clear }}
      submitButtonProps={{ 'aria-label': t.apply }}
      timePickerProps={{
        minutesStep: minuteStep,
        hoursStep: hourStep,
        hoursInputLabel: t.hours,
        minutesInputLabel: t.minutes,
        withDropdown: true,
        popoverProps: { withinPortal: false },
        maxDropdownContentHeight: 250,
      }}
      value={instant === undefined ? null : `${day} ${localTime(instant, timeZone)}:00`}
      onChange={(chosen) => {
        const taken = chosen === null ? undefined : takenOf(chosen, day)
        field.onChange(taken && instantOf(taken.day, taken.time, timeZone).toISOString())
      }}
      onBlur={field.onBlur}
    />
  )
}

/** `YYYY-MM-DD HH:mm:ss` as the picker has it: at the start of a day that is another, else at a step of the clock. */
export function takenOf(chosen: string, dayBefore: string | undefined) {
  const [day = '', time = '00:00'] = chosen.split(' ')
  if (day !== dayBefore) return { day, time: '00:00' }
  const [hour = '00', minute = '00'] = time.split(':')
  const step = Math.floor(Number(minute) / minuteStep) * minuteStep
  return { day, time: `${hour}:${String(step).padStart(2, '0')}` }
}
