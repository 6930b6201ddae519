import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import type { GridColumn, Sort } from './columns.ts'
import { gridTexts } from './grid.messages.ts'
import classes from './grid.module.css'

interface GridHeadProps<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
  /** Chooses all rows, where rows can be chosen. */
  readonly pick: ReactNode
}

/** Names of the columns; those that sort are buttons. The first press sorts newest or largest first. */
export function GridHead<Row>({ columns, sort, onSort, pick }: GridHeadProps<Row>) {
  const t = useTexts(gridTexts)
  return (
    <thead>
      <tr>
        {pick !== undefined && <th className={classes.pick}>{pick}</th>}
        {columns.map((column) => {
          const field = sortFieldOf(column)
          const isSorted = field !== undefined && sort?.by === field
          return (
            <th
              key={column.id}
              scope="col"
              data-align={column.align}
              data-kept={column.isKept}
              style={{ minWidth: column.width }}
              aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
            >
              {field === undefined || onSort === undefined ? (
                column.title || <span className="cf-quiet">{t.actions}</span>
              ) : (
                <button
                  type="button"
                  className={classes.sort}
                  data-sorted={isSorted || undefined}
                  title={t.sortBy({ column: column.title })}
                  onClick={() =>
                    onSort({ by: field, descending: isSorted ? !sort.descending : true })
                  }
                >
                  {column.title}
                  <SortIcon isSorted={isSorted} isDescending={sort?.descending === true} />
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function SortIcon(props: { isSorted: boolean; isDescending: boolean }) {
  if (!props.isSorted) return <IconSelector size={13} stroke={1.75} aria-hidden />
  const Icon = props.isDescending ? IconArrowDown : IconArrowUp
  return <Icon size={13} stroke={2} aria-hidden />
}

/** The API's name of what the column sorts by. */
export function sortFieldOf<Row>(column: GridColumn<Row>): string | undefined {
  if (typeof column.sort === 'string') return column.sort
  return column.sort === true ? column.id : undefined
}
