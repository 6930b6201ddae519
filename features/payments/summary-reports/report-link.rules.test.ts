import { expect, test } from 'vitest'
import { listFilterOf } from './report-link.rules.ts'

const report = {
  ...{ filter: { method: 'card' }, timeZone: 'Europe/London' },
  ...{ from: '2026-02-10', to: '2026-03-20' },
}
const days = { dateFrom: report.from, dateTo: report.to }

test('a group opens its payments with the filter and the days of the report', () => {
  expect(listFilterOf({ ...report, keys: { provider: 'alpha' }, currency: 'GBP' })).toEqual({
    ...days,
    method: 'card',
    provider: 'alpha',
    currency: 'GBP',
  })
})

test('a day, a month and an hour are the days or the hour of it that the report has', () => {
  const of = (keys: object) => {
    const { dateFrom, dateTo } = listFilterOf({ ...report, keys }) ?? {}
    return [dateFrom, dateTo]
  }
  expect(of({ day: '2026-03-01' })).toEqual(['2026-03-01', '2026-03-01'])
  expect(of({ month: '2026-02' })).toEqual(['2026-02-10', '2026-02-28'])
  expect(of({ month: '2026-03' })).toEqual(['2026-03-01', '2026-03-20'])
  expect(of({ month: '2026-03', day: '2026-03-02' })).toEqual(['2026-03-02', '2026-03-02'])
  expect(of({ hour: '2026-03-02T09:00:00Z' })).toEqual([
    '2026-03-02T09:00:00Z',
    '2026-03-02T09:59:59.999Z',
  ])
})

test('where the report begins or ends at a time, a group is of no payment before or after it', () => {
  const of = (span: object, keys: object) => {
    const { dateFrom, dateTo } = listFilterOf({ ...report, ...span, keys }) ?? {}
    return [dateFrom, dateTo]
  }
  const span = { from: '2026-03-05T10:30:00Z', to: '2026-03-31T12:00:00Z' }
  expect(of(span, { day: '2026-03-05' })).toEqual([span.from, '2026-03-05'])
  expect(of(span, { day: '2026-03-06' })).toEqual(['2026-03-06', '2026-03-06'])
  expect(of(span, { day: '2026-03-31' })).toEqual(['2026-03-31', span.to])
  expect(of(span, { month: '2026-03' })).toEqual([span.from, span.to])
  expect(of(span, { month: '2026-03', day: '2026-03-05' })).toEqual([span.from, '2026-03-05'])
  expect(of(span, { hour: '2026-03-05T10:00:00Z' })).toEqual([
    span.from,
    '2026-03-05T10:59:59.999Z',
  ])
  expect(of(span, { hour: '2026-03-31T12:00:00Z' })).toEqual(['2026-03-31T12:00:00Z', span.to])
  const hours = { from: '2026-03-05T10:00:00Z', to: '2026-03-05T12:00:00Z' }
  expect(of(hours, { day: '2026-03-05' })).toEqual([hours.from, hours.to])
  expect(
    of({ ...hours, to: '2026-03-05T10:20:00.000Z' }, { hour: '2026-03-05T10:00:00Z' }),
  ).toEqual([hours.from, '2026-03-05T10:20:00.000Z'])
})

test('a day is compared with a time in the zone whose day it is; across tenants only what holds in all of them', () => {
  const span = { from: '2026-03-05T20:00:00Z', to: '2026-03-31' }
  const of = (timeZone: string | null, day: string) =>
    listFilterOf({ ...report, ...span, timeZone, keys: { day } })?.dateFrom
  // 20:00 UTC is in Tokyo of the next day already
  expect(of('Asia/Tokyo', '2026-03-06')).toBe(span.from)
  expect(of('Europe/London', '2026-03-06')).toBe('2026-03-06')
  expect(of(null, '2026-03-06')).toBeUndefined()
  expect(of(null, '2026-03-07')).toBe('2026-03-07')
})

test('an hour in which a business day begins is opened from there', () => {
  const span = { from: '2026-03-05', to: '2026-03-05', timeZone: 'Asia/Kolkata' }
  const of = (hour: string) => listFilterOf({ ...report, ...span, filter: {}, keys: { hour } })
  expect(of('2026-03-04T18:00:00Z')).toEqual({
    dateFrom: '2026-03-05',
    dateTo: '2026-03-04T18:59:59.999Z',
  })
  expect(of('2026-03-05T18:00:00Z')).toEqual({
    dateFrom: '2026-03-05T18:00:00Z',
    dateTo: '2026-03-05',
  })
})

test('payments that reached no acquirer, or have no reason, country, website or MID, are opened as such', () => {
  const keys = { provider: null, declineReason: null, country: null, website: null, mid: null }
  expect(listFilterOf({ ...report, keys })).toMatchObject({
    ...{ provider: '-', declineReason: '-', customerCountry: '-', websiteId: '-', midId: '-' },
  })
})

test('what the lookup cannot find opens nothing: all Mondays', () => {
  expect(listFilterOf({ ...report, keys: { weekday: '1' } })).toBeUndefined()
})

test('a figure opens the payments that it counts', () => {
  const status = (more: object, keys = {}) => listFilterOf({ ...report, keys, ...more })?.status
  expect(status({})).toBeUndefined()
  expect(status({ measure: 'declined' })).toBe('declined,failed,blocked')
  expect(status({ onlyDeclined: true })).toBe('declined,failed,blocked')
  expect(status({ measure: 'declined' }, { status: 'failed' })).toBe('failed')
  expect(
    listFilterOf({ ...report, measure: 'declined', keys: { status: 'captured' } }),
  ).toBeUndefined()
  expect(status({ measure: 'declined', filter: { status: 'captured,blocked' } })).toBe('blocked')
})
