import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import type { GridColumn } from './columns.ts'
import classes from './grid.module.css'
import lines from './grid-lines.module.css'

interface GridRowProps<Row> {
  readonly row: Row
  readonly columns: readonly GridColumn<Row>[]
  readonly link: string | undefined
  onOpen(link: string): void
  /** Chooses the row, where rows can be chosen. */
  readonly pick: ReactNode
}

/** One record. The whole row leads where its link does, but for text that is being selected and controls within. */
export function GridRow<Row>({ row, columns, link, onOpen, pick }: GridRowProps<Row>) {
  function open(event: MouseEvent<HTMLTableRowElement>) {
    if (link === undefined) return
    const isControl = (event.target as HTMLElement).closest('a, button, input, label') !== null
    if (isControl || (window.getSelection()?.toString() ?? '') !== '') return
    if (event.metaKey || event.ctrlKey) window.open(link, '_blank', 'noopener')
    else onOpen(link)
  }

  return (
    // The keyboard has the link in the first cell.
    <tr
      onClick={open}
      data-linked={link === undefined ? undefined : true}
      className={columns.some(({ narrow }) => narrow !== undefined) ? lines.row : undefined}
    >
      {pick !== undefined && (
        <td className={classes.pick} data-pick>
          {pick}
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.id}
          data-label={column.title}
          data-align={column.align}
          data-kept={column.isKept}
          data-narrow={column.narrow}
        >
          {place === 0 && link !== undefined ? (
            <Link to={link} className={classes.link} data-row-link>
              {column.cell(row)}
            </Link>
          ) : (
            <span>{column.cell(row)}</span>
          )}
        </td>
      ))}
    </tr>
  )
}
