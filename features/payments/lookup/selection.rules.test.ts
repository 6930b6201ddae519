import fc from 'fast-check'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { firstIdAt, isSummedByDay, selectionOf } from './selection.rules.ts'

test('ids of an instant are neither before its first id nor after the next', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (msecs) => {
      const id = v7({ msecs })
      expect(id >= firstIdAt(msecs)).toBe(true)
      expect(id < firstIdAt(msecs + 1)).toBe(true)
    }),
  )
})

test('a decline reason is found by what a reader of another language reads', () => {
  const reasonOf = (declineReason: string) => selectionOf({ declineReason }, 2).declineReason
  expect(reasonOf('Yetersiz bakiye')).toBe('Insufficient funds')
  expect(reasonOf('Insufficient funds')).toBe('Insufficient funds')
})

describe('dates', () => {
  test('an instant is a range of ids, its end included', () => {
    const { idFrom, idBefore, dayFrom, dayTo } = selectionOf(
      { dateFrom: '2026-03-01T10:00:00Z', dateTo: '2026-03-01T12:00:00+02:00' },
      2,
    )
    expect([dayFrom, dayTo]).toEqual([undefined, undefined])
    expect(idFrom).toBe(firstIdAt(Date.UTC(2026, 2, 1, 10)))
    expect(idBefore).toBe(firstIdAt(Date.UTC(2026, 2, 1, 10, 0, 0, 1)))
  })

  test('a day is a business day, and its ids lie within the time that it is this day anywhere', () => {
    const { idFrom, idBefore, dayFrom, dayTo } = selectionOf(
      { dateFrom: '2026-03-01', dateTo: '2026-03-31' },
      2,
    )
    expect([dayFrom, dayTo]).toEqual(['2026-03-01', '2026-03-31'])
    // Kiritimati is 14 hours ahead of UTC, Baker Island 12 behind
    expect(idFrom).toBe(firstIdAt(Date.UTC(2026, 1, 28, 10)))
    expect(idBefore).toBe(firstIdAt(Date.UTC(2026, 3, 1, 12)))
  })
})

test.each([
  [{ dateFrom: '2026-03-02', dateTo: '2026-03-01' }, 'dateTo'],
  [{ dateFrom: '2026-03-01T10:00:00Z', dateTo: '2026-03-01T11:00:00+02:00' }, 'dateTo'],
  [{ amountFrom: 100, amountTo: 99 }, 'amountTo'],
])('a range that ends before it begins is refused at its end: %o', (filter, path) => {
  expect(() => selectionOf(filter, 1)).toThrow(
    expect.objectContaining({ status: 400, errors: [expect.objectContaining({ path })] }),
  )
})

test('sums by day serve what they hold: not single payments, not parts of days', () => {
  const isSummed = (filter: Parameters<typeof selectionOf>[0]) =>
    isSummedByDay(selectionOf(filter, 2))
  expect(isSummed({})).toBe(true)
  expect(isSummed({ status: ['captured'], currency: ['GBP'], dateFrom: '2026-03-01' })).toBe(true)
  expect(isSummed({ dateFrom: '2026-03-01T00:00:00Z' })).toBe(false)
  expect(isSummed({ dateTo: '2026-03-01T00:00:00Z' })).toBe(false)
  for (const filter of [{ amountTo: 1 }, { externalId: 'a' }, { email: 'a' }, { last4: '1' }]) {
    expect(isSummed(filter)).toBe(false)
  }
  expect(isSummed({ searchKey: 'a' })).toBe(false)
})
