import { expect, test } from 'vitest'
import { type ComparedSpan, changeOf, spanBefore as spanBeforeBy } from './comparison.rules.ts'

const spanBefore = (span: ComparedSpan, zone = 'Europe/London') => spanBeforeBy(span, zone)

const on = (from: string, to: string) => ({
  from,
  to,
  today: '2026-04-10',
  asOf: '2026-04-10T09:30:00.000Z',
})

test('as many days just before, over the ends of months', () => {
  expect(spanBefore(on('2026-03-01', '2026-03-31'))).toEqual({
    ...{ dateFrom: '2026-01-29', dateTo: '2026-02-28' },
  })
  expect(spanBefore(on('2026-03-29', '2026-03-29'))).toEqual({
    ...{ dateFrom: '2026-03-28', dateTo: '2026-03-28' },
  })
})

test('days that are not over are compared with as much time', () => {
  expect(spanBefore(on('2026-04-10', '2026-04-10'))).toEqual({
    ...{ dateFrom: '2026-04-09', dateTo: '2026-04-09T09:30:00.000Z' },
  })
  // to the end of the month, of which ten days have begun
  expect(spanBefore(on('2026-04-01', '2026-04-30'))).toEqual({
    ...{ dateFrom: '2026-03-22', dateTo: '2026-03-31T09:30:00.000Z' },
  })
})

test('hours are compared with the same hours of the day before', () => {
  expect(spanBefore(on('2026-04-09T10:00:00.000Z', '2026-04-09T11:59:59.999Z'))).toEqual({
    ...{ dateFrom: '2026-04-08T10:00:00.000Z', dateTo: '2026-04-08T11:59:59.999Z' },
  })
  expect(spanBefore(on('2026-04-10T09:00:00.000Z', '2026-04-10T09:59:59.999Z'))).toEqual({
    ...{ dateFrom: '2026-04-09T09:00:00.000Z', dateTo: '2026-04-09T09:30:00.000Z' },
  })
})

test('times of day stay the same where the clocks were changed, and days are those of the clock', () => {
  // summer time began on the 29th, at one o'clock: ten in the morning is ten in the morning
  const asOf = '2026-03-29T09:00:00.000Z'
  expect(spanBefore({ from: '2026-03-29', to: '2026-03-29', today: '2026-03-29', asOf })).toEqual({
    ...{ dateFrom: '2026-03-28', dateTo: '2026-03-28T10:00:00.000Z' },
  })
  expect(spanBefore(on('2026-03-29T08:00:00.000Z', '2026-03-29T08:59:59.999Z'))).toEqual({
    ...{ dateFrom: '2026-03-28T09:00:00.000Z', dateTo: '2026-03-28T09:59:59.999Z' },
  })
  // a whole day in Istanbul, which is of two days in London
  const day = on('2026-03-05T21:00:00.000Z', '2026-03-06T20:59:59.999Z')
  expect(spanBefore(day, 'Europe/Istanbul')).toEqual({
    ...{ dateFrom: '2026-03-04T21:00:00.000Z', dateTo: '2026-03-05T20:59:59.999Z' },
  })
})

test('a change from nothing has no share', () => {
  expect(changeOf(5, 0)).toBeNull()
  expect(changeOf(5, null)).toBeNull()
  expect(changeOf(5, 4)).toBe(0.25)
  expect(changeOf(-5, -4)).toBe(-0.25)
})
