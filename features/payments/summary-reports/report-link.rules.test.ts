import { expect, test } from 'vitest'
import { listFilterOf } from './report-link.rules.ts'

const report = { filter: { method: 'card' }, from: '2026-02-10', to: '2026-03-20' }
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
