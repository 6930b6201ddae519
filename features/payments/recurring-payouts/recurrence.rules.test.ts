import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { expect, test } from 'vitest'
import { daysBetween, nextDayFrom, occurrenceOf, type Recurrence } from './recurrence.rules.ts'

const recurrence =
  (frequency: Recurrence['frequency']) =>
  (firstDay: string, lastDay: string | null = null): Recurrence => ({
    frequency,
    firstDay,
    lastDay,
  })
const monthly = recurrence('monthly')
const weekly = recurrence('weekly')

test('the 31st falls on the last day of a shorter month, and is the 31st again after it', () => {
  const days = [0, 1, 2, 3, 13].map((index) => occurrenceOf(monthly('2027-01-31'), index))
  expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2028-02-29'])
})

test.each([
  [weekly('2026-12-25'), '2026-12-01', '2026-12-25'],
  [weekly('2026-12-25'), '2026-12-26', '2027-01-01'],
  [weekly('2026-12-25'), '2027-01-01', '2027-01-01'],
  [monthly('2026-11-30'), '2027-02-01', '2027-02-28'],
  [monthly('2026-11-30'), '2027-03-01', '2027-03-30'],
  [monthly('2026-11-30', '2027-02-28'), '2027-02-28', '2027-02-28'],
  [monthly('2026-11-30', '2027-02-28'), '2027-03-01', null],
])('the first date of %o from %s on is %s', (dates, from, expected) => {
  expect(nextDayFrom(dates, from)).toBe(expected)
})

test('dates between two days: the first day counts, the second does not', () => {
  expect(daysBetween(weekly('2027-01-04'), '2027-01-04', '2027-01-18')).toEqual([
    ...['2027-01-04', '2027-01-11'],
  ])
  expect(daysBetween(weekly('2027-01-04', '2027-01-05'), '2027-01-05', '2027-02-18')).toEqual([])
})

test('from any day on, the date that is found is of the schedule and the first', () => {
  for (const dates of [monthly('2026-12-29'), monthly('2026-12-31'), weekly('2026-12-31')]) {
    const all = Array.from({ length: 200 }, (_, index) => occurrenceOf(dates, index))
    expect(all).toEqual([...new Set(all)].toSorted())
    for (let ms = Date.parse('2026-12-01'); ms < Date.parse('2029-01-01'); ms += dayMs) {
      const from = new Date(ms).toISOString().slice(0, 10)
      expect(nextDayFrom(dates, from)).toBe(all.find((day) => day >= from))
    }
  }
})
