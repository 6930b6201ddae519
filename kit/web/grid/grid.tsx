import { IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, type RefObject, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { CallProblem } from '../calls/problem.ts'
import { useShortcuts } from '../overlays/shortcuts.ts'
import { EmptyState, ErrorState } from '../page/states.tsx'
import { useTexts } from '../texts/i18n.tsx'
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
import { useRoomBelow } from './room-below.ts'
import { type GridColumns, useGridColumns } from './use-grid-columns.ts'

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

/** A list of records: columns to choose, sort, pages, links, and its loading, empty and failed states. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const t = useTexts(gridTexts)
  const scroller = useRef<HTMLElement>(null)
  const roomPx = useRoomBelow(scroller)
  const isMoreBeside = useMoreBeside(scroller)
  useRowKeys(scroller, props.rowLink !== undefined)
  const view = useGridColumns(props)
  const { rows } = view
  const hasFailed = props.problem !== null && props.problem !== undefined
  const isOlder = props.isOutdated === true && rows.length > 0 && !hasFailed
  return (
    <div className={classes.grid} data-density={view.preferences.density}>
      <GridToolbar grid={props} view={view} />
      {hasFailed && rows.length > 0 && <RefreshFailed grid={props} />}
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
          <GridTable grid={props} view={view} hasFailed={hasFailed} isOlder={isOlder} />
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
          <MoreColumnsButton
            onClick={() => scroller.current?.scrollBy({ left: 240, behavior: 'smooth' })}
          />
        )}
      </div>
      {props.paging !== undefined && (
        <GridFooter paging={props.paging} rowsShown={props.rows?.length ?? 0} />
      )}
    </div>
  )
}

interface PartProps<Row extends object> {
  readonly grid: DataGridProps<Row>
  readonly view: GridColumns<Row>
}

/** Filters, what is done with the rows, and the choice of columns. */
function GridToolbar<Row extends object>({ grid, view }: PartProps<Row>) {
  const shownIds = view.shown.map((column) => column.id)
  return (
    <div className={classes.toolbar}>
      <div className={classes.filters}>{grid.toolbar}</div>
      <div className={classes.tools}>
        {typeof grid.actions === 'function'
          ? grid.actions({
              ids: shownIds,
              known: grid.columns.map((column) => column.id),
              show: view.show,
            })
          : grid.actions}
        <GridView
          columns={grid.columns}
          visible={view.visibility}
          preferences={view.preferences}
          onChange={view.changePreferences}
          onOrder={view.isOrdered ? view.show : undefined}
          shownIds={shownIds}
          sort={grid.sort}
          onSort={grid.onSort}
        />
      </div>
    </div>
  )
}

/** The rows shown are those of before, because the next ones were not read. */
function RefreshFailed<Row extends object>({ grid }: { grid: DataGridProps<Row> }) {
  const t = useTexts(gridTexts)
  return (
    <div className={classes.outdated} role="status">
      {t.outdated({ why: grid.problem?.message ?? '' })}
      {grid.onRetry !== undefined && (
        <button type="button" onClick={grid.onRetry}>
          {t.retry}
        </button>
      )}
    </div>
  )
}

function GridTable<Row extends object>({
  grid,
  view,
  hasFailed,
  isOlder,
}: PartProps<Row> & { readonly hasFailed: boolean; readonly isOlder: boolean }) {
  const navigate = useNavigate()
  const { rows, shown } = view
  const picking = grid.selection && { selection: grid.selection }
  return (
    <table
      className={classes.table}
      aria-busy={grid.isRefreshing === true}
      data-older={isOlder || undefined}
    >
      <GridHead
        columns={shown}
        sort={grid.sort}
        onSort={grid.onSort}
        pick={picking && <PickAll {...picking} ids={rows.map((row) => row.id)} />}
      />
      <tbody onKeyDown={moveBetweenRows}>
        {rows.map((row, place) => (
          <GridRow
            key={row.id}
            row={row.original}
            columns={shown}
            link={grid.rowLink?.(row.original)}
            onOpen={navigate}
            pick={picking && <PickRow {...picking} id={row.id} place={place + 1} />}
          />
        ))}
        {grid.rows === undefined && !hasFailed && (
          <GridSkeleton columns={shown} rows={Math.min(grid.paging?.pageSize ?? 8, 12)} />
        )}
      </tbody>
    </table>
  )
}

/** Says that there are columns beyond the right edge, and scrolls to them. */
function MoreColumnsButton({ onClick }: { onClick(): void }) {
  const t = useTexts(gridTexts)
  return (
    <button
      type="button"
      className={classes.more}
      aria-label={t.moreColumns}
      title={t.moreColumns}
      onClick={onClick}
    >
      <IconChevronRight size={16} stroke={1.75} aria-hidden />
    </button>
  )
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
