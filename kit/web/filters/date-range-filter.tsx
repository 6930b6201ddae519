import { countDays, localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { LoadingLines } from '../page/states.tsx'
import { useTimeZone } from '../session/user.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { type DayRange, presetOf, presetRanges, rangeText } from './day-ranges.ts'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'
import { FilterButton } from './filter-button.tsx'

const RangeCalendar = lazy(async () => {
  const { RangeCalendar } = await import('./range-calendar.tsx')
  return { default: RangeCalendar }
})

export interface DateRangeProps {
  readonly value: DayRange
  /** The longest range that may be asked for. */
  readonly maxDays?: number | undefined
  /** The ranges that are offered by name; all unless said. */
  readonly ranges?: readonly string[] | undefined
  /** Both ends have a time of day too. */
  readonly hasTimes?: boolean | undefined
  onChange(value: DayRange): void
}

/** A range of days: one of the usual ones, or any from the calendar. Days are those of the user's zone. */
export function DateRangeFilter(props: DateRangeProps & { label: string }) {
  return (
    <FilterButton label={props.label} value={useRangeInWords(props.value)} isCalendar>
      {(close) => <DateRangePanel {...props} close={close} />}
    </FilterButton>
  )
}

/** What the range is called, if it is one of the usual ones, else its ends. */
function useRangeInWords(range: DayRange): string | undefined {
  const t = useTexts(filterTexts)
  const name = presetOf(range, useToday())
  return name === undefined ? rangeText(range) : t[name]
}

type Presets = ReturnType<typeof presetRanges>

const useToday = () => localDay(new Date(), useTimeZone())

const namesOf = (presets: Presets) => Object.keys(presets) as (keyof Presets)[]

const longest = ({ maxDays }: { maxDays?: number | undefined }) =>
  maxDays ?? Number.POSITIVE_INFINITY

/** The usual ranges, the calendar and what is done with its choice; for whatever opens below a button. */
export function DateRangePanel(props: DateRangeProps & { close(): void }) {
  const t = useTexts(filterTexts)
  const today = useToday()
  const presets = presetRanges(today)
  const chosen = presetOf(props.value, today)
  return (
    <>
      <div className={classes.presets}>
        {namesOf(presets)
          .filter((name) => props.ranges?.includes(name) ?? true)
          .filter((name) => countDays(presets[name].from, presets[name].to) <= longest(props))
          .map((name) => (
            <Button
              key={name}
              size="compact-xs"
              variant={name === chosen ? 'filled' : 'default'}
              aria-pressed={name === chosen}
              onClick={() => {
                props.onChange(presets[name])
                props.close()
              }}
            >
              {t[name]}
            </Button>
          ))}
      </div>
      <Calendar {...props} />
    </>
  )
}

function Calendar(props: DateRangeProps & { close(): void }) {
  const t = useTexts(filterTexts)
  const [range, setRange] = useState<DayRange>(props.value)
  const isTooLong =
    range.from !== undefined &&
    range.to !== undefined &&
    countDays(range.from, range.to) > longest(props)
  return (
    <>
      <Suspense fallback={<LoadingLines lines={7} />}>
        <RangeCalendar value={range} hasTimes={props.hasTimes} onChange={setRange} />
      </Suspense>
      {isTooLong && <p role="alert">{t.tooLong({ days: longest(props) })}</p>}
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            props.onChange({})
            props.close()
          }}
        >
          {t.clear}
        </Button>
        <Button
          size="compact-xs"
          disabled={range.from === undefined || isTooLong}
          onClick={() => {
            props.onChange({ ...range, to: range.to ?? range.from })
            props.close()
          }}
        >
          {t.apply}
        </Button>
      </div>
    </>
  )
}
