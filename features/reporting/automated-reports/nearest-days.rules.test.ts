import { expect, test } from 'vitest'
import { nearestDays, usualTimes } from './nearest-days.rules.ts'
import { daysOf, type ReportDays } from './next-run.rules.ts'

// a Wednesday
const today = '2026-11-25'
const at = (dateFrom?: string, dateTo?: string) => nearestDays({ dateFrom, dateTo }, today)

test.each(['yesterday', 'last_seven', 'last_week', 'this_month', 'last_month'] as ReportDays[])(
  'the days of %s on the page are that choice',
  (days) => {
    for (const noon of [`${today}T12:00:00Z`, '2026-03-01T12:00:00Z', '2026-11-29T12:00:00Z']) {
      const page = daysOf(days, new Date(noon), 'UTC')
      const found = nearestDays(page, noon.slice(0, 10))
      // the first of a month, and a Monday, have spans that are two choices
      expect(found?.instead).toBeUndefined()
      expect(daysOf(found?.days as ReportDays, new Date(noon), 'UTC')).toEqual(page)
    }
  },
)

test('other days are the choice of about as many, which says so', () => {
  expect(at('2026-11-25', '2026-11-25')).toEqual({
    ...{ days: 'yesterday', instead: { from: '2026-11-25', to: '2026-11-25' } },
  })
  expect(at('2026-11-01', '2026-11-08')?.days).toBe('last_seven')
  expect(at('2026-10-27', '2026-11-25')?.days).toBe('last_month')
  expect(at('2025-01-01', '2025-12-31')).toMatchObject({
    ...{ days: 'last_month', instead: { from: '2025-01-01', to: '2025-12-31' } },
  })
})

test('a page without days says none, one with a beginning alone goes on until today', () => {
  expect(at()).toBeUndefined()
  expect(at('2026-11-01')).toEqual({ days: 'this_month' })
  expect(at(undefined, '2026-11-24')).toEqual({
    ...{ days: 'last_month', instead: { from: '2026-10-26', to: '2026-11-24' } },
  })
})

test('a time is no choice, which are of whole days', () => {
  expect(at('2026-11-24T10:00:00Z', '2026-11-24T12:00:00Z')).toMatchObject({
    ...{ days: 'yesterday', instead: { from: '2026-11-24', to: '2026-11-24' } },
  })
})

test.each([
  ['yesterday', 'daily', null],
  ['last_seven', 'daily', null],
  ['last_week', 'weekly', 1],
  ['this_month', 'daily', null],
  ['last_month', 'monthly', 1],
] as const)('a report of %s begins as a %s one', (days, frequency, day) => {
  expect(usualTimes(days)).toEqual({ frequency, day })
})
