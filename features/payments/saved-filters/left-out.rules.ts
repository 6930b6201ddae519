import type { SavedView } from './saved-filters.contract.ts'

/** What a list knows now. A view may be older, and name more. */
export interface KnownParts {
  readonly filters: readonly string[]
  readonly sorts: readonly string[]
  readonly columns: readonly string[]
}

/** The part of a view that the list still knows, and the names of what it does not. */
export function openable(view: SavedView, known: KnownParts) {
  const isFilter = (name: string) => name === 'dateRange' || known.filters.includes(name)
  const isSort = (sort: string) => known.sorts.includes(sort.replace(/^-/, ''))
  const columns = view.columns?.filter((id) => known.columns.includes(id)) ?? null
  const leftOut = [
    ...Object.keys(view.filters).filter((name) => !isFilter(name)),
    ...(view.sort === null || isSort(view.sort) ? [] : [view.sort]),
    ...(view.columns ?? []).filter((id) => !known.columns.includes(id)),
  ]
  return {
    view: {
      filters: Object.fromEntries(Object.entries(view.filters).filter(([name]) => isFilter(name))),
      sort: view.sort !== null && isSort(view.sort) ? view.sort : null,
      columns: columns?.length === 0 ? null : columns,
    },
    leftOut: [...new Set(leftOut)],
  }
}
