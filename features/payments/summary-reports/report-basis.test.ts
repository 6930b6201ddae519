// Figures beside a report, charts and sums in one currency, are of the payments of their report and under its rules.
import {
  callerFinder,
  findCallerById,
} from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as funnelRoutes } from '@counterfoil/features/payments/data-analytics/funnel.routes.ts'
import { routes as settingRoutes } from '@counterfoil/features/reporting/report-settings/report-settings.routes.ts'
import { rebuildRollupStatements } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { addDays, utcDayOf } from '@counterfoil/kit/contract/calendar-days.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { exportSources } from '@counterfoil/kit/server/exports/export-source.ts'
import { makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BaseCurrencyReport } from './base-currency.contract.ts'
import { routes as baseRoutes } from './base-currency.routes.ts'
import { merchantReports } from './report-pages.schema.ts'
import type { SummaryReport } from './summary-report.schema.ts'
import { routes } from './summary-reports.routes.ts'

const today = utcDayOf(new Date())
const fixture = await paymentFixture()
const { tenantId, merchantId, database } = fixture
// the settings ask which reports the platform gives
await makeTenant(fixture, { is_platform: true })
let clock = 0
const { call } = await testServer(
  fixture,
  [...routes, ...baseRoutes, ...funnelRoutes, ...settingRoutes],
  callerFinder(database, () => clock),
)
const userWith = (...permissions: string[]) =>
  makeUser(fixture, { tenant_id: tenantId, user_type: 'tenant', permissions })
const declines = 'CRM.Reports.DeclinedTransactionReasons'
const operator = await userWith(
  ...['CRM.Settings.Report.View', 'CRM.Settings.Report.Edit'],
  ...['CRM.Reports.NewTransactionsDaily', 'CRM.Reports.TransactionsSummaryV2', declines],
)

beforeAll(async () => {
  const paid = async (daysAgo: number, change: object) => {
    const day = addDays(today, -daysAgo)
    const at = new Date(`${day}T11:00:00Z`)
    await makePayment(fixture, {
      ...{ tenant_id: tenantId, merchant_id: merchantId, mode: 2, currency: 'GBP' },
      ...{ id: newId(at), created_at: at, updated_at: at, business_day: day },
      ...change,
    } as never)
  }
  const captured = (minor: bigint) => ({
    ...{ status: 'captured', amount_minor: minor, authorised_minor: minor, captured_minor: minor },
  })
  await paid(0, captured(1_000n))
  await paid(10, captured(2_000n))
  await paid(40, captured(4_000n))
  await paid(0, { status: 'declined', amount_minor: 300n, decline_reason: 'Do not honour' })
  await paid(20, { status: 'failed', amount_minor: 70n })
  for (const statement of rebuildRollupStatements) {
    await fixture.owner.query(statement, statement.includes('$1') ? [[tenantId]] : [])
  }
})

const path = '/api/reports/transaction-summary/charts'
const reporting = '/api/reporting/crm/reports'
const [daily, summary, reasons] = [
  'crm-reports-transactions-daily',
  'crm-reports-transactions-summary',
  'crm-reports-declined-transaction-reasons',
]
type User = typeof operator
async function ask(who: User, address: string, query: Record<string, string> = {}) {
  const answer = await call(who, `GET ${address}?${new URLSearchParams(query)}`)
  return { status: answer.statusCode, ...answer.json() }
}
const base = (who: User, query: Record<string, string> = {}, name = 'grouped-by-base-currency') =>
  ask(who, `${path}/${name}`, query) as Promise<
    BaseCurrencyReport & { readonly status: number; readonly code?: string }
  >

async function set(id: string, more: object) {
  const settings = await call(operator, 'GET /api/reporting/report-v2/settings')
  expect(settings.statusCode, settings.body).toBe(200)
  const { version } = settings.json().reports.find((one: { id: string }) => one.id === id)
  const payload = {
    ...{ isOn: true, ownName: null, hiddenColumns: [], maxDays: null, roles: [], version },
    ...more,
  }
  const answer = await call(operator, `PUT /api/reporting/report-v2/settings/${id}`, { payload })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  // what callers may do is kept for five seconds
  clock += 6_000
}
afterEach(() => set(daily as string, {}))

