import type { pageSizes } from '@counterfoil/kit/contract/fields.ts'
import { ListFilters, OneFilter } from '@counterfoil/kit/web/filters/list-filters.tsx'
import { SearchField } from '@counterfoil/kit/web/filters/search-field.tsx'
import type { ReactNode } from 'react'
import type { CallProblem } from '../calls/problem.ts'
import { DataGrid, type DataGridProps } from './grid.tsx'
import { type ListState, useListState } from './list-state.ts'

interface SearchOptions<Name extends string, Value extends string> {
  /** A filter of which one value is chosen, under its name in the address and in the query. */
  readonly choice?: { readonly name: Name; readonly values: readonly Value[] }
  readonly pageSize?: (typeof pageSizes)[number]
}

export interface ListSearch<Name extends string = string, Value extends string = string> {
  readonly list: ListState<string>
  /** What the list asks its call for. */
  readonly query: { readonly pageIndex: number; readonly pageSize: number } & {
    readonly searchKey?: string
  } & { readonly [name in Name]?: Value }
  readonly choice: SearchOptions<Name, Value>['choice']
}

/** What a list of pages with a search, and perhaps one choice, shows: kept in the address. */
export function useListSearch<Name extends string = never, Value extends string = never>(
  options: SearchOptions<Name, Value> = {},
): ListSearch<Name, Value> {
  const { choice, ...rest } = options
  const filters =
    choice === undefined ? ['searchKey' as const] : ['searchKey' as const, choice.name]
  const list = useListState<'searchKey' | Name>({ filters, ...rest })
  const { pageIndex, pageSize } = list
  const { searchKey } = list.filters
  const chosen = choice?.values.find((one) => one === list.filters[choice.name])
  const query = {
    pageIndex,
    pageSize,
    ...(searchKey === undefined ? {} : { searchKey }),
    ...(choice === undefined || chosen === undefined ? {} : { [choice.name]: chosen }),
  }
  return { list, query: query as ListSearch<Name, Value>['query'], choice }
}

/** A page of such a list, as `useCall` answers it. */
export interface ListAnswer<Row> {
  readonly data: { readonly data: readonly Row[]; readonly count: number | null } | undefined
  readonly error: CallProblem | null
  readonly isPlaceholderData: boolean
  refetch(): unknown
}

type SearchListProps<Row, Name extends string, Value extends string> = Pick<
  DataGridProps<Row>,
  'id' | 'label' | 'columns' | 'rowId' | 'rowLink' | 'empty'
> & {
  readonly search: ListSearch<Name, Value>
  readonly answer: ListAnswer<Row>
  readonly searchLabel: string
  /** Before the search of a list with a choice: the mode, where it is no part of the page's frame. */
  readonly before?: ReactNode
  /** What the choice is called, and its values. */
  readonly choiceLabel?: string
  readonly labelOf?: (value: Value) => string
}

/** The grid of such a list, with its search above it. */
export function SearchList<Row extends object, Name extends string, Value extends string>(
  props: SearchListProps<Row, Name, Value>,
) {
  const { search, answer, searchLabel, before, choiceLabel, labelOf = String, ...grid } = props
  const { list, choice } = search
  return (
    <DataGrid<Row>
      {...grid}
      rows={answer.data?.data}
      isRefreshing={answer.isPlaceholderData}
      isOutdated={answer.isPlaceholderData}
      problem={answer.error}
      onRetry={() => answer.refetch()}
      paging={list.indexPaging(answer.data)}
      toolbar={
        choice === undefined ? (
          <SearchField
            value={list.filters.searchKey}
            placeholder={searchLabel}
            onSearch={(searchKey) => list.setFilters({ searchKey })}
          />
        ) : (
          <ListFilters<string> list={list} search={searchLabel} before={before}>
            <OneFilter<string>
              list={list}
              name={choice.name}
              label={choiceLabel ?? ''}
              choices={choice.values.map((value) => ({ value, label: labelOf(value) }))}
            />
          </ListFilters>
        )
      }
    />
  )
}
