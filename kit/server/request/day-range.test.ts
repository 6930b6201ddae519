import { expect, test } from 'vitest'
import { dayRange } from './day-range.ts'

const now = new Date('2026-11-30T15:40:00Z')
const range = (days: { dateFrom?: string; dateTo?: string }, timeZone = 'Europe/London') => {
  const { from, to } = dayRange(days, { timeZone, now, defaultDays: 7, maxDays: 31 })
  return [from, to].map((at) => at.toISOString())
}

test('the first of the usual days is a whole one, also before a change of clocks', () => {
  expect(range({})[0]).toBe('2026-11-23T00:00:00.000Z')
  // half past one on the next day
  expect(range({}, 'Asia/Kolkata')[0]).toBe('2026-11-22T18:30:00.000Z')
  // clocks went back on the 25th
  expect(range({ dateTo: '2026-10-28' })).toEqual([
    ...['2026-10-20T23:00:00.000Z', '2026-10-29T00:00:00.000Z'],
  ])
})

test('the days that are named are whole ones of the zone, the last one included', () => {
  expect(range({ dateFrom: '2026-03-29', dateTo: '2026-03-29' })).toEqual([
    ...['2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
  ])
})

test('the most days are counted by the calendar, at any time of the day', () => {
  expect(range({ dateFrom: '2026-10-31' })[0]).toBe('2026-10-31T00:00:00.000Z')
  expect(() => range({ dateFrom: '2026-10-30' })).toThrow('at most 31 days')
  expect(() => range({ dateFrom: '2026-10-01', dateTo: '2026-11-01' })).toThrow('at most 31 days')
})
