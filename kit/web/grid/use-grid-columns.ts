import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { inOrder, useColumnOrder } from './column-order.ts'
import type { GridColumn } from './columns.ts'
import type { DataGridProps } from './grid.tsx'
import { type GridPreferences, useGridPreferences } from './preferences.ts'

const gridFeatures = tableFeatures({ columnVisibilityFeature, rowSortingFeature })

const none: never[] = []
const noChoice: Readonly<Record<string, boolean>> = {}

export interface GridColumns<Row> {
  readonly preferences: GridPreferences
  changePreferences(change: Partial<GridPreferences>): void
  /** By column id. */
  readonly visibility: Readonly<Record<string, boolean>>
  /** The visible columns in their order. */
  readonly shown: readonly GridColumn<Row>[]
  readonly rows: readonly { readonly id: string; readonly original: Row }[]
  /** The user orders the columns too. */
  readonly isOrdered: boolean
  /** Shows these columns alone; null: those that are shown when nothing was chosen. */
  show(ids: readonly string[] | null): void
}

/** The columns as the user chose them, on the server or on this device, and the rows in them. */
export function useGridColumns<Row extends object>(props: DataGridProps<Row>): GridColumns<Row> {
  const [preferences, changePreferences] = useGridPreferences(props.id)
  const order = useColumnOrder(props.keptAs)
  const columns = useMemo(() => props.columns.map(definitionOf), [props.columns])
  const chosenIds = order?.ids ?? props.usualColumns
  const device = order === undefined ? preferences.columns : noChoice
  const visibility = useMemo(() => {
    const isShown = (column: GridColumn<Row>) =>
      chosenIds?.includes(column.id) ?? device[column.id] ?? column.isOptional !== true
    return Object.fromEntries(
      props.columns.map((column) => [column.id, column.isFixed === true || isShown(column)]),
    )
  }, [props.columns, device, chosenIds])
  const table = useTable({
    features: gridFeatures,
    columns,
    data: (props.rows ?? none) as Row[],
    getRowId: props.rowId,
    manualSorting: true,
    state: {
      columnVisibility: visibility,
      sorting:
        props.sort === undefined ? none : [{ id: props.sort.by, desc: props.sort.descending }],
    },
  })
  const visibleIds = new Set(table.getVisibleLeafColumns().map((column) => column.id))
  const visible = props.columns.filter((column) => visibleIds.has(column.id))
  return {
    preferences,
    changePreferences,
    visibility,
    shown: inOrder(visible, chosenIds),
    rows: table.getRowModel().rows,
    isOrdered: order !== undefined,
    show: (ids) =>
      order === undefined
        ? changePreferences({ columns: chosenColumns(props.columns, ids) })
        : order.choose(ids),
  }
}

function chosenColumns<Row>(columns: readonly GridColumn<Row>[], ids: readonly string[] | null) {
  return ids === null
    ? {}
    : Object.fromEntries(columns.map(({ id }) => [id, ids.includes(id)] as const))
}

function definitionOf<Row extends object>(
  column: GridColumn<Row>,
): ColumnDef<typeof gridFeatures, Row> {
  return {
    id: column.id,
    header: column.title,
    cell: ({ row }) => column.cell(row.original),
    enableHiding: column.isFixed !== true,
    enableSorting: column.sort !== undefined && column.sort !== false,
  }
}
