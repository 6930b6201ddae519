import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { jobs as noticeJobs } from '@counterfoil/features/messaging/notifications/notifications.jobs.ts'
import type { AutomatedReport } from '@counterfoil/features/reporting/automated-reports/automated-reports.contract.ts'
import { runDue } from '@counterfoil/features/reporting/automated-reports/automated-reports.jobs.ts'
import { routes as automatedRoutes } from '@counterfoil/features/reporting/automated-reports/automated-reports.routes.ts'
import { runExport } from '@counterfoil/features/reporting/exports/exports.jobs.ts'
import { routes as exportRoutes } from '@counterfoil/features/reporting/exports/exports.routes.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { type DataExport, maxOpenExports } from '@counterfoil/kit/contract/exports.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openStorage, type Storage } from '@counterfoil/providers/storage/storage.ts'
import { verifyExport } from '@counterfoil/tools/verify-export.ts'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { routes } from './reports.routes.ts'
// declares the payment reports
import '@counterfoil/features/payments/summary-reports/summary-reports.routes.ts'

const db = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-automated-'))
afterAll(() => rmSync(folder, { recursive: true }))
const storage = openStorage({ dataDir: folder })
let clockMs = 0
const finder = callerFinder(db.database, () => clockMs++ * 10_000)
const { call } = await testServer(
  db,
  [...routes, ...exportRoutes({ storage }), ...automatedRoutes],
  finder,
)
const tenant = await makeTenant(db, { locale: 'en' })
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const other = await makeMerchant(db, { tenant_id: tenant.id })
const operatorOf = () =>
  makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions: ['CRM.Transaction.View'] })
type Who = Awaited<ReturnType<typeof operatorOf>>

// the day before the next midnight, when the reports run
const soldAt = new Date()
for (const [n, { id: merchant_id }] of [merchant, merchant, other].entries()) {
  await makePayment(db, {
    tenant_id: tenant.id,
    id: newId(soldAt),
    merchant_id,
    external_id: `INV-${n}`,
    business_day: soldAt.toISOString().slice(0, 10),
    created_at: soldAt,
  })
}

const contextAt = (at: Date): JobContext => ({
  database: db.database,
  jobs: db.jobs,
  log: pino({ level: 'silent' }),
  now: () => at,
  signal: new AbortController().signal,
})

const wanted = {
  name: 'Sales of yesterday',
  source: 'payments',
  format: 'csv',
  query: { columns: 'externalId,amount,currency' },
  days: 'yesterday',
  frequency: 'daily',
  atTime: '00:00',
  timeZone: 'UTC',
  delivery: 'portal',
}
const path = '/api/reporting/customer-configuration'
async function scheduled(
  who: Who,
  customer: string,
  change: object = {},
): Promise<AutomatedReport> {
  const answer = await call(who, `POST ${path}/${customer}`, { payload: { ...wanted, ...change } })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json()
}

/** The clock comes to the report's time, and the worker does what is due. */
async function passed(report: AutomatedReport, into: Storage = storage): Promise<void> {
  const at = new Date(report.nextRunAt ?? '')
  await runDue(contextAt(at))
  const { rows } = await db.owner.query(
    `select e.tenant_id, e.id from data_export e join automated_report_run r on (r.tenant_id, r.id) = (e.tenant_id, e.run_id)
     where r.report_id = $1 and e.state in ('waiting', 'running')`,
    [report.id],
  )
  for (const { tenant_id: tenantId, id: exportId } of rows) {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const tools = { storage: into, reportFileBytes: 1e6, publicUrl: 'http://localhost:4000' }
      await runExport(tools, { tenantId, exportId }, contextAt(at)).catch(() => undefined)
    }
  }
}

const runsOf = async (who: Who, { id }: AutomatedReport) =>
  (await call(who, `GET /api/reporting/automated-reports/${id}/runs`)).json<{
    data: { state: string; rows: number | null; exportId: string; failure: string | null }[]
  }>().data
const readOne = async (who: Who, { id }: AutomatedReport) =>
  (await call(who, 'GET /api/reporting/automated-reports'))
    .json<{ data: AutomatedReport[] }>()
    .data.find((one) => one.id === id)

