import { localDay } from '@counterfoil/kit/web/dates.tsx'
import { useTexts } from '@counterfoil/kit/web/i18n.tsx'
import { LoadingLines } from '@counterfoil/kit/web/states.tsx'
import { useTimeZone } from '@counterfoil/kit/web/user.tsx'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { type DayRange, daysIn, presetRanges, rangePickerDay } from './day-ranges.ts'
import { filterTexts } from './filter.messages.ts'
import classes from './filter.module.css'
import { FilterButton } from './filter-button.tsx'

const RangeCalendar = lazy(async () => {
  const { RangeCalendar } = await import('./range-calendar.tsx')
  return { default: RangeCalendar }
})

interface DateRangeFilterProps {
  readonly label: string
  readonly value: DayRange
  /** The longest range that may be asked for. */
  readonly maxDays?: number
  onChange(value: DayRange): void
}

/** A range of days: one of the usual ones, or any from the calendar. Days are those of the user's zone. */
export function DateRangeFilter(props: DateRangeFilterProps) {
  const t = useTexts(filterTexts)
  const timeZone = useTimeZone()
  const { from, to } = props.value
  const presets = presetRanges(localDay(new Date(), timeZone))
  const names = Object.keys(presets) as (keyof typeof presets)[]
  const named = names.find((name) => presets[name].from === from && presets[name].to === to)
  const day = (value: string | undefined) => (value === undefined ? '…' : rangePickerDay(value))
  const isSet = from !== undefined || to !== undefined
  const inWords = named === undefined ? `${day(from)} – ${day(to)}` : t[named]
  return (
    <FilterButton label={props.label} value={isSet ? inWords : undefined} isCalendar>
      {(close) => (
        <>
          <div className={classes.presets}>
            {names
              .filter((name) => daysIn(presets[name].from, presets[name].to) <= longest(props))
              .map((name) => (
                <Button
                  key={name}
                  size="compact-xs"
                  variant={name === named ? 'filled' : 'default'}
                  onClick={() => {
                    props.onChange(presets[name])
                    close()
                  }}
                >
                  {t[name]}
                </Button>
              ))}
          </div>
          <Calendar {...props} close={close} />
        </>
      )}
    </FilterButton>
  )
}

const longest = (props: DateRangeFilterProps) => props.maxDays ?? Number.POSITIVE_INFINITY

function Calendar(props: DateRangeFilterProps & { close(): void }) {
  const t = useTexts(filterTexts)
  const [range, setRange] = useState<DayRange>(props.value)
  const isTooLong =
    range.from !== undefined &&
    range.to !== undefined &&
    daysIn(range.from, range.to) > longest(props)
  return (
    <>
      <Suspense fallback={<LoadingLines lines={7} />}>
        <RangeCalendar value={range} onChange={setRange} />
      </Suspense>
      {isTooLong && <p role="alert">{t.tooLong(longest(props))}</p>}
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
            props.onChange({ from: range.from, to: range.to ?? range.from })
            props.close()
          }}
        >
          {t.apply}
        </Button>
      </div>
    </>
  )
}
