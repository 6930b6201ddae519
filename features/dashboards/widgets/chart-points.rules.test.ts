import { describe, expect, test } from 'vitest'
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

test('a point is as big as all of its currencies together, and stands in that order', () => {
  const more = [
    row('refunded', 'GBP', 40, `${days}&currency=GBP&status=refunded`),
    row('voided', 'GBP', 38, `${days}&currency=GBP&status=voided`),
    row('voided', 'USD', 8, `${days}&currency=USD&status=voided`),
    row('refunded', 'USD', 4, `${days}&currency=USD&status=refunded`),
  ]
  const order = (data: WidgetRow[]) => points(undefined, data).map(([key, value]) => [key, value])
  expect(order(more)).toEqual([
    ['voided', 46],
    ['refunded', 44],
  ])
  // what stands in another order keeps it
  expect(order([more[3], more[0], more[1], more[2]] as WidgetRow[])).toEqual([
    ['refunded', 44],
    ['voided', 46],
  ])
})

describe('a point of payments against before', () => {
  const compared = (currency: string, now: number, before: number): WidgetRow => ({
    ...row('captured', currency, now, ''),
    cells: { status: 'captured', count: now, before, change: now - before },
    links: {
      ...(now > 0 ? { count: `${list}?dateFrom=2026-11-27&currency=${currency}` } : {}),
      ...(before > 0 ? { before: `${list}?dateFrom=2026-11-20&currency=${currency}` } : {}),
    },
  })
  const linkOf = (figure: string, data: WidgetRow[]) => {
    const columns = [{ id: figure, unit: 'count' }] as const
    return chartRows({ data, from: null, to: null }, 'status', columns, undefined)[0]?.to
  }

  test('of nothing now does not lead to the payments before', () => {
    expect(linkOf('count', [compared('GBP', 0, 7)])).toBeUndefined()
    expect(linkOf('before', [compared('GBP', 0, 7)])).toContain('dateFrom=2026-11-20')
    expect(linkOf('before', [compared('GBP', 7, 0)])).toBeUndefined()
  })

  test('leads to those of the currencies that have any', () => {
    const both = [compared('GBP', 4, 5), compared('EUR', 0, 7)]
    expect(linkOf('count', both)).toBe(`${list}?dateFrom=2026-11-27&currency=GBP`)
    expect(linkOf('before', both)).toBe(`${list}?dateFrom=2026-11-20&currency=GBP,EUR`)
  })
})
