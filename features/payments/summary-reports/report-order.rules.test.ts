import { expect, test } from 'vitest'
import { defaultOrder, sortRows } from './report-order.rules.ts'
import type { ReportRow } from './summary-report.schema.ts'

const row = (
  provider: string | null,
  currency: string,
  count: number,
  approvalRate: number | null,
) => ({ keys: { provider }, currency, count, approvalRate }) as unknown as ReportRow
const rows = [
  row('b', 'GBP', 2, 0.5),
  row(null, 'GBP', 9, null),
  row('a', 'TRY', 2, 1),
  row('a', 'EUR', 2, 0),
]
const sorted = (by: string, descending: boolean) =>
  sortRows(rows, ['provider'], { by, descending }).map(
    ({ keys, currency }) => `${keys.provider} ${currency}`,
  )

test('equal rows are in the order of their keys and currencies', () => {
  expect(sorted('count', true)).toEqual(['null GBP', 'a EUR', 'a TRY', 'b GBP'])
  expect(sorted('provider', false)).toEqual(['null GBP', 'a EUR', 'a TRY', 'b GBP'])
  expect(sorted('provider', true)).toEqual(['b GBP', 'a EUR', 'a TRY', 'null GBP'])
})

test('a rate of nothing is below every other', () => {
  expect(sorted('approvalRate', false)[0]).toBe('null GBP')
  expect(sorted('approvalRate', true).at(-1)).toBe('null GBP')
})

test('days begin with the newest, other groups with the largest', () => {
  expect(defaultOrder(['day', 'method'])).toEqual({ by: 'day', descending: true })
  expect(defaultOrder(['weekday'])).toEqual({ by: 'weekday', descending: false })
  expect(defaultOrder(['method', 'day'])).toEqual({ by: 'count', descending: true })
  expect(defaultOrder([])).toEqual({ by: 'count', descending: true })
})
