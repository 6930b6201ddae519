import {
  type KnownParts,
  openable,
} from '@counterfoil/features/payments/saved-filters/left-out.rules.ts'
import { localDay } from '@counterfoil/kit/contract/calendar-days.ts'
import { presetOf, rangeOf } from '@counterfoil/kit/web/filters/day-ranges.ts'
import type { ShownColumns } from '@counterfoil/kit/web/grid/grid.tsx'
import type { ListState } from '@counterfoil/kit/web/grid/list-state.ts'
import { useTimeZone } from '@counterfoil/kit/web/session/user.tsx'
import { useNavigate } from 'react-router'
import { SavedFiltersMenu, type View } from './saved-filters-menu.tsx'

interface SavedViewsProps {
  readonly list: Pick<ListState<never>, 'filters' | 'sortText'>
  readonly shown: ShownColumns
  /** Of which report, or of which lookup with named views; absent: the user's own filters of the lookup. */
  readonly screen?: string
  /** What else of the address is kept: the groups of a report. */
  readonly more?: Readonly<Record<string, string>>
  /** What the list knows, where views may outlive their filters and columns. */
  readonly known?: Omit<KnownParts, 'columns'>
}

/** Keeps filters, order and columns of a list, and opens them again. */
export function SavedViews({ list, shown, screen, more, known }: SavedViewsProps) {
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  // asked anew by each: a page may be open over midnight
  const today = () => localDay(new Date(), timeZone)
  const view: View = {
    filters: { ...relativeDays(list.filters as Record<string, string>, today()), ...more },
    sort: list.sortText ?? null,
    columns: [...shown.ids],
  }
  // one navigation: two changes of the URL in a row would lose the first
  function open({ filters, sort, columns }: View) {
    shown.show(columns)
    const search = new URLSearchParams({
      ...daysFrom(filters, today()),
      ...(sort === null ? {} : { sort }),
    })
    navigate({ search: search.toString() })
  }
  const parts = known && { ...known, columns: shown.known }
  return (
    <SavedFiltersMenu
      view={view}
      onOpen={(kept) => open(parts === undefined ? kept : openable(kept, parts).view)}
      {...(screen === undefined ? {} : { screen })}
      {...(parts && { leftOutOf: (kept: View) => openable(kept, parts).leftOut })}
    />
  )
}

/** What a filter keeps of its days: `yesterday` stays yesterday, whenever it is opened. */
function relativeDays(filters: Record<string, string>, today: string): Record<string, string> {
  const { dateFrom, dateTo, ...others } = filters
  const dateRange = presetOf({ from: dateFrom, to: dateTo }, today)
  return dateRange === undefined ? filters : { ...others, dateRange }
}

/** The days of a kept filter, seen from today. */
function daysFrom(filters: Record<string, string>, today: string): Record<string, string> {
  const { dateRange, ...others } = filters
  const { from, to } = rangeOf(dateRange, today) ?? {}
  return from === undefined || to === undefined ? others : { ...others, dateFrom: from, dateTo: to }
}
