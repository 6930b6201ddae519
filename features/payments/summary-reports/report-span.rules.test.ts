import { describe, expect, test } from 'vitest'
import { databaseZone, spanOf, wholeDaysOf, wholeHoursOf } from './report-span.rules.ts'

const today = '2026-03-31'
const refusal = (run: () => unknown) => {
  try {
    run()
  } catch (cause) {
    return (cause as { code: string }).code
  }
  return undefined
}

test('without days a report is of the last thirty, one of hours is of today', () => {
  expect(spanOf({}, ['method'], today)).toEqual({ from: '2026-03-02', to: today, days: 30 })
  expect(spanOf({}, ['hour'], today)).toEqual({ from: today, to: today, days: 1 })
})

test('one end is enough', () => {
  const from = { dateFrom: '2026-03-30' }
  expect(spanOf(from, ['day'], today)).toEqual({ from: '2026-03-30', to: today, days: 2 })
  expect(spanOf(from, ['hour'], today).to).toBe('2026-03-30')
  expect(spanOf({ dateTo: '2026-02-28' }, ['day'], today).from).toBe('2026-01-30')
  expect(spanOf({ dateFrom: '2026-05-01' }, ['day'], today).to).toBe('2026-05-01')
})

test('instants stay as they are', () => {
  const dates = { dateFrom: '2026-03-30T10:00:00Z', dateTo: '2026-03-31T10:00:00+03:00' }
  const span = spanOf(dates, ['hour'], today)
  expect(span).toEqual({ from: dates.dateFrom, to: dates.dateTo, days: 2 })
})

test('a day and an instant of it are in order, though London’s day is another one', () => {
  // half past one on the 23rd in Istanbul, and half past nine on the 22nd in New York
  const begun = { dateFrom: '2026-11-23', dateTo: '2026-11-22T22:30:00.000Z' }
  expect(spanOf(begun, ['status'], today)).toEqual({
    ...{ from: begun.dateFrom, to: begun.dateTo, days: 1 },
  })
  const ended = { dateFrom: '2026-11-23T02:30:00.000Z', dateTo: '2026-11-22' }
  expect(spanOf(ended, ['hour'], today).days).toBe(1)
  for (const wrong of [
    { dateFrom: '2026-11-24', dateTo: '2026-11-22T09:00:00Z' },
    { dateFrom: '2026-11-23T13:00:00Z', dateTo: '2026-11-22' },
  ]) {
    expect(refusal(() => spanOf(wrong, ['status'], today))).toBe('report.days_reversed')
  }
})

test('a reversed span and one that is too long are refused', () => {
  const of = (dateFrom: string, by: 'hour' | 'day' | 'month') =>
    refusal(() => spanOf({ dateFrom, dateTo: today }, [by], today))
  expect(of('2026-04-01', 'month')).toBe('report.days_reversed')
  expect(of('2026-03-25', 'hour')).toBeUndefined()
  expect(of('2026-03-24', 'hour')).toBe('report.too_many_days')
  expect(of('2025-03-01', 'day')).toBeUndefined()
  expect(of('2025-02-01', 'day')).toBe('report.too_many_days')
  expect(of('2025-02-01', 'month')).toBeUndefined()
  expect(of('2001-01-01', 'month')).toBe('report.too_many_days')
})

test('an offset is a zone of the database, which counts westwards', () => {
  expect(databaseZone('Europe/Istanbul')).toBe('Europe/Istanbul')
  expect(databaseZone(180)).toBe('<local>-03:00')
  expect(databaseZone(-210)).toBe('<local>+03:30')
  expect(databaseZone(0)).toBe('<local>-00:00')
})

