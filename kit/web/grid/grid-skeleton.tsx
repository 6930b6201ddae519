import { useTexts } from '../texts/i18n.tsx'
import type { GridColumn } from './columns.ts'
import { gridTexts } from './grid.messages.ts'

/** The shape of the rows that are on their way. */
export function GridSkeleton<Row>(props: { columns: readonly GridColumn<Row>[]; rows: number }) {
  const t = useTexts(gridTexts)
  return Array.from({ length: props.rows }, (_, row) => (
    <tr
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
      key={row}
      className="cf-skeleton"
      aria-label={row === 0 ? t.loading : undefined}
      aria-hidden={row > 0}
    >
      {props.columns.map((column, place) => (
        <td key={column.id} data-align={column.align}>
          <span
            className="cf-skeleton-line"
            style={{ width: `${50 + ((row * 7 + place * 13) % 40)}%` }}
          />
        </td>
      ))}
    </tr>
  ))
}