test('a report that is scheduled runs by the clock once, and what is received is whole by its manifest', async () => {
  const who = await operatorOf()
  const report = await scheduled(who, merchant.id)
  await passed(report)
  await passed(report)
  const runs = await runsOf(who, report)
  expect(runs).toMatchObject([{ state: 'sent', rows: 2, failure: null }])
  const after = await readOne(who, report)
  expect(after?.lastRun?.state).toBe('sent')
  expect(Date.parse(after?.nextRunAt ?? '') - Date.parse(report.nextRunAt ?? '')).toBe(dayMs)
  const file = await call(who, `GET /api/exports/${runs[0]?.exportId}/file`)
  const zip = join(folder, 'received.zip')
  writeFileSync(zip, file.rawPayload)
  const { manifest, differences } = await verifyExport(zip)
  expect(differences).toEqual([])
  expect(manifest?.rows).toBe(2)
  const [one] = (await call(who, 'GET /api/exports')).json<{ data: DataExport[] }>().data
  expect(one?.isAutomated).toBe(true)
})

test('by mail goes a link to its owner, and no data', async () => {
  const who = await operatorOf()
  await passed(await scheduled(who, tenant.id, { delivery: 'mail' }))
  const { rows } = await db.owner.query('select * from mail where recipient = $1', [who.email])
  expect(rows).toHaveLength(1)
  expect(rows[0].text_body).toContain('http://localhost:4000/exports')
  expect(rows[0].text_body).not.toContain('INV-')
})

test('the mail is in the language of its owner, whatever its tenant speaks', async () => {
  const who = await operatorOf()
  await db.owner.query(`update app_user set locale = 'tr' where id = $1`, [who.id])
  await passed(await scheduled(who, tenant.id, { delivery: 'mail' }))
  const { rows } = await db.owner.query('select * from mail where recipient = $1', [who.email])
  expect(rows[0].text_body).toContain('Merhaba')
})

test('what ran and had nothing to send is told from what was sent, and from what failed', async () => {
  const who = await operatorOf()
  const none = { query: { ...wanted.query, currency: 'JPY' } }
  const silent = await scheduled(who, tenant.id, { ...none, skipEmpty: true })
  const empty = await scheduled(who, tenant.id, none)
  const failing = await scheduled(who, tenant.id)
  const full: Storage = { ...storage, put: () => Promise.reject(new Error('no space')) }
  await passed(failing, full)
  await passed(silent)
  await passed(empty)
  expect(await runsOf(who, silent)).toMatchObject([{ state: 'nothing', rows: 0 }])
  expect(await runsOf(who, empty)).toMatchObject([{ state: 'sent', rows: 0 }])
  expect(await runsOf(who, failing)).toMatchObject([{ state: 'failed', failure: 'export.failed' }])
})

test('what takes longer than a job may take has failed at its last attempt, and its run with it', async () => {
  const who = await operatorOf()
  const report = await scheduled(who, tenant.id)
  const at = new Date(report.nextRunAt ?? '')
  await runDue(contextAt(at))
  const exportId = (await runsOf(who, report))[0]?.exportId ?? ''
  const slow: Storage = {
    ...storage,
    put: async () => {
      await setTimeout(50)
      throw new Error('aborted')
    },
  }
  const tools = { storage: slow, reportFileBytes: 1e6, publicUrl: 'http://localhost:4000' }
  const states: string[] = []
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const context = { ...contextAt(at), signal: AbortSignal.timeout(1) }
    await runExport(tools, { tenantId: tenant.id, exportId }, context).catch(() => undefined)
    states.push((await runsOf(who, report))[0]?.state ?? '')
  }
  expect(states).toEqual(['running', 'running', 'failed'])
})

