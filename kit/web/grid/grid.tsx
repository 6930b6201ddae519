import { IconChevronRight } from '@tabler/icons-react'
import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type CSSProperties, type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { CallProblem } from '../calls/problem.ts'
import { useShortcuts } from '../overlays/shortcuts.ts'
import { EmptyState, ErrorState } from '../page/states.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { inOrder, useColumnOrder } from './column-order.ts'
import type { GridColumn, Paging, Sort } from './columns.ts'
import { gridTexts } from './grid.messages.ts'
import classes from './grid.module.css'
import { GridFooter } from './grid-footer.tsx'
import { GridHead } from './grid-head.tsx'
import { GridRow } from './grid-row.tsx'
import { GridSkeleton } from './grid-skeleton.tsx'
import { GridView } from './grid-view.tsx'
import { useMoreBeside } from './more-beside.ts'
import { PickAll, PickRow, type Selection } from './pick.tsx'
import { useGridPreferences } from './preferences.ts'
import { useRoomBelow } from './room-below.ts'

export const gridFeatures = tableFeatures({ columnVisibilityFeature, rowSortingFeature })

export interface DataGridProps<Row> {
  /** Under which the user's columns are kept; the same for one list wherever it appears. */
  readonly id: string
  /** What the list is, for those who cannot see it. */
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  /**
   * The user orders the columns too, and the server keeps the choice under this name; otherwise the device keeps which of
   * them are shown.
   */
  readonly keptAs?: string | undefined
  /** The columns in their order until the user chooses, if not as each column says itself. */
  readonly usualColumns?: readonly string[] | undefined
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  /** Where a row leads, if it leads anywhere; its first column is the link. */
  readonly rowLink?: (row: Row) => string | undefined
  /** The next rows are on their way; those shown are the last ones. */
  readonly isRefreshing?: boolean
  /** The rows are of another filter, order or page: those asked for are not there yet. */
  readonly isOutdated?: boolean
  readonly problem?: CallProblem | null
  readonly onRetry?: () => void
  readonly sort?: Sort | undefined
  readonly onSort?: (sort: Sort) => void
  readonly paging?: Paging
  /** Search and filters, above the rows. */
  readonly toolbar?: ReactNode
  /** Beside the choice of columns: export and the like, which may depend on the columns shown and change them. */
  readonly actions?: ReactNode | ((view: ShownColumns) => ReactNode)
  /** Rows can be chosen, those of the page all at once; what is done with them stands in `actions`. */
  readonly selection?: Selection
  readonly empty?: { title: string; text?: string; action?: ReactNode }
}

/** The columns that stand in the grid now. */
export interface ShownColumns {
  /** Their ids, in order. */
  readonly ids: readonly string[]
  /** Every column that there is. */
  readonly known: readonly string[]
  /** Shows these alone; null: those that are shown when nothing was chosen. */
  show(ids: readonly string[] | null): void
}

const none: never[] = []
const noChoice: Readonly<Record<string, boolean>> = {}

