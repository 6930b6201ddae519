import { expect, test } from 'vitest'
import { comparedSpans } from './periods.rules.ts'

const at = { now: new Date('2026-11-27T09:30:00Z'), today: '2026-11-27', timeZone: 'Europe/London' }

test.each([
  [{}, ['2026-11-27', '2026-11-27'], ['2026-11-20', '2026-11-20T09:30:00.000Z']],
  [{ period: 'last7' }, ['2026-11-21', '2026-11-27'], ['2026-11-14', '2026-11-20T09:30:00.000Z']],
  [{ period: 'last30' }, ['2026-10-29', '2026-11-27'], ['2026-09-24', '2026-10-23T08:30:00.000Z']],
  [
    { period: 'last24Hours' },
    ['2026-11-26T10:00:00.000Z', '2026-11-27T09:59:59.999Z'],
    ['2026-11-19T10:00:00.000Z', '2026-11-20T09:30:00.000Z'],
  ],
])('what is not over is compared until the same time of a day: %j', (filters, now, before) => {
  const spans = comparedSpans(filters, at)
  expect(Object.values(spans.now)).toEqual(now)
  expect(Object.values(spans.before)).toEqual(before)
  expect([spans.weeks, spans.isSoFar]).toEqual([now[0] === '2026-10-29' ? 5 : 1, true])
})

test('days that somebody chose are compared with as many, whole weeks before', () => {
  expect(comparedSpans({ dateFrom: '2026-11-07', dateTo: '2026-11-17' }, at)).toEqual({
    now: { dateFrom: '2026-11-07', dateTo: '2026-11-17' },
    before: { dateFrom: '2026-10-24', dateTo: '2026-11-03' },
    weeks: 2,
    isSoFar: false,
  })
})

test('the same time of a day is that of the clock on the wall, before and after the clocks are changed', () => {
  // half past nine in the morning, on the day after the clocks went back
  const monday = { now: new Date('2026-10-26T09:30:00Z'), today: '2026-10-26' }
  const { before } = comparedSpans({}, { ...monday, timeZone: 'Europe/London' })
  expect(before).toEqual({ dateFrom: '2026-10-19', dateTo: '2026-10-19T08:30:00.000Z' })
})