test.each([
  ['right_lost', `update role set permissions = '{}' where id = $1`, 'role_id'],
  ['owner_gone', 'update app_user set is_active = false where id = $1', 'id'],
] as const)(
  'it stops (%s) when its owner may not have it any more',
  async (reason, change, key) => {
    const who = await operatorOf()
    const report = await scheduled(who, tenant.id)
    await db.owner.query(change, [who[key]])
    await passed(report)
    const { rows } = await db.owner.query(
      'select is_active, paused_for, next_run_at from automated_report where id = $1',
      [report.id],
    )
    expect(rows).toEqual([{ is_active: false, paused_for: reason, next_run_at: null }])
    const runs = await db.owner.query('select from automated_report_run where report_id = $1', [
      report.id,
    ])
    expect(runs.rowCount).toBe(0)
  },
)

test('it rests while its tenant is suspended, and runs once when that works again', async () => {
  const who = await operatorOf()
  const report = await scheduled(who, tenant.id)
  const setActive = (isActive: boolean) =>
    db.owner.query('update tenant set is_active = $2 where id = $1', [tenant.id, isActive])
  await setActive(false)
  try {
    await passed(report)
    const { rows } = await db.owner.query(
      'select is_active, paused_for from automated_report where id = $1',
      [report.id],
    )
    expect(rows).toEqual([{ is_active: true, paused_for: null }])
  } finally {
    await setActive(true)
  }
  await passed(report)
  expect(await runsOf(who, report)).toMatchObject([{ state: 'sent' }])
})

test('after a rest of weeks it runs once, for the latest of the days that it missed', async () => {
  const who = await operatorOf()
  const report = await scheduled(who, tenant.id)
  const missed = new Date(report.nextRunAt ?? '')
  await runDue(contextAt(new Date(missed.getTime() + 20.5 * dayMs)))
  const { rows } = await db.owner.query(
    `select r.due_at, e.query ->> 'dateTo' as day
     from automated_report_run r join data_export e on (e.tenant_id, e.run_id) = (r.tenant_id, r.id) where r.report_id = $1`,
    [report.id],
  )
  const due = new Date(missed.getTime() + 20 * dayMs)
  const day = new Date(due.getTime() - dayMs).toISOString().slice(0, 10)
  expect(rows).toEqual([{ due_at: due, day }])
  const next = new Date(due.getTime() + dayMs).toISOString()
  expect((await readOne(who, report))?.nextRunAt).toBe(next)
})

test.each([
  ['Pacific/Auckland', 'yesterday', true],
  ['Pacific/Auckland', 'this_month', false],
  ['America/New_York', 'yesterday', false],
] as const)(
  'by a clock of %s a report of %s waits until the payments have that day: %s',
  async (timeZone, days, isAhead) => {
    const who = await operatorOf()
    const report = await scheduled(who, tenant.id, { timeZone, days, atTime: '07:30' })
    const due = new Date(report.nextRunAt ?? '')
    await runDue(contextAt(due))
    const [run] = await runsOf(who, report)
    if (isAhead) {
      expect(run?.state).toBe('waiting')
      expect((await readOne(who, report))?.lastRun?.state).toBe('waiting')
    }
    const { rows } = await db.owner.query(
      `select start_after from pgboss.job where name = 'exports.make' and data ->> 'exportId' = $1`,
      [run?.exportId],
    )
    const zone = 'Europe/London'
    const dayAfter = due.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate()
    const over = new Date(dayAfter.toZonedDateTime(zone).epochMilliseconds)
    expect(over > due).toBe(timeZone === 'Pacific/Auckland')
    if (isAhead) expect(rows).toEqual([{ start_after: over }])
    else expect(rows[0].start_after <= due).toBe(true)
  },
)

test('it stops when its owner may not see its merchant any more', async () => {
  const who = await operatorOf()
  const report = await scheduled(who, merchant.id, { skipEmpty: true })
  await db.owner.query(
    'insert into user_merchant_limit (tenant_id, user_id, merchant_id) values ($1, $2, $3)',
    [tenant.id, who.id, other.id],
  )
  await passed(report)
  expect(await readOne(who, report)).toMatchObject({ isActive: false, pausedFor: 'right_lost' })
  expect(await runsOf(who, report)).toEqual([])
})

