import { addDays } from '@counterfoil/kit/contract/calendar-days.ts'
import { DateField } from '@counterfoil/kit/web/form/date-fields.tsx'
import { ChoiceField } from '@counterfoil/kit/web/form/fields.tsx'
import { NumberField } from '@counterfoil/kit/web/form/number-fields.tsx'
import { formatDay } from '@counterfoil/kit/web/formats/dates.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { nextDayFrom, occurrenceOf } from './recurrence.rules.ts'
import { fieldTexts, frequencyTexts } from './recurring-payouts.messages.ts'
import classes from './recurring-payouts.module.css'
import { type Frequency, frequencies, maxTimes } from './recurring-payouts.schema.ts'

interface TypedDates {
  readonly frequency: Frequency
  readonly ends: 'never' | 'day' | 'times'
  readonly firstDay?: string
  readonly lastDay?: string
  readonly times?: number
}

/** The dates of a new recurring payout, with the first of them as they fall. */
export function RecurringFields(props: { values: TypedDates; today: string }) {
  const t = useTexts(fieldTexts)
  const every = useTexts(frequencyTexts)
  const { values, today } = props
  return (
    <>
      <ChoiceField
        name="frequency"
        label={t.frequency}
        choices={frequencies.map((value) => ({ value, label: every[value] }))}
      />
      <DateField
        name="firstDay"
        label={t.firstDay}
        {...(values.frequency === 'monthly' ? { description: t.firstHint } : {})}
        earliest={today}
        isRequired
      />
      <ChoiceField
        name="ends"
        label={t.ends}
        choices={[
          { value: 'never', label: t.never },
          { value: 'day', label: t.onDay },
          { value: 'times', label: t.after },
        ]}
      />
      {values.ends === 'day' && (
        <DateField
          name="lastDay"
          label={t.lastDay}
          earliest={values.firstDay ?? today}
          isRequired
        />
      )}
      {values.ends === 'times' && (
        <NumberField name="times" label={t.times} description={t.timesHint} isRequired />
      )}
      <Dates values={values} />
    </>
  )
}

const shownDates = 3

/** The first dates and the last one, so that nobody has to count. */
function Dates({ values }: { values: TypedDates }) {
  const t = useTexts(fieldTexts)
  const { firstDay, frequency, ends, times } = values
  if (firstDay === undefined) return null
  if (ends === 'times' && !(times !== undefined && Number.isInteger(times) && times > 0))
    return null
  if (ends === 'times' && (times ?? 0) > maxTimes) return null
  const lastDay =
    ends === 'times'
      ? occurrenceOf({ frequency, firstDay }, (times ?? 1) - 1)
      : ends === 'day'
        ? (values.lastDay ?? null)
        : null
  const recurrence = { frequency, firstDay, lastDay }
  const days: string[] = []
  let day = nextDayFrom(recurrence, firstDay)
  while (day !== null && days.length < shownDates) {
    days.push(day)
    day = nextDayFrom(recurrence, addDays(day, 1))
  }
  const said = days.map(formatDay).join(', ')
  const note =
    days.length === 0
      ? t.noDate
      : day === null
        ? t.datesAll({ days: said })
        : lastDay === null
          ? t.datesOpen({ days: said })
          : t.datesUntil({ days: said, last: formatDay(lastDay) })
  return (
    <p className={classes.note} aria-live="polite">
      {note}
    </p>
  )
}
