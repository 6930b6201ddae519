// What a tenant sets of its reports is in force: in menus, calls, forms, exports and automated reports.

import { text } from 'node:stream/consumers'
import {
  callerFinder,
  findCallerById,
} from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as contextRoutes } from '@counterfoil/features/access/sign-in-context/context.routes.ts'
import { routes as logRoutes } from '@counterfoil/features/payments/api-logs/api-logs.routes.ts'
import type { SummaryReport } from '@counterfoil/features/payments/summary-reports/summary-report.schema.ts'
import { routes as summaryRoutes } from '@counterfoil/features/payments/summary-reports/summary-reports.routes.ts'
import { readableSource, readerOf } from '@counterfoil/features/reporting/exports/exports.public.ts'
import { insertRollupDeltas } from '@counterfoil/features/reporting/rollups/rollups.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { exportSources } from '@counterfoil/kit/server/exports/export-source.ts'
import { makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { paymentFixture } from '@counterfoil/tools/testing/payments.ts'
import { describe, expect, test } from 'vitest'
import { routes as formRoutes } from './report-forms.routes.ts'
import type { ReportSetting } from './report-settings.contract.ts'
import { routes } from './report-settings.routes.ts'

const now = new Date('2026-11-02T12:00:00Z')
const fixture = await paymentFixture({ now: () => now })
const { tenantId, merchantId, database } = fixture
let clock = 0
const { call } = await testServer(
  fixture,
  [...routes, ...formRoutes, ...summaryRoutes, ...logRoutes, ...contextRoutes],
  callerFinder(database, () => clock),
)

const daily = 'crm-reports-transactions-daily'
const rights = [
  ...['CRM.Settings.Report.View', 'CRM.Settings.Report.Edit'],
  ...['CRM.Reports.NewTransactionsDaily', 'Settings.DeveloperSettings.ApiLog.View'],
]
const inTenant = { tenant_id: tenantId, user_type: 'tenant' } as const
const operator = await makeUser(fixture, { ...inTenant, permissions: rights })
const colleague = await makeUser(fixture, { ...inTenant, permissions: rights })
const viewer = await makeUser(fixture, {
  ...inTenant,
  permissions: ['CRM.Settings.Report.View', 'CRM.Reports.TransactionsSummary'],
})
const limited = await makeUser(fixture, {
  ...inTenant,
  permissions: rights,
  limited_to: [merchantId],
})
const home = await makeTenant(fixture, { is_platform: true })
const platform = await makeUser(fixture, {
  tenant_id: home.id,
  user_type: 'platform',
  permissions: [...rights, 'Platform.ReportV2.Settings'],
})
const stranger = await makeUser(fixture, {
  tenant_id: (await makeTenant(fixture, {})).id,
  user_type: 'tenant',
  permissions: rights,
})

const paid = await makePayment(fixture, {
  ...{ tenant_id: tenantId, merchant_id: merchantId, mode: 2, status: 'captured', currency: 'GBP' },
  ...{ amount_minor: 1_250n, authorised_minor: 1_250n, captured_minor: 1_250n },
  ...{ id: newId(now), created_at: now, updated_at: now, business_day: '2026-11-02' },
})
await database.transaction(tenantScope(tenantId), (db) =>
  insertRollupDeltas(db, [
    {
      ...{
        payments: 1,
        day: paid.business_day,
        createdAt: now,
        merchantId,
        mode: 2,
        status: 'captured',
      },
      ...{ method: paid.method, provider: paid.provider, currency: 'GBP' },
      ...{ channel: 'api', declineReason: null, declineCode: null },
      ...{ amountMinor: 1_250n, capturedMinor: 1_250n, refundedMinor: 0n },
    },
  ] as never),
)

type User = { readonly id: string }
const base = '/api/reporting/report-v2'
const reports = '/api/reporting/crm/reports/transaction-summary'
const v2 = `GET ${reports}/transaction-summary-v2-report`

/** What callers may do is kept for five seconds. */
const later = () => {
  clock += 6_000
}

async function settingOf(id: string, user: User = operator, query = ''): Promise<ReportSetting> {
  const answer = await call(user, `GET ${base}/settings${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ reports: ReportSetting[] }>().reports.find((one) => one.id === id) as never
}

async function set(id: string, more: Partial<ReportSetting>, user: User = operator, query = '') {
  const now = await settingOf(id, operator)
  const { isOn, ownName, hiddenColumns, maxDays, roles, version } = now
  const payload = { isOn, ownName, hiddenColumns, maxDays, roles, version, ...more }
  const answer = await call(user, `PUT ${base}/settings/${id}${query}`, { payload })
  later()
  return answer
}

const usual = { isOn: true, ownName: null, hiddenColumns: [], maxDays: null, roles: [] }
const reset = (id: string) => set(id, usual)

describe('a report that is switched off', () => {
  test('is refused with the reason, and its permission has no effect; others go on', async () => {
    expect((await call(operator, v2)).statusCode).toBe(200)
    expect((await set(daily, { isOn: false })).statusCode).toBe(200)
    const refused = await call(operator, v2)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ code: 'permission.switched_off' })
    // menus and routes go by these
    const mine = (await call(operator, 'GET /api/users')).json()
    expect(mine.user.permissions).not.toContain('CRM.Reports.NewTransactionsDaily')
    const form = await call(operator, `GET ${base}/reports/${daily}/form`)
    expect(form.json()).toMatchObject({ code: 'permission.switched_off' })
    // whoever holds another report of the same call has that one
    expect((await call(viewer, v2)).statusCode).toBe(200)
    const asked = await call(viewer, `${v2}?report=${daily}`)
    expect(asked.statusCode).toBe(403)
    expect((await reset(daily)).statusCode).toBe(200)
    expect((await call(operator, v2)).statusCode).toBe(200)
  })

  test('for one role is switched off for that role alone, in its exports too', async () => {
    const { roleId } = await findCallerById(database, tenantId, colleague.id)
    await set(daily, { roles: [{ roleId, isOn: false, hiddenColumns: [], maxDays: null }] })
    expect((await call(colleague, v2)).json()).toMatchObject({ code: 'permission.switched_off' })
    expect((await call(operator, v2)).statusCode).toBe(200)
    const owner = await findCallerById(database, tenantId, colleague.id)
    // so an automated report of theirs is paused
    expect(() => readableSource('summary-reports.v2', owner)).toThrow('switched off')
    await reset(daily)
  })

  test('by the platform cannot be switched on by the tenant', async () => {
    const give = (isAvailable: boolean, user: User = platform) =>
      call(user, `PUT ${base}/tenants/${tenantId}/${daily}`, { payload: { isAvailable } })
    expect((await give(false, operator)).statusCode).toBe(403)
    expect((await give(false)).json()).toMatchObject({ kept: [daily] })
    later()
    expect((await call(operator, v2)).json()).toMatchObject({ code: 'permission.switched_off' })
    expect(await settingOf(daily)).toMatchObject({ isAvailable: false, isOn: true })
    const tried = await set(daily, { isOn: true })
    expect(tried.json()).toMatchObject({ code: 'report_setting.kept' })
    await give(true)
    later()
    expect((await call(operator, v2)).statusCode).toBe(200)
  })
})

describe('a hidden column', () => {
  test('is neither in the answer nor in an export, whoever asks', async () => {
    await set(daily, { hiddenColumns: ['captured', 'share'] })
    const report = (await call(operator, v2)).json<SummaryReport>()
    expect(report.hiddenColumns.sort()).toEqual(['captured', 'share'])
    expect(report.rows[0]).toMatchObject({ volume: 1_250, count: 1 })
    for (const one of [...report.rows, ...report.totals]) expect(one).not.toHaveProperty('captured')
    const csv = (await call(operator, `${v2}/export`)).body
    expect(csv).toContain('Volume')
    expect(csv).not.toContain('Captured')
    const source = exportSources().get('summary-reports.v2')
    const caller = await findCallerById(database, tenantId, operator.id)
    const open = await source?.open({}, readerOf(database, caller, 2, now))
    expect(open?.columns.map(({ name }) => name)).not.toContain('Captured')
    expect(Object.keys(open?.sums.GBP ?? {})).not.toContain('Captured')
    await reset(daily)
    expect((await call(operator, v2)).json<SummaryReport>().rows[0]).toMatchObject({
      captured: 1_250,
    })
  })

  test('of a list is empty in its rows, and not in its export', async () => {
    await set('crm-reports-api-logs', { hiddenColumns: ['idempotencyKey'] })
    const form = (await call(operator, `GET ${base}/reports/crm-reports-api-logs/form`)).json()
    expect(form.hiddenColumns).toEqual(['idempotencyKey'])
    const caller = await findCallerById(database, tenantId, operator.id)
    const reader = readerOf(database, caller, 2, now)
    const open = await exportSources().get('api-logs')?.open({}, reader)
    expect(open?.columns.map(({ name }) => name)).not.toContain('Idempotency key')
    expect(await text(open?.csv as never)).not.toContain('Idempotency key')
    await reset('crm-reports-api-logs')
  })
})

test('the fewest days of the report, the tenant and the role are the most', async () => {
  const { roleId } = await findCallerById(database, tenantId, colleague.id)
  const ofRole = { roleId, isOn: true, hiddenColumns: [], maxDays: 3 }
  await set(daily, { maxDays: 7, roles: [ofRole] })
  const days = (from: string) => `${v2}?dateFrom=${from}&dateTo=2026-11-02`
  expect((await call(operator, days('2026-10-27'))).statusCode).toBe(200)
  const refused = await call(operator, days('2026-10-26'))
  expect(refused.json()).toMatchObject({
    code: 'report.too_many_days',
    errors: [{ path: 'dateFrom' }],
  })
  expect((await call(colleague, days('2026-10-30'))).statusCode).toBe(400)
  // what is not asked for is cut to them
  const { from, to } = (await call(colleague, v2)).json<SummaryReport>()
  expect((Date.parse(to) - Date.parse(from)) / dayMs + 1).toBe(3)
  const { fields } = (await call(colleague, `GET ${base}/reports/${daily}/form`)).json()
  expect(fields.find(({ name }: { name: string }) => name === 'date')).toMatchObject({
    ...{ type: 'dateRange', maxDaysSelected: 3, startDateName: 'dateFrom', endDateName: 'dateTo' },
  })
  await reset(daily)
})

test('a report has the name that its tenant gives it', async () => {
  await set(daily, { ownName: 'Sales by day' })
  const form = (await call(operator, `GET ${base}/reports/${daily}/form`)).json()
  expect(form.name).toEqual({ en: 'Sales by day' })
  const mine = (await call(operator, 'GET /api/users')).json()
  expect(mine.user.screenNames).toEqual({ '/crm/reports/transactions-daily': 'Sales by day' })
  expect((await call(stranger, 'GET /api/users')).json().user.screenNames).toEqual({})
  await reset(daily)
})

test('only who may changes them, in its own tenant, from what it has seen', async () => {
  const body = { ...usual, version: 0 }
  const put = (user: User, id: string, payload: object, query = '') =>
    call(user, `PUT ${base}/settings/${id}${query}`, { payload })
  expect((await put(viewer, daily, body)).statusCode).toBe(403)
  expect((await put(limited, daily, body)).statusCode).toBe(403)
  expect((await put(operator, daily, { ...body, version: 9_999 })).statusCode).toBe(409)
  expect((await put(operator, 'no-such-report', body)).statusCode).toBe(404)
  // a report of platform staff is none of a tenant
  expect((await put(operator, 'crm-reports-login-history', body)).statusCode).toBe(404)
  expect((await put(stranger, daily, body, `?tenantId=${tenantId}`)).statusCode).toBe(404)
  const { version } = await settingOf(daily)
  const now = { ...usual, version }
  const wrong = async (more: object) => (await put(operator, daily, { ...now, ...more })).json()
  expect(await wrong({ hiddenColumns: ['count'] })).toMatchObject({ code: 'report_setting.column' })
  expect(await wrong({ maxDays: 4_000 })).not.toHaveProperty('code')
  await reset(daily)
  const strange = await findCallerById(database, stranger.tenant_id, stranger.id)
  const role = { roleId: strange.roleId, isOn: false, hiddenColumns: [], maxDays: null }
  expect((await set(daily, { roles: [role] })).json()).toMatchObject({
    code: 'report_setting.role',
  })
  const changed = await put(
    platform,
    daily,
    {
      ...usual,
      ownName: 'Theirs',
      version: (await settingOf(daily)).version,
    },
    `?tenantId=${tenantId}`,
  )
  expect(changed.json()).toMatchObject({ ownName: 'Theirs' })
  later()
  await reset(daily)
})

test('options that do not come along are found by their words, within what one may see', async () => {
  const options = (user: User, query: string) =>
    call(user, `GET ${base}/reports/${daily}/options/merchantId${query}`)
  const found = (await options(operator, '')).json()
  expect(found.data.map(({ id }: { id: string }) => id)).toContain(merchantId)
  expect((await options(stranger, `?keys=${merchantId}`)).json()).toMatchObject({ data: [] })
  expect((await options(operator, '?keys=no-id')).json()).toMatchObject({ data: [] })
  const none = await call(operator, `GET ${base}/reports/${daily}/options/status`)
  expect(none.statusCode).toBe(404)
})
