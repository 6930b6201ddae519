import { expect, test } from 'vitest'
import { addDays, addMonths, countDays, daysOf, localDay, utcDayOf } from './calendar-days.ts'

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  // a day of 23 hours in most of Europe
  ['2026-03-28', 2, '2026-03-30'],
])('%s and %i days is %s', (day, count, expected) => {
  expect(addDays(day, count)).toBe(expected)
})

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2026-12-15', 13, '2028-01-15'],
])('%s and %i months is %s', (day, count, expected) => {
  expect(addMonths(day, count)).toBe(expected)
})

test('a range has both its ends, and none where it is reversed', () => {
  expect(daysOf('2026-02-27', '2026-03-02')).toEqual([
    ...['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
  ])
  expect(countDays('2026-02-27', '2026-03-02')).toBe(4)
  expect(daysOf('2026-03-02', '2026-03-02')).toEqual(['2026-03-02'])
  expect(daysOf('2026-03-02', '2026-02-27')).toEqual([])
})

test('an instant is on the day of its time zone', () => {
  const at = new Date('2026-11-28T22:30:00Z')
  expect([utcDayOf(at), localDay(at, 'Europe/Istanbul'), localDay(at, 'America/Lima')]).toEqual([
    ...['2026-11-28', '2026-11-29', '2026-11-28'],
  ])
})
