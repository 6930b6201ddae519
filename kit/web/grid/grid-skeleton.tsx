import { Skeleton } from '@mantine/core'
import { useTexts } from '../texts/i18n.tsx'
import type { GridColumn } from './columns.ts'
import { gridTexts } from './grid.messages.ts'

/** The shape of the rows that are on their way. */
export function GridSkeleton<Row>(props: { columns: readonly GridColumn<Row>[]; rows: number }) {
  const t = useTexts(gridTexts)
  return Array.from({ length: props.rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
    <tr key={row} aria-label={row === 0 ? t.loading : undefined} aria-hidden={row > 0}>
      {props.columns.map((column, place) => (
        <td key={column.id} data-align={column.align}>
          <Skeleton height={10} radius="sm" width={`${50 + ((row * 7 + place * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ))
}
