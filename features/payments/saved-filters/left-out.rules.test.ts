import { expect, test } from 'vitest'
import { openable } from './left-out.rules.ts'

const known = {
  filters: ['status', 'dateFrom', 'dateTo'],
  sorts: ['created', 'amount'],
  columns: ['created', 'amount'],
}

test('what the list still knows is opened as it was kept, days by their name too', () => {
  const view = {
    filters: { status: 'declined', dateRange: 'last7' },
    sort: '-amount',
    columns: ['amount', 'created'],
  }
  expect(openable(view, known)).toEqual({ view, leftOut: [] })
})

test('filters, columns and an order that no longer exist are left out by name, and the rest is opened', () => {
  const view = {
    filters: { status: 'declined', shoeSize: '42' },
    sort: '-shoes',
    columns: ['laces', 'amount'],
  }
  expect(openable(view, known)).toEqual({
    view: { filters: { status: 'declined' }, sort: null, columns: ['amount'] },
    leftOut: ['shoeSize', '-shoes', 'laces'],
  })
})

test('a view whose every column is gone shows the usual ones', () => {
  const { view } = openable({ filters: {}, sort: null, columns: ['laces'] }, known)
  expect(view.columns).toBeNull()
})