test('it is stopped, started, changed and run now by its owner alone', async () => {
  const who = await operatorOf()
  const report = await scheduled(who, tenant.id)
  const act = async (by: Who, act: string) =>
    (await call(by, `POST ${path}/${report.id}/${act}`)).statusCode
  expect(await act(await operatorOf(), 'deactivate')).toBe(404)
  expect(await act(who, 'deactivate')).toBe(200)
  expect(await readOne(who, report)).toMatchObject({ isActive: false, nextRunAt: null })
  expect(await act(who, 'activate')).toBe(200)
  const now = await call(who, `POST /api/reporting/automated-reports/${report.id}/run`)
  expect(now.statusCode).toBe(202)
  const change = (version: number) =>
    call(who, `PUT ${path}/${report.id}`, { payload: { ...wanted, name: 'Other', version } })
  expect((await change(3)).json()).toMatchObject({ name: 'Other', version: 4 })
  expect((await change(3)).statusCode).toBe(409)
})

test('an export that its owner cancels ends its run', async () => {
  const who = await operatorOf()
  const report = await scheduled(who, tenant.id)
  await call(who, `POST /api/reporting/automated-reports/${report.id}/run`)
  const [begun] = await runsOf(who, report)
  const cancelled = await call(who, `POST /api/exports/${begun?.exportId}/cancel`)
  expect(cancelled.statusCode).toBe(200)
  expect(await runsOf(who, report)).toMatchObject([{ state: 'cancelled', failure: null }])
  const { rows } = await db.owner.query(
    'select finished_at from automated_report_run where id = $1',
    [(begun as { id?: string }).id],
  )
  expect(rows[0].finished_at).not.toBeNull()
})

test('runs that are requested count among the exports that are prepared at once; those by the clock do not', async () => {
  const who = await operatorOf()
  const report = await scheduled(who, tenant.id)
  const at = new Date(report.nextRunAt ?? '')
  await runDue(contextAt(at))
  const run = () => call(who, `POST /api/reporting/automated-reports/${report.id}/run`)
  const answers = await Promise.all(Array.from({ length: maxOpenExports + 2 }, run))
  const refused = answers.filter(({ statusCode }) => statusCode === 409)
  expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(maxOpenExports)
  expect(refused.map((answer) => answer.json().code)).toEqual([
    'export.too_many',
    'export.too_many',
  ])
  const payload = { source: 'payments', format: 'csv', query: {} }
  const ordered = await call(who, 'POST /api/exports', { payload })
  expect([ordered.statusCode, ordered.json().code]).toEqual([409, 'export.too_many'])
})

test('records that a report is filtered by have names for those alone who see them', async () => {
  const elsewhere = await makeMerchant(db, { tenant_id: (await makeTenant(db)).id })
  const asked = [merchant.id, elsewhere.id].join()
  const address = `GET /api/reporting/automated-reports/filter-names?merchantId=${asked}`
  const answer = await call(await operatorOf(), address)
  expect(answer.json()).toEqual({ [merchant.id]: merchant.legal_business_name })
})

describe('a report that stops because its owner has left', () => {
  const [sendNotice] = noticeJobs
  async function stopped(owner: Who, customer: string) {
    const report = await scheduled(owner, customer)
    await db.owner.query('update app_user set is_active = false where id = $1', [owner.id])
    await runDue(contextAt(new Date(report.nextRunAt ?? '')))
    const { rows } = await db.owner.query(
      `select data from pgboss.job where name = 'notifications.fan-out' order by created_on desc, id desc limit 1`,
    )
    await sendNotice?.run(rows[0].data, contextAt(soldAt))
    const { rows: notified } = await db.owner.query(
      'select user_id, object_url from notification where id = $1',
      [rows[0].data.id],
    )
    return notified
  }
  const limitedTo = async (merchantId: string) => {
    const user = await operatorOf()
    await db.owner.query(
      'insert into user_merchant_limit (tenant_id, user_id, merchant_id) values ($1, $2, $3)',
      [tenant.id, user.id, merchantId],
    )
    return user
  }

  test('of a merchant is said to the merchant’s administrators, without a link to a page that lists their own', async () => {
    const of = (permissions: string[]) =>
      makeUser(db, {
        ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id: merchant.id },
        permissions,
      }) as Promise<Who>
    const administrator = await of(['Merchant.UserManagement.Users'])
    const leaver = await of(['Merchant.Transaction.View'])
    await operatorOf()
    expect(await stopped(leaver, merchant.id)).toEqual([
      { user_id: administrator.id, object_url: null },
    ])
  })

  test('of an operator is said to operators who see the same merchants', async () => {
    const [near, far, all] = [
      await limitedTo(merchant.id),
      await limitedTo(other.id),
      await operatorOf(),
    ]
    const notified = (await stopped(await operatorOf(), merchant.id)).map(({ user_id }) => user_id)
    expect(notified).toEqual(expect.arrayContaining([near.id, all.id]))
    expect(notified).not.toContain(far.id)
    const ofAll = (await stopped(await operatorOf(), tenant.id)).map(({ user_id }) => user_id)
    expect(ofAll).toContain(all.id)
    expect(ofAll).not.toContain(near.id)
  })
})

