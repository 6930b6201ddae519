import '@counterfoil/kit/web/theme/input-styles.ts'
import { Button, Checkbox, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Dropdown } from '../overlays/dropdown.tsx'
import { useTexts } from '../texts/i18n.tsx'
import { ColumnOrderList } from './column-order-list.tsx'
import type { GridColumn, Sort } from './columns.ts'
import { gridTexts } from './grid.messages.ts'
import classes from './grid.module.css'
import { sortFieldOf } from './grid-head.tsx'
import type { Density, GridPreferences } from './preferences.ts'

interface GridViewProps<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly visible: Readonly<Record<string, boolean>>
  readonly preferences: GridPreferences
  onChange(change: Partial<GridPreferences>): void
  /** Where columns are ordered too: shows these in this order; null: the usual ones. */
  readonly onOrder: ((ids: readonly string[] | null) => void) | undefined
  readonly shownIds: readonly string[]
  readonly sort: Sort | undefined
  readonly onSort: ((sort: Sort) => void) | undefined
}

/** A column of buttons has none, and is always there. */
const hasName = ({ title }: { title: string }) => title !== ''

/** Which columns are shown and how high the rows are; on a phone also the order of the rows. */
export function GridView<Row>(props: GridViewProps<Row>) {
  const { columns, visible, preferences, onChange, onOrder, shownIds } = props
  const t = useTexts(gridTexts)
  return (
    <Dropdown
      label={t.columns}
      button={
        <>
          <IconColumns3 size={15} stroke={1.75} aria-hidden />
          {t.columns}
        </>
      }
    >
      <div className={classes.viewHead}>
        <strong>{t.columns}</strong>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => (onOrder === undefined ? onChange({ columns: {} }) : onOrder(null))}
        >
          {t.resetColumns}
        </Button>
      </div>
      {onOrder !== undefined && (
        <ColumnOrderList columns={columns} shownIds={shownIds} onOrder={onOrder} />
      )}
      {onOrder === undefined && (
        <div className={classes.viewColumns}>
          {columns.filter(hasName).map((column) => (
            <Checkbox
              key={column.id}
              size="xs"
              label={column.title}
              checked={visible[column.id] === true}
              disabled={column.isFixed === true}
              onChange={(event) =>
                onChange({
                  columns: { ...preferences.columns, [column.id]: event.currentTarget.checked },
                })
              }
            />
          ))}
        </div>
      )}
      {props.onSort !== undefined && (
        <SortChoice columns={columns} sort={props.sort} onSort={props.onSort} />
      )}
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t.density}
        value={preferences.density}
        onChange={(density) => onChange({ density: density as Density })}
        data={[
          { value: 'compact', label: t.compact },
          { value: 'comfortable', label: t.comfortable },
        ]}
      />
    </Dropdown>
  )
}

/** The order of the rows, for a phone: the names of the columns, which sort when they are pressed, are not seen there. */
function SortChoice<Row>(props: {
  columns: readonly GridColumn<Row>[]
  sort: Sort | undefined
  onSort(sort: Sort): void
}) {
  const t = useTexts(gridTexts)
  const { columns, sort, onSort } = props
  const orders = columns.flatMap((column) => {
    const by = sortFieldOf(column)
    if (by === undefined) return []
    const { title } = column
    return [
      { by, descending: true, label: t.descending({ column: title }) },
      { by, descending: false, label: t.ascending({ column: title }) },
    ]
  })
  if (orders.length === 0) return null
  const at = orders.findIndex((one) => one.by === sort?.by && one.descending === sort.descending)
  return (
    <NativeSelect
      className={classes.viewSort ?? ''}
      size="xs"
      label={t.sort}
      value={String(at)}
      data={[
        ...(at < 0 ? [{ value: '-1', label: t.usualOrder }] : []),
        ...orders.map(({ label }, place) => ({ value: String(place), label })),
      ]}
      onChange={({ currentTarget }) => {
        const chosen = orders[Number(currentTarget.value)]
        if (chosen !== undefined) onSort({ by: chosen.by, descending: chosen.descending })
      }}
    />
  )
}
