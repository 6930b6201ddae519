import { expect, test } from 'vitest'
import { daysOf, nextRunAt, type RunTimes } from './next-run.rules.ts'

const at = (
  frequency: RunTimes['frequency'],
  day: number | null,
  atTime: string,
  timeZone: string,
) => ({
  frequency,
  day,
  atTime,
  timeZone,
})

test.each([
  [
    'the same day',
    at('daily', null, '08:30', 'Europe/Istanbul'),
    '2026-11-20T05:00:00Z',
    '2026-11-20T05:30:00Z',
  ],
  [
    'not again at its own instant',
    at('daily', null, '08:30', 'Europe/Istanbul'),
    '2026-11-20T05:30:00Z',
    '2026-11-21T05:30:00Z',
  ],
  [
    '02:30 where clocks go forward',
    at('daily', null, '01:30', 'Europe/London'),
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:30:00Z',
  ],
  [
    'and the day after as usual',
    at('daily', null, '01:30', 'Europe/London'),
    '2026-03-29T01:30:00Z',
    '2026-03-30T00:30:00Z',
  ],
  [
    '01:30 that comes twice runs the first time',
    at('daily', null, '01:30', 'Europe/London'),
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:30:00Z',
  ],
  [
    'and not the second',
    at('daily', null, '01:30', 'Europe/London'),
    '2026-10-25T00:30:00Z',
    '2026-10-26T01:30:00Z',
  ],
  ['on Mondays', at('weekly', 1, '06:00', 'UTC'), '2026-11-25T00:00:00Z', '2026-11-30T06:00:00Z'],
  [
    'the 31st is the last day of February',
    at('monthly', 31, '06:00', 'UTC'),
    '2026-02-01T00:00:00Z',
    '2026-02-28T06:00:00Z',
  ],
  [
    'the 31st of March',
    at('monthly', 31, '06:00', 'UTC'),
    '2026-02-28T06:00:00Z',
    '2026-03-31T06:00:00Z',
  ],
  [
    'the third business day after a weekend',
    at('business_day', 3, '06:00', 'UTC'),
    '2026-08-01T00:00:00Z',
    '2026-08-05T06:00:00Z',
  ],
  [
    'the first business day of a year',
    at('business_day', 1, '06:00', 'UTC'),
    '2026-12-31T00:00:00Z',
    '2027-01-01T06:00:00Z',
  ],
])('%s', (_, times, after, next) => {
  expect(nextRunAt(times, new Date(after)).toISOString().replace('.000', '')).toBe(next)
})

test.each([
  ['yesterday', '2026-11-24', '2026-11-24'],
  ['last_seven', '2026-11-18', '2026-11-24'],
  ['last_week', '2026-11-16', '2026-11-22'],
  ['this_month', '2026-11-01', '2026-11-25'],
  ['last_month', '2026-10-01', '2026-10-31'],
] as const)('%s, by the clock of the report’s zone', (days, dateFrom, dateTo) => {
  // it is the 25th in Istanbul already
  expect(daysOf(days, new Date('2026-11-24T22:00:00Z'), 'Europe/Istanbul')).toEqual({
    dateFrom,
    dateTo,
  })
})
