import { expect, test } from 'vitest'
import { columnsShown, shownOf } from './shown-columns.rules.ts'
import type { WidgetRow } from './widget.schema.ts'

const row: WidgetRow = {
  cells: { day: '14/03/2026', currency: 'GBP', count: 4, approved: 3, declined: 1, volume: 900 },
  links: { count: '/all', approved: '/approved', declined: '/declined' },
  keys: { day: '2026-03-14', currency: 'GBP' },
  ...{ baseCurrency: 'GBP', count: 4, volume: 900, successRate: 0.75, isPartial: false },
}
const chart = (...yAxisColumn: string[]) => ({
  widgetType: 'CHART_WIDGET' as const,
  chartConfiguration: { chartType: 'BarChart' as const, xAxisColumn: 'day', yAxisColumn },
})

test('a chart is sent its own figures, what its ratios are divided of, and the way to its payments', () => {
  const sent = shownOf(row, columnsShown(chart('approvalRate')) ?? new Set())
  expect(Object.keys(sent.cells)).toEqual(['day', 'currency', 'count', 'approved', 'declined'])
  expect(shownOf(row, columnsShown(chart('volume')) ?? new Set())).toEqual({
    ...row,
    cells: { day: '14/03/2026', currency: 'GBP', count: 4, volume: 900 },
    links: { count: '/all' },
  })
})

test('a table is sent the columns that it names, and all of them where it names none', () => {
  const table = { widgetType: 'TABLE_WIDGET', tableConfiguration: null } as const
  expect(columnsShown(table)).toBeUndefined()
  const tableConfiguration = { pageIndex: 0, pageSize: 5, tableDataColumns: ['day', 'declined'] }
  const sent = shownOf(row, columnsShown({ ...table, tableConfiguration }) ?? new Set())
  expect([sent.cells.declined, sent.cells.volume, sent.links]).toEqual([
    1,
    undefined,
    { declined: '/declined' },
  ])
})
