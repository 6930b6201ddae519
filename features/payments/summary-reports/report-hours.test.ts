import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { makeMerchant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { londonDay, makeReportPayments } from '@counterfoil/tools/testing/report-payments.ts'
import { expect, test } from 'vitest'
import type { SummaryReport } from './summary-report.schema.ts'
import { routes } from './summary-reports.routes.ts'

const fixture = await paymentFixture({ now: () => new Date('2026-11-02T12:00:00Z') })
const { tenantId } = fixture
const other = await makeMerchant(fixture, { tenant_id: tenantId })
const { call } = await testServer(fixture, routes, callerFinder(fixture.database))
const user = (values: object) =>
  makeUser(fixture, {
    ...{ tenant_id: tenantId, user_type: 'tenant', ...values },
    permissions: ['CRM.Transaction.View', 'CRM.Reports.TransactionsSummary'],
  })
const operator = await user({})
const ofOther = await user({ limited_to: [other.id] })
const ofTransfers = await user({ limited_to_methods: ['bank_transfer'] })
const payments = await makeReportPayments(fixture, other, 240)

type Payment = (typeof payments)[number]

const ask = async (who: typeof operator, query: Record<string, string>) => {
  const path = '/api/reports/transaction-summary/charts/grouped-by-hour'
  const answer = await call(who, `GET ${path}?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<SummaryReport>()
}

/** Hours of zones that are not a whole number of hours from UTC begin within those of UTC. */
function startOfHour({ created_at }: Payment, timeZone: string): string {
  const minute = Number(created_at.toLocaleTimeString('en-GB', { timeZone, minute: 'numeric' }))
  const start = Math.floor(created_at.getTime() / 60_000 - minute) * 60_000
  return `${new Date(start).toISOString().slice(0, 19)}Z`
}

/** Count, volume and what was captured of each hour and currency, added up payment by payment. */
function addUp(some: readonly Payment[], timeZone: string): Record<string, number[]> {
  const groups: Record<string, number[]> = {}
  for (const one of some) {
    const key = `${startOfHour(one, timeZone)} ${one.currency}`
    const [count = 0, volume = 0, captured = 0] = groups[key] ?? []
    groups[key] = [
      ...[count + 1, volume + Number(one.amount_minor)],
      captured + Number(one.captured_minor),
    ]
  }
  return groups
}

test('hours add up from sums and from payments alike, in any zone and between any instants', async () => {
  const at = payments.map(({ created_at }) => created_at.toISOString()).toSorted()
  // an end on a full hour, which is within, and one in the middle of hours
  const full = at.find((one) => one.endsWith(':00:00.000Z')) ?? ''
  expect(full).not.toBe('')
  const near = new Date(Date.parse(full) - 90 * 60_000).toISOString()
  const spans = [
    ...[['2026-10-25', '2026-10-25'] as const, ['2026-10-24', '2026-10-30'] as const],
    ...[[near, full] as const, [full, full] as const, ['2026-10-24T17:00:00Z', '2026-10-30']],
  ] as const
  const readers = [
    [operator, () => true],
    [ofOther, (one: Payment) => one.merchant_id === other.id],
    [ofTransfers, (one: Payment) => one.method === 'bank_transfer'],
  ] as const
  const sources = new Set<string>()
  for (const timeZone of ['Europe/London', 'America/New_York', 'Asia/Kathmandu']) {
    for (const [from, to] of spans) {
      for (const [who, isSeen] of readers) {
        const expected = payments.filter((one) => {
          const { created_at, mode } = one
          const isSince = from.includes('T')
            ? created_at >= new Date(from)
            : londonDay(created_at) >= from
          const isUntil = to.includes('T')
            ? created_at <= new Date(to)
            : londonDay(created_at) <= to
          return isSince && isUntil && mode === 2 && isSeen(one)
        })
        const { rows, source } = await ask(who, { dateFrom: from, dateTo: to, timeZone })
        const found = rows.map(({ keys, currency, count, volume, captured }) => [
          `${keys.hour} ${currency}`,
          [count, volume, captured],
        ])
        expect(Object.fromEntries(found)).toEqual(addUp(expected, timeZone))
        sources.add(`${timeZone} ${who === ofOther ? 'a merchant' : 'all'} ${source}`)
      }
    }
  }
  // instants have hours that are not full, too
  expect([...sources].toSorted()).toEqual([
    ...['America/New_York a merchant payments'],
    ...['America/New_York all payments', 'America/New_York all rollups'],
    ...['Asia/Kathmandu a merchant payments', 'Asia/Kathmandu all payments'],
    ...['Europe/London a merchant payments'],
    ...['Europe/London all payments', 'Europe/London all rollups'],
  ])
})

test('the hour that comes twice when the clocks are put back has two rows', async () => {
  const query = { dateFrom: '2026-10-25', timeZone: 'Europe/London' }
  const hours = (await ask(operator, query)).rows.map(({ keys }) => keys.hour ?? '')
  const expected = payments
    .filter((one) => one.mode === 2 && londonDay(one.created_at) === '2026-10-25')
    .map((one) => startOfHour(one, 'Europe/London'))
  expect(new Set(hours)).toEqual(new Set(expected))
  const byOffset = await ask(operator, { dateFrom: '2026-10-25', timezoneOffset: '-210' })
  const halves = byOffset.rows.map(({ keys }) => keys.hour?.slice(14, 16))
  expect(new Set(halves)).toEqual(new Set(['30']))
})
