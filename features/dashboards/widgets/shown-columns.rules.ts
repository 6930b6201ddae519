import type { Measure } from '@counterfoil/features/reporting/figures/figures.schema.ts'
import {
  type MeasureDeclaration,
  measures,
} from '@counterfoil/features/reporting/figures/measures.rules.ts'
import type { WidgetConfiguration, WidgetRow } from './widget.schema.ts'

type Shown = Pick<WidgetConfiguration, 'widgetType' | 'chartConfiguration' | 'tableConfiguration'>

/**
 * The columns that a widget's chart or table shows, and those that its ratios are divided anew of where currencies are
 * added up; undefined: all.
 */
export function columnsShown({
  widgetType,
  chartConfiguration: chart,
  tableConfiguration: table,
}: Shown): ReadonlySet<string> | undefined {
  if (widgetType === 'TABLE_WIDGET') {
    return table?.tableDataColumns ? withParts(table.tableDataColumns) : undefined
  }
  if (!chart) return undefined
  const { xAxisColumn, yAxisColumn, tooltipValue } = chart
  // a point leads to the payments that it counts
  return withParts(['count', xAxisColumn, ...yAxisColumn, ...(tooltipValue ? [tooltipValue] : [])])
}

function withParts(columns: readonly string[]): ReadonlySet<string> {
  const parts = columns.flatMap((one) => {
    const measure = measures[one as Measure] as MeasureDeclaration | undefined
    return measure?.kind === 'ratio' ? [measure.of, ...measure.per] : []
  })
  return new Set([...columns, ...parts])
}

/**
 * The row without the figures that are not shown: a dashboard is read often, and most of a row is figures that another
 * widget shows. What the row is of stays.
 */
export function shownOf(row: WidgetRow, shown: ReadonlySet<string>): WidgetRow {
  const kept = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([id]) => shown.has(id) || id in row.keys))
  return { ...row, cells: kept(row.cells), links: kept(row.links) }
}
