import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../texts/i18n.tsx'
import { moved } from './column-order.ts'
import type { GridColumn } from './columns.ts'
import { gridTexts } from './grid.messages.ts'
import classes from './grid.module.css'

interface ColumnOrderListProps<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly shownIds: readonly string[]
  onOrder(ids: readonly string[]): void
}

/** The columns that are shown, in their order, which buttons change; below them those that are not. */
export function ColumnOrderList<Row>({ columns, shownIds, onOrder }: ColumnOrderListProps<Row>) {
  const t = useTexts(gridTexts)
  const list = useRef<HTMLUListElement>(null)
  // the button that was pressed moves along with its column, and browsers take the focus from what moves
  const pressed = useRef<string | undefined>(undefined)
  const [place, setPlace] = useState('')
  useEffect(() => {
    if (pressed.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus()
    pressed.current = undefined
  })
  const shown = shownIds.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  const hidden = columns.filter(({ id }) => !shownIds.includes(id))

  function move(column: GridColumn<Row>, by: -1 | 1) {
    const ids = moved(shownIds, column.id, by)
    pressed.current = `${column.id}:${by}`
    const where = { column: column.title, place: ids.indexOf(column.id) + 1, of: ids.length }
    setPlace(t.moved(where))
    if (ids !== shownIds) onOrder(ids)
  }
  const box = (column: GridColumn<Row>, isShown: boolean) => (
    <Checkbox
      size="xs"
      label={column.title}
      checked={isShown}
      disabled={column.isFixed === true}
      onChange={() =>
        onOrder(isShown ? shownIds.filter((id) => id !== column.id) : [...shownIds, column.id])
      }
    />
  )

  return (
    <>
      <ul ref={list} className={`${classes.viewColumns} ${classes.viewOrder}`}>
        {shown.map((column, at) => (
          <li key={column.id}>
            {box(column, true)}
            <span>
              <MoveButton
                column={column}
                by={-1}
                isAtEdge={at === 0}
                label={t.moveUp({ column: column.title })}
                onMove={move}
              />
              <MoveButton
                column={column}
                by={1}
                isAtEdge={at === shown.length - 1}
                label={t.moveDown({ column: column.title })}
                onMove={move}
              />
            </span>
          </li>
        ))}
        {hidden.map((column) => (
          <li key={column.id}>{box(column, false)}</li>
        ))}
      </ul>
      <span role="status" className={classes.viewPlace}>
        {place}
      </span>
    </>
  )
}

/** At the edge it stays where the focus is, and does nothing. */
function MoveButton<Row>(props: {
  column: GridColumn<Row>
  by: -1 | 1
  isAtEdge: boolean
  label: string
  onMove(column: GridColumn<Row>, by: -1 | 1): void
}) {
  const { column, by, isAtEdge, label, onMove } = props
  const Icon = by === -1 ? IconChevronUp : IconChevronDown
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      aria-disabled={isAtEdge}
      data-move={`${column.id}:${by}`}
      onClick={() => !isAtEdge && onMove(column, by)}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
