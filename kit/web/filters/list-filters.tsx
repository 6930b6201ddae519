// The filters of a list that is kept in the address: each stands there under the name that it has here.

import { instantOf, localDay, localTime } from '@counterfoil/kit/contract/calendar-days.ts'
import { minuteMs } from '@counterfoil/kit/contract/durations.ts'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { type NamedId, useTimeZone } from '../session/user.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { type Choice, ChoiceFilter } from './choice-filter.tsx'
import { DateRangeFilter, type DateRangeProps } from './date-range-filter.tsx'
import { filterTexts } from './filter.messages.ts'
import { FilterBar } from './filter-bar.tsx'
import { SearchField } from './search-field.tsx'

interface ListFiltersProps<Name extends string> {
  readonly list: ListState<Name>
  /** What the search says while it is empty. */
  readonly search: string
  readonly searchName?: NoInfer<Name>
  /** What stands before the search. */
  readonly before?: ReactNode
  readonly children?: ReactNode
  /** For the rarer question, and the names by which these stand in the address. */
  readonly further?: { readonly filters: ReactNode; readonly names: readonly NoInfer<Name>[] }
}

/** The search, the filters behind it, and the way to take them all away. For the grid's toolbar. */
export function ListFilters<Name extends string>(props: ListFiltersProps<Name>) {
  const { list, further, searchName = 'searchKey' as Name } = props
  return (
    <FilterBar
      hasFilters={list.hasFilters}
      onClear={list.clearFilters}
      lead={
        <>
          {props.before}
          <SearchField
            value={list.filters[searchName]}
            placeholder={props.search}
            onSearch={(text) => list.setFilters(named(searchName, text))}
          />
        </>
      }
      further={further?.filters}
      hasFurther={further?.names.some((name) => list.filters[name] !== undefined) === true}
    >
      {props.children}
    </FilterBar>
  )
}

interface OfList<Name extends string> {
  readonly list: ListState<Name>
  readonly name: NoInfer<Name>
  readonly label: string
}

/** One of some values. */
export function OneFilter<Name extends string>(
  props: OfList<Name> & { readonly choices: readonly Choice[] },
) {
  const { list, name, label, choices } = props
  return <ChoiceFilter label={label} choices={choices} {...oneOf(list, name)} />
}

/** The one value of a filter; choosing another takes its place. */
export function oneOf<Name extends string>(list: ListState<Name>, name: NoInfer<Name>) {
  const value = list.filters[name]
  return {
    value: value === undefined ? [] : [value],
    onChange: (chosen: readonly string[]) => list.setFilters(named(name, chosen.at(-1))),
  }
}

/** Several values of a filter: in the address they stand behind each other, with commas. */
export function severalOf<Name extends string>(list: ListState<Name>, name: NoInfer<Name>) {
  return {
    value: list.filters[name]?.split(',') ?? [],
    onChange: (chosen: readonly string[]) => list.setFilters(named(name, chosen.join(','))),
  }
}

/** Any of several values. */
export function SeveralFilter<Name extends string>(
  props: OfList<Name> & { readonly choices: readonly Choice[] },
) {
  const { list, name, label, choices } = props
  return <ChoiceFilter label={label} choices={choices} {...severalOf(list, name)} />
}

/** Yes, no, or not asked. */
export function YesNoFilter<Name extends string>(props: OfList<Name>) {
  const t = useTexts(filterTexts)
  const choices = [
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ]
  return <OneFilter {...props} choices={choices} />
}

/** Days of the user's zone, or instants where times of day count too; instants are shown as their days where they do not. */
export function DaysFilter<Name extends string>(
  props: Omit<DateRangeProps, 'value' | 'onChange'> & {
    readonly list: ListState<Name>
    readonly label: string
    readonly from: NoInfer<Name>
    readonly to: NoInfer<Name>
  },
) {
  const { list, from, to, ...others } = props
  const timeZone = useTimeZone()
  const instantIn = (value: string | undefined) =>
    value?.includes('T') === true ? new Date(value) : undefined
  const dayOf = (value: string | undefined) => {
    const instant = instantIn(value)
    return instant === undefined ? value : localDay(instant, timeZone)
  }
  const timeOf = (value: string | undefined) => {
    const instant = props.hasTimes === true ? instantIn(value) : undefined
    return instant && localTime(instant, timeZone)
  }
  const withTime = (day: string | undefined, time: string | undefined, laterMs = 0) =>
    day === undefined || time === undefined
      ? day
      : new Date(instantOf(day, time, timeZone).getTime() + laterMs).toISOString()
  return (
    <DateRangeFilter
      {...others}
      value={{
        ...{ from: dayOf(list.filters[from]), to: dayOf(list.filters[to]) },
        ...{ fromTime: timeOf(list.filters[from]), toTime: timeOf(list.filters[to]) },
      }}
      onChange={(days) =>
        list.setFilters({
          ...named(from, withTime(days.from, days.fromTime)),
          // the last minute is of the range, like the last day
          ...named(to, withTime(days.to, days.toTime, minuteMs - 1)),
        })
      }
    />
  )
}

const named = <Name extends string>(name: Name, value: string | undefined) =>
  ({ [name]: value }) as Partial<Record<Name, string | undefined>>

export const choiceOf = ({ id, name }: NamedId): Choice => ({ value: id, label: name })

/** What a list says that shows nothing: because of its filters, which can be taken away, or because there is nothing yet. */
export function useEmptyList(
  list: Pick<ListState<string>, 'hasFilters' | 'clearFilters'>,
  texts: { readonly nothing: string; readonly nothingYet: string },
) {
  const t = useTexts(filterTexts)
  if (!list.hasFilters) return { title: texts.nothing, text: texts.nothingYet }
  return {
    title: texts.nothing,
    text: t.widen,
    action: (
      <Button variant="default" size="xs" onClick={list.clearFilters}>
        {t.clearAll}
      </Button>
    ),
  }
}
