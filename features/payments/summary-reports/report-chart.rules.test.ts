import { expect, test } from 'vitest'
import { chartPoints, hasChart } from './report-chart.rules.ts'
import type { ReportRow, SummaryReport } from './summary-report.schema.ts'

const row = (keys: ReportRow['keys'], currency: string, approved: number, declined: number) =>
  ({
    keys,
    currency,
    count: approved + declined,
    approved,
    declined,
    captured: approved * 100,
  }) as ReportRow
const report = (rows: ReportRow[], groupBy: SummaryReport['groupBy'] = ['day']) =>
  ({ rows, groupBy, from: '2026-03-30', to: '2026-04-30', today: '2026-04-02' }) as SummaryReport

const days = report([
  row({ day: '2026-04-01', method: 'card' }, 'GBP', 3, 1),
  row({ day: '2026-04-01', method: 'alternative' }, 'GBP', 0, 4),
  row({ day: '2026-04-01', method: 'card' }, 'TRY', 2, 0),
  row({ day: '2026-03-30', method: 'card' }, 'TRY', 1, 0),
])

test('days without payments are there, days that are to come are not', () => {
  expect(chartPoints(days, 'count', undefined)).toEqual([
    { key: '2026-03-30', value: 1 },
    { key: '2026-03-31', value: 0 },
    { key: '2026-04-01', value: 10 },
    { key: '2026-04-02', value: 0 },
  ])
})

test('amounts are of one currency, and rates are divided once all is added up', () => {
  expect(chartPoints(days, 'captured', 'GBP')[2]?.value).toBe(300)
  expect(chartPoints(days, 'approvalRate', 'GBP')[2]?.value).toBe(3 / 8)
  expect(chartPoints(days, 'approvalRate', undefined)[1]?.value).toBe(0)
})

test('months follow each other; groups that do not have no chart', () => {
  const months = report([row({ month: '2026-04' }, 'GBP', 1, 0)], ['month'])
  expect(chartPoints(months, 'count', undefined)).toEqual([
    { key: '2026-03', value: 0 },
    { key: '2026-04', value: 1 },
  ])
  expect(hasChart(months)).toBe(true)
  expect(hasChart(report([], ['provider', 'day']))).toBe(false)
  expect(hasChart(report([], []))).toBe(false)
})