test('a report that could never be made of its days is refused, by the clock and by hand', async () => {
  const who = await makeUser(db, {
    ...{ tenant_id: tenant.id, user_type: 'tenant' },
    permissions: ['CRM.Reports.TransactionsSummary'],
  })
  const source = 'summary-reports.v1'
  const save = async (days: string, groupBy: string) => {
    const payload = { ...wanted, source, query: { groupBy }, days }
    const answer = await call(who, `POST ${path}/${tenant.id}`, { payload })
    const { code, errors } = answer.json()
    return answer.statusCode === 200 ? 200 : [answer.statusCode, code, errors[0].path]
  }
  const refused = [400, 'report.too_many_days', 'days']
  expect(await save('last_month', 'hour')).toEqual(refused)
  // on the first of a month it has one day, and later thirty
  expect(await save('this_month', 'hour')).toEqual(refused)
  expect(await save('last_seven', 'hour')).toBe(200)
  expect(await save('last_month', 'day')).toBe(200)
  await db.owner.query(
    `insert into report_setting (tenant_id, report, most_days, updated_at)
     values ($1, 'crm-reports-transactions-summary-v1', 5, now())`,
    [tenant.id],
  )
  expect(await save('last_seven', 'method')).toEqual(refused)
  expect(await save('yesterday', 'method')).toBe(200)
  const order = async (dateFrom: string) => {
    const query = { groupBy: 'method', dateFrom, dateTo: '2026-03-31' }
    const payload = { source, format: 'csv', query }
    return (await call(who, 'POST /api/exports', { payload })).json().code
  }
  expect(await order('2026-03-01')).toBe('report.too_many_days')
  expect(await order('2026-03-27')).toBeUndefined()
})

test('what cannot be sent is refused at its field', async () => {
  const who = await operatorOf()
  const refused = async (change: object, customer = tenant.id) => {
    const answer = await call(who, `POST ${path}/${customer}`, {
      payload: { ...wanted, ...change },
    })
    const { code, errors } = answer.json<{ code: string; errors: { path?: string }[] }>()
    return [answer.statusCode, code, errors[0]?.path]
  }
  expect(await refused({ source: 'moods' })).toEqual([
    400,
    'automated_report.unknown_report',
    'source',
  ])
  expect(await refused({ frequency: 'monthly', day: 32 })).toEqual([400, 'request.invalid', 'day'])
  expect(await refused({ frequency: 'monthly' })).toEqual([400, 'automated_report.day', 'day'])
  expect(await refused({ frequency: 'weekly', day: 8 })).toEqual([
    400,
    'automated_report.day',
    'day',
  ])
  expect(await refused({ timeZone: 'Mars/Base' })).toEqual([400, 'time_zone.unknown', 'timeZone'])
  expect(await refused({ atTime: '24:00' })).toEqual([400, 'request.invalid', 'atTime'])
  expect(await refused({ format: 'pdf' })).toEqual([400, 'export.not_printable', 'format'])
  expect(await refused({ query: { status: 'sold' } })).toEqual([
    400,
    'request.invalid',
    'query.status.0',
  ])
  expect((await refused({}, crypto.randomUUID()))[0]).toBe(404)
})