describe('the whole days of a span', () => {
  const spanned = (from: string, to: string) => wholeDaysOf({ from, to, days: 1 })

  test('are all of it where it is of days', () => {
    expect(spanned('2026-03-01', '2026-03-07')).toEqual({
      whole: { from: '2026-03-01', to: '2026-03-07', days: 7 },
      rest: [],
    })
  })

  test.each([
    // wherever a tenant is, the 6th is over at noon of the 7th in UTC
    ['2026-03-07T12:00:00Z', '2026-03-06', '2026-03-07', 1],
    ['2026-03-07T11:59:00Z', '2026-03-05', '2026-03-06', 2],
  ])('end before the day of the instant %s in any zone', (to, last, next, days) => {
    expect(spanned('2026-03-01', to)).toEqual({
      whole: expect.objectContaining({ from: '2026-03-01', to: last }),
      rest: [{ from: next, to, days }],
    })
  })

  test.each(['9999-12-31T23:59:59.999Z', '9999-12-31T00:00:00Z'])(
    'are none from %s, after which there is no day',
    (from) => {
      const span = { from, to: '9999-12-31', days: 1 }
      expect(wholeDaysOf(span)).toEqual({ whole: undefined, rest: [span] })
    },
  )

  test('begin after the day of an instant in any zone', () => {
    // in Kiritimati the 2nd begins at ten in the morning of the 1st in UTC
    expect(spanned('2026-03-01T09:59:59Z', '2026-03-07').whole?.from).toBe('2026-03-02')
    expect(spanned('2026-03-01T10:00:00Z', '2026-03-07')).toEqual({
      whole: { from: '2026-03-03', to: '2026-03-07', days: 5 },
      rest: [{ from: '2026-03-01T10:00:00Z', to: '2026-03-02', days: 2 }],
    })
  })

  test('are none within a day', () => {
    const [from, to] = ['2026-03-07T08:00:00Z', '2026-03-07T20:00:00Z']
    expect(spanned(from, to)).toEqual({ whole: undefined, rest: [{ from, to, days: 1 }] })
  })
})

describe('the full hours of a span', () => {
  const spanned = (from: string, to: string, zone: string | number = 'Europe/Istanbul') =>
    wholeHoursOf({ from, to, days: 1 }, zone)
  const ofDays = { from: '2026-03-01', to: '2026-03-07', days: 1 }

  test('are all of it where it is of days', () => {
    for (const zone of ['Europe/London', 180, -420]) {
      expect(spanned('2026-03-01', '2026-03-07', zone)).toEqual({ whole: ofDays, rest: [] })
    }
  })

  test('are none where the hours of the zone begin at half past, or do so on one of the days', () => {
    for (const zone of ['Asia/Kolkata', 330, -210]) {
      expect(spanned('2026-03-01', '2026-03-07', zone)).toEqual({ rest: [ofDays] })
    }
    // Lord Howe is eleven hours ahead until 5 April, and ten and a half then
    const ends = ['2026-04-01', '2026-04-05'] as const
    expect(spanned(...ends, 'Australia/Lord_Howe').whole).toBeUndefined()
    expect(spanned('2026-03-01', '2026-03-05', 'Australia/Lord_Howe').whole).toBeDefined()
  })

  test('are the hours that lie within its instants, and what is left is read', () => {
    expect(spanned('2026-03-14T08:30:00Z', '2026-03-14T12:15:00.000Z')).toEqual({
      hours: { from: new Date('2026-03-14T09:00Z'), before: new Date('2026-03-14T12:00Z') },
      whole: { from: '2026-03-13', to: '2026-03-15', days: 3 },
      rest: [
        { from: '2026-03-14T08:30:00Z', to: '2026-03-14T08:59:59.999Z', days: 1 },
        { from: '2026-03-14T12:00:00.000Z', to: '2026-03-14T12:15:00.000Z', days: 1 },
      ],
    })
    expect(spanned('2026-03-14T08:00:00Z', '2026-03-14T09:59:59.999Z').rest).toEqual([])
    expect(spanned('2026-03-14T08:30:00Z', '2026-03-14T09:29:00Z').whole).toBeUndefined()
    expect(spanned('2026-03-14', '2026-03-14T09:00:00Z').whole).toBeUndefined()
  })
})
