import { usePreferences } from '../session/preferences.ts'
import type { GridColumn } from './columns.ts'

interface ColumnOrder {
  /** Undefined: nothing chosen. */
  readonly ids: readonly string[] | undefined
  /** Null: the usual columns again. */
  choose(ids: readonly string[] | null): void
}

/** The columns that the user chose and ordered, kept on the server; undefined for a list without a name there. */
export function useColumnOrder(keptAs: string | undefined): ColumnOrder | undefined {
  const { preferences, change } = usePreferences()
  if (keptAs === undefined) return undefined
  const ids = preferences.columns[keptAs]
  return {
    ids: ids?.length === 0 ? undefined : ids,
    choose: (chosen) => change({ columns: { [keptAs]: [...(chosen ?? [])] } }),
  }
}

/** The columns as they were chosen; those that always stand and were not named come first. */
export function inOrder<Row>(
  columns: readonly GridColumn<Row>[],
  ids: readonly string[] | undefined,
): readonly GridColumn<Row>[] {
  if (ids === undefined) return columns
  return [...columns].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** The same ids with one of them a place nearer to the beginning or the end; at the edge they stay as they are. */
export function moved(ids: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return ids
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}