describe('in one currency', () => {
  test.each([
    [reasons, `${reporting}/decline-reasons-statistics`, {}],
    [summary, `${reporting}/transaction-summary/transaction-summary-v2-report`, {}],
    [daily, `${reporting}/transaction-summary/transaction-summary-v2-report`, { groupBy: 'hour' }],
    [
      summary,
      `${reporting}/transaction-summary/transaction-summary-v2-report`,
      { groupBy: 'method', dateFrom: '2024-01-01', dateTo: today },
    ],
  ] as const)('are the payments of the report: %s %s %o', async (report, address, query) => {
    const asked = { report: report as string, ...query }
    const shown = (await ask(operator, address, asked)) as SummaryReport & { status: number }
    expect(shown.status).toBe(200)
    const found = await base(operator, asked)
    expect(found).toMatchObject({ status: 200, from: shown.from, to: shown.to })
    expect(found.total.count).toBe(shown.all.count)
    expect(found.total.count).toBeGreaterThan(0)
    const [total] = shown.totals
    expect(found.total.volume).toBe(total?.volume)
  })

  test('whoever has a report alone has its payments alone', async () => {
    const reader = await userWith(declines)
    for (const query of [{ report: reasons as string }, {}] as Record<string, string>[]) {
      for (const name of ['grouped-by-base-currency', 'grouped-by-base-currency-amount']) {
        expect(await base(reader, query, name)).toMatchObject({
          ...{ status: 200, total: { count: 2, volume: 370 } },
        })
      }
    }
    expect((await base(reader, { report: summary as string })).status).toBe(403)
    expect((await base(await userWith('CRM.Transaction.View'))).status).toBe(403)
    // the charts have all payments
    expect((await ask(reader, `${path}/grouped-by-status`)).status).toBe(403)
  })

  test('has the days and the figures of the report’s settings', async () => {
    await set(daily as string, { hiddenColumns: ['captured', 'approvalRate'], maxDays: 7 })
    const found = await base(operator, { report: daily as string })
    expect(found).toMatchObject({ status: 200, from: addDays(today, -6), total: { count: 2 } })
    expect(found.hiddenColumns).toEqual(['captured', 'approvalRate'])
    for (const figures of [found.total, ...found.rows]) {
      expect(Object.keys(figures)).not.toEqual(expect.arrayContaining(['captured']))
      expect(Object.keys(figures)).not.toEqual(expect.arrayContaining(['successRate']))
    }
    const days = { dateFrom: addDays(today, -19), dateTo: today }
    const code = 'report.too_many_days'
    expect(await base(operator, { report: daily as string, ...days })).toMatchObject({ code })
    expect((await base(operator, { report: summary as string, ...days })).status).toBe(200)
    await set(daily as string, { isOn: false })
    expect(await base(operator, { report: daily as string })).toMatchObject({
      ...{ status: 403, code: 'permission.switched_off' },
    })
  })
})

test('the funnel of data analytics has no more days than its report', async () => {
  const tool = 'crm-reports-data-analytics'
  await set(tool, { maxDays: 7 })
  const reader = await userWith('Crm.Reports.ConversionTool.View')
  const funnel = (query: Record<string, string>) =>
    ask(reader, '/api/reporting/crm/conversion-tool/funnel', query)
  const days = { dateFrom: addDays(today, -19), dateTo: today }
  expect(await funnel(days)).toMatchObject({ code: 'report.too_many_days' })
  expect(await funnel({})).toMatchObject({ status: 200, from: addDays(today, -6) })
  await set(tool, {})
})

describe('a chart', () => {
  const charts = [
    '/api/crm/reports/transaction-summary/charts/grouped-by-status',
    `${path}/grouped-by-day`,
    `${reporting}/transaction-summary/charts/grouped-by-currency`,
  ]
  test('has the days and the figures of the report’s settings', async () => {
    await set(daily as string, { hiddenColumns: ['captured'], maxDays: 7 })
    for (const address of charts) {
      const chart = await ask(operator, address)
      expect(chart).toMatchObject({
        status: 200,
        from: addDays(today, -6),
        hiddenColumns: ['captured'],
      })
      for (const figures of [chart.all, ...chart.rows, ...chart.totals]) {
        expect(Object.keys(figures)).not.toContain('captured')
      }
      const days = { dateFrom: addDays(today, -19), dateTo: today }
      expect(await ask(operator, address, days)).toMatchObject({ code: 'report.too_many_days' })
      const other = await ask(operator, address, { ...days, report: summary as string })
      expect(other).toMatchObject({ status: 200, hiddenColumns: [] })
    }
    const conversion = `${path}/grouped-by-hpp-conversion`
    const days = { dateFrom: addDays(today, -19), dateTo: today }
    expect(await ask(operator, conversion, days)).toMatchObject({ code: 'report.too_many_days' })
  })

  test('of a report that is switched off is refused', async () => {
    await set(daily as string, { isOn: false })
    for (const address of charts) {
      const refused = await ask(operator, address, { report: daily as string })
      expect(refused).toMatchObject({ status: 403, code: 'permission.switched_off' })
      expect((await ask(operator, address, { report: reasons as string })).status).toBe(404)
    }
  })
})

test('a merchant does not group by what only operators see of a payment: neither the report, nor its file, its cost or an export', async () => {
  const merchant = await makeUser(fixture, {
    ...{ tenant_id: tenantId, user_type: 'merchant', merchant_id: merchantId },
    permissions: ['Merchant.Reports.NewTransactionsDaily'],
  })
  const own = '/api/reports/transaction-summary/report'
  const cost = `/api/reporting/report-v2/reports/${merchantReports.daily.id}/cost`
  for (const address of [own, `${own}/export`, cost]) {
    expect((await call(merchant, `GET ${address}?groupBy=brand`)).statusCode).toBe(200)
    for (const groupBy of ['mid', 'provider', 'day,mid', 'tenant']) {
      expect(await ask(merchant, address, { groupBy })).toMatchObject({
        ...{ status: 400, code: 'report.group_of_operators', errors: [{ path: 'groupBy' }] },
      })
    }
  }
  const source = exportSources().get('summary-reports.merchant')
  const reader = {
    ...{
      caller: await findCallerById(database, tenantId, merchant.id),
      database,
      mode: 2 as const,
    },
    ...{ scope: tenantScope(tenantId, [merchantId]), now: new Date() },
  }
  const exported = async () => source?.check?.({ groupBy: ['mid'] }, reader)
  await expect(exported()).rejects.toMatchObject({ code: 'report.group_of_operators' })
  const all = `${reporting}/transaction-summary/transaction-summary-v2-report`
  expect((await ask(operator, all, { groupBy: 'mid' })).status).toBe(200)
})