/** A list of records: columns to choose, sort, pages, links, and its loading, empty and failed states. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const t = useTexts(gridTexts)
  const navigate = useNavigate()
  const scroller = useRef<HTMLElement>(null)
  const roomPx = useRoomBelow(scroller)
  const isMoreBeside = useMoreBeside(scroller)
  useRowKeys(scroller, props.rowLink !== undefined)
  const [preferences, changePreferences] = useGridPreferences(props.id)
  const order = useColumnOrder(props.keptAs)
  const columns = useMemo(() => props.columns.map(definitionOf), [props.columns])
  const chosenIds = order?.ids ?? props.usualColumns
  const device = order === undefined ? preferences.columns : noChoice
  const columnVisibility = useMemo(() => {
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
      columnVisibility,
      sorting:
        props.sort === undefined ? none : [{ id: props.sort.by, desc: props.sort.descending }],
    },
  })
  const visibleIds = new Set(table.getVisibleLeafColumns().map((column) => column.id))
  const shown = inOrder(
    props.columns.filter((column) => visibleIds.has(column.id)),
    chosenIds,
  )
  const showColumns = (ids: readonly string[] | null) =>
    order === undefined
      ? changePreferences({ columns: chosenColumns(props.columns, ids) })
      : order.choose(ids)
  const rows = table.getRowModel().rows
  const picking = props.selection && { selection: props.selection }
  const hasFailed = props.problem !== null && props.problem !== undefined
  const isOlder = props.isOutdated === true && rows.length > 0 && !hasFailed

  return (
    <div className={classes.grid} data-density={preferences.density}>
      <div className={classes.toolbar}>
        <div className={classes.filters}>{props.toolbar}</div>
        <div className={classes.tools}>
          {typeof props.actions === 'function'
            ? props.actions({
                ids: shown.map((column) => column.id),
                known: props.columns.map((column) => column.id),
                show: showColumns,
              })
            : props.actions}
          <GridView
            columns={props.columns}
            visible={columnVisibility}
            preferences={preferences}
            onChange={changePreferences}
            onOrder={order && showColumns}
            shownIds={shown.map((column) => column.id)}
          />
        </div>
      </div>
      {hasFailed && rows.length > 0 && (
        <div className={classes.outdated} role="status">
          {t.outdated({ why: props.problem?.message ?? '' })}
          {props.onRetry !== undefined && (
            <button type="button" onClick={props.onRetry}>
              {t.retry}
            </button>
          )}
        </div>
      )}
      <div className={classes.progress} data-active={props.isRefreshing === true || undefined} />
      <div className={classes.older} aria-live="polite" data-shown={isOlder || undefined}>
        {isOlder && t.older}
      </div>
      <div className={classes.frame} data-more={isMoreBeside || undefined}>
        <section
          ref={scroller}
          className={classes.scroll}
          style={{ '--grid-room': `${roomPx}px` } as CSSProperties}
          aria-label={props.label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <table
            className={classes.table}
            aria-busy={props.isRefreshing === true}
            data-older={isOlder || undefined}
          >
            <GridHead
              columns={shown}
              sort={props.sort}
              onSort={props.onSort}
              pick={picking && <PickAll {...picking} ids={rows.map((row) => row.id)} />}
            />
            <tbody onKeyDown={moveBetweenRows}>
              {rows.map((row, place) => (
                <GridRow
                  key={row.id}
                  row={row.original}
                  columns={shown}
                  link={props.rowLink?.(row.original)}
                  onOpen={navigate}
                  pick={picking && <PickRow {...picking} id={row.id} place={place + 1} />}
                />
              ))}
              {props.rows === undefined && !hasFailed && (
                <GridSkeleton columns={shown} rows={Math.min(props.paging?.pageSize ?? 8, 12)} />
              )}
            </tbody>
          </table>
          {hasFailed && props.problem && rows.length === 0 && (
            <ErrorState
              problem={props.problem}
              {...(props.onRetry === undefined ? {} : { onRetry: props.onRetry })}
            />
          )}
          {props.rows?.length === 0 && !hasFailed && (
            <EmptyState {...(props.empty ?? { title: t.nothing })} />
          )}
        </section>
        {isMoreBeside && (
          <button
            type="button"
            className={classes.more}
            aria-label={t.moreColumns}
            title={t.moreColumns}
            onClick={() => scroller.current?.scrollBy({ left: 240, behavior: 'smooth' })}
          >
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      {props.paging !== undefined && (
        <GridFooter paging={props.paging} rowsShown={props.rows?.length ?? 0} />
      )}
    </div>
  )
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

/** `j` and `k` go from row to row wherever the focus is on the page. */
function useRowKeys(scroller: RefObject<HTMLElement | null>, hasLinks: boolean) {
  const t = useTexts(gridTexts)
  function step(by: 1 | -1) {
    const links = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
    const row = document.activeElement?.closest('tr')
    const at = links.findIndex((link) => link.closest('tr') === row)
    const to = at < 0 ? (by === 1 ? 0 : links.length - 1) : at + by
    links[to]?.focus()
  }
  useShortcuts(
    t.list,
    hasLinks
      ? [
          { key: 'j', label: t.nextRow, run: () => step(1) },
          { key: 'k', label: t.previousRow, run: () => step(-1) },
        ]
      : none,
  )
}

/** Arrow keys, Home and End go from row to row; Enter follows the row's link, as links do. */
function moveBetweenRows(event: React.KeyboardEvent<HTMLTableSectionElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (to === undefined || links[to] === undefined) return
  event.preventDefault()
  links[to]?.focus()
}
