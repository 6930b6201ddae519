import { instantOf, localDay, offsetMinutes } from '@counterfoil/kit/contract/calendar-days.ts'
import { describe, expect, test } from 'vitest'
import { formatDateTime } from './dates.tsx'

describe('times in the user’s zone [dates.formats]', () => {
  const instant = new Date('2026-11-20T21:05:09Z')

  test('are DD/MM/YYYY HH:mm, with seconds where asked for', () => {
    expect(formatDateTime(instant, 'Europe/London')).toBe('20/11/2026 21:05')
    expect(formatDateTime(instant, 'Europe/Istanbul', true)).toBe('21/11/2026 00:05:09')
    expect(localDay(instant, 'Asia/Kolkata')).toBe('2026-11-21')
  })

  test('know summer time and odd offsets', () => {
    expect(offsetMinutes(new Date('2026-07-01T00:00:00Z'), 'Europe/London')).toBe(60)
    expect(offsetMinutes(new Date('2026-12-01T00:00:00Z'), 'Europe/London')).toBe(0)
    expect(offsetMinutes(instant, 'Asia/Kathmandu')).toBe(345)
  })
})

describe('the instant of a local time', () => {
  test.each([
    ['2026-11-20', '00:00', 'Europe/Istanbul', '2026-11-19T21:00:00.000Z'],
    ['2026-07-01', '12:30', 'America/New_York', '2026-07-01T16:30:00.000Z'],
    // clocks go forward at 01:00 in London: 01:30 does not exist
    ['2026-03-29', '00:59', 'Europe/London', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29', '02:00', 'Europe/London', '2026-03-29T01:00:00.000Z'],
    // and back at 02:00: the day has 25 hours
    ['2026-10-25', '00:00', 'Europe/London', '2026-10-24T23:00:00.000Z'],
    ['2026-10-26', '00:00', 'Europe/London', '2026-10-26T00:00:00.000Z'],
    // what is skipped is taken after the change, also west of Greenwich, where a day may begin so
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // of what comes twice the first is meant
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('%s %s in %s', (day, time, zone, expected) => {
    expect(instantOf(day, time, zone).toISOString()).toBe(expected)
  })
})
