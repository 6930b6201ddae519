import { expect, test } from 'vitest'
import { chartRows } from './chart-points.rules.ts'
import type { WidgetRow } from './widget.schema.ts'

const list = '/transaction-management/transaction-lookup'
const count = [{ id: 'count', unit: 'count' }] as const

const row = (status: string, currency: string, payments: number, query: string): WidgetRow => ({
  cells: { status, currency, count: payments },
  links: { count: `${list}?${query}` },
  keys: { status, currency },
  baseCurrency: currency,
  count: payments,
  volume: null,
  successRate: null,
  isPartial: false,
})
const days = 'dateFrom=2026-10-29&dateTo=2026-11-27'
const rows = [
  row('captured', 'GBP', 3560, `${days}&currency=GBP&status=captured`),
  row('captured', 'USD', 138, `${days}&currency=USD&status=captured`),
  row('declined', 'GBP', 264, `${days}&currency=GBP&status=declined`),
]
const points = (currency?: string, data = rows) =>
  chartRows({ data, from: null, to: null }, 'status', count, currency).map(
    ({ key, values, to }) => [key, values[0], to],
  )

test('a point of several currencies leads to the payments of all of them, and of no others', () => {
  expect(points()).toEqual([
    ['captured', 3698, `${list}?${days}&status=captured&currency=GBP,USD`],
    ['declined', 264, `${list}?${days}&currency=GBP&status=declined`],
  ])
  expect(points('USD')).toEqual([['captured', 138, `${list}?${days}&currency=USD&status=captured`]])
})

test('hours without any have a point, too', () => {
  const hour = { ...row('captured', 'GBP', 4, days), keys: { hour: '2026-11-27T03:30:00Z' } }
  const span = { from: '2026-11-27T01:30:00.000Z', to: '2026-11-27T05:29:59.999Z' }
  const found = chartRows({ data: [hour], ...span }, 'hour', count, undefined)
  expect(found.map(({ key, values }) => [key, values[0]])).toEqual([
    ['2026-11-27T01:30:00Z', 0],
    ['2026-11-27T02:30:00Z', 0],
    ['2026-11-27T03:30:00Z', 4],
    ['2026-11-27T04:30:00Z', 0],
  ])
})

test('a point of rows that differ in more than the currency leads nowhere', () => {
  const other = row('captured', 'USD', 7, `${days}&currency=USD&status=captured&brand=visa`)
  expect(points(undefined, [...rows.slice(0, 1), other])).toEqual([['captured', 3567, undefined]])
  const everywhere = row('captured', 'USD', 7, `${days}&status=captured`)
  expect(points(undefined, [...rows.slice(0, 1), everywhere])).toEqual([
    ['captured', 3567, undefined],
  ])
})
