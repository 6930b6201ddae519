import { expect, test } from 'vitest'
import { changeOf, daysBefore } from './comparison.rules.ts'

test('as many days just before, over the ends of months', () => {
  expect(daysBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
    ...{ dateFrom: '2026-01-29', dateTo: '2026-02-28' },
  })
  expect(daysBefore({ from: '2026-03-29', to: '2026-03-29' })).toEqual({
    ...{ dateFrom: '2026-03-28', dateTo: '2026-03-28' },
  })
})

test('a change from nothing has no share', () => {
  expect(changeOf(5, 0)).toBeNull()
  expect(changeOf(5, null)).toBeNull()
  expect(changeOf(5, 4)).toBe(0.25)
  expect(changeOf(-5, -4)).toBe(-0.25)
})
