// Automated reports that go to a server or a bucket: their targets, and what becomes of each run.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import type { AutomatedReport } from '@counterfoil/features/reporting/automated-reports/automated-reports.contract.ts'
import {
  runDue,
  sendRun,
} from '@counterfoil/features/reporting/automated-reports/automated-reports.jobs.ts'
import { routes as automatedRoutes } from '@counterfoil/features/reporting/automated-reports/automated-reports.routes.ts'
import { routes as targetRoutes } from '@counterfoil/features/reporting/delivery-targets/delivery-targets.routes.ts'
import { runExport } from '@counterfoil/features/reporting/exports/exports.jobs.ts'
import { routes as exportRoutes } from '@counterfoil/features/reporting/exports/exports.routes.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openDelivery } from '@counterfoil/providers/delivery/delivery.ts'
import { startSftpServer } from '@counterfoil/providers/delivery/testing/sftp-server.ts'
import { openKeyWrapping } from '@counterfoil/providers/key-wrapping/key-wrapping.ts'
import { openStorage } from '@counterfoil/providers/storage/storage.ts'
import { verifyExport } from '@counterfoil/tools/verify-export.ts'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { routes } from './reports.routes.ts'

const db = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-report-delivery-'))
const received = join(folder, 'received')
const server = await startSftpServer(received, { user: 'reports', password: 'secret words' })
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
const storage = openStorage({ dataDir: folder })
const keys = openKeyWrapping(Buffer.alloc(32, 7))
const delivery = openDelivery({ mayReachPrivate: true })
let clockMs = 0
const finder = callerFinder(db.database, () => clockMs++ * 10_000)
const { call } = await testServer(
  db,
  [
    ...[...routes, ...exportRoutes({ storage }), ...automatedRoutes],
    ...targetRoutes({ delivery, keys }),
  ],
  finder,
)
const tenant = await makeTenant(db, { locale: 'en' })
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const soldAt = new Date()
await makePayment(db, {
  tenant_id: tenant.id,
  id: newId(soldAt),
  merchant_id: merchant.id,
  business_day: soldAt.toISOString().slice(0, 10),
  created_at: soldAt,
})
const permissions = [
  'CRM.Transaction.View',
  'CRM.Settings.Report.View',
  'CRM.Settings.Report.Edit',
  'Merchant.Transaction.View',
]
const operator = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions })
const seller = await makeUser(db, {
  ...{ tenant_id: tenant.id, user_type: 'merchant', merchant_id: merchant.id },
  permissions: ['Merchant.Transaction.View'],
})
type Who = typeof operator

const path = '/api/crm/settings/delivery-targets'
const connection = {
  ...{ kind: 'sftp', host: '127.0.0.1', port: server.port, userName: 'reports', folder: 'in' },
  ...{ hostKey: null, endpoint: null, region: null, bucket: null, accessKeyId: null },
  merchantId: null,
}
let made = 0
async function makeTarget(change: object = {}) {
  const payload = { name: `Accounts ${made++}`, ...connection, ...change }
  const answer = await call(operator, `POST ${path}`, { payload })
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body])
  return readTarget(answer.json<{ id: string }>().id)
}
const readTarget = async (id: string) =>
  (await call(operator, `GET ${path}/${id}`)).json<
    Record<string, unknown> & { id: string; version: number }
  >()
async function setSecret(id: string, secret: string | null) {
  const { version } = await readTarget(id)
  return call(operator, `PUT ${path}/${id}/secret`, { payload: { secret, version } })
}
const testOf = async (id: string) => (await call(operator, `POST ${path}/${id}/test`)).json()

async function completeTarget(change: object = {}) {
  const target = await makeTarget({ hostKey: server.hostKey, ...change })
  expect((await setSecret(target.id, 'secret words')).statusCode).toBe(200)
  return target
}

const wanted = {
  ...{ name: 'Sales of yesterday', source: 'payments', format: 'csv', days: 'yesterday' },
  ...{ query: {}, frequency: 'daily', atTime: '00:00', timeZone: 'UTC', delivery: 'target' },
}
const schedule = (who: Who, customer: string, change: object) =>
  call(who, `POST /api/reporting/customer-configuration/${customer}`, {
    payload: { ...wanted, ...change },
  })

const contextAt = (at: Date): JobContext => ({
  ...{ database: db.database, jobs: db.jobs, log: pino({ level: 'silent' }), now: () => at },
  signal: new AbortController().signal,
})

/** The clock comes to the report's time, its export is made, something happens, and it is sent as often as it says. */
async function pass(
  report: AutomatedReport,
  attempts = 1,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const at = new Date(report.nextRunAt ?? '')
  await runDue(contextAt(at))
  const { rows } = await db.owner.query(
    `select e.tenant_id, e.id, r.id as run_id from data_export e
     join automated_report_run r on (r.tenant_id, r.id) = (e.tenant_id, e.run_id)
     where r.report_id = $1 and r.state = 'running'`,
    [report.id],
  )
  for (const { tenant_id: tenantId, id: exportId, run_id: runId } of rows) {
    const tools = { storage, reportFileBytes: 1e6, publicUrl: 'http://localhost:4000' }
    await runExport(tools, { tenantId, exportId }, contextAt(at))
    await meanwhile()
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      await sendRun({ delivery, keys, storage }, { tenantId, runId }, contextAt(at))
    }
  }
}

const runsOf = async ({ id }: AutomatedReport, who = operator) =>
  (await call(who, `GET /api/reporting/automated-reports/${id}/runs`)).json<{
    data: Record<string, unknown>[]
  }>().data

beforeEach(() => {
  for (const name of readdirSync(join(received, 'in'))) rmSync(join(received, 'in', name))
})

test('a report is sent to a server by the clock, and what arrives is whole by its manifest [setting delivery-targets]', async () => {
  const target = await completeTarget()
  const report = (await schedule(operator, tenant.id, { targetId: target.id })).json()
  await pass(report)
  const [run] = await runsOf(report)
  expect(run).toMatchObject({ state: 'sent', failure: null, sendAttempts: 1 })
  expect(run?.targetName).toBe(target.name)
  const [name, manifestName = '', ...others] = readdirSync(join(received, 'in'))
  // of its run: another report of the same minute replaces nothing
  expect(name).toMatch(/^[a-z-]+-[0-9a-f]{6}-\d{8}-\d{4}\.\w+$/)
  expect([name?.replace(/\.csv$/, '.manifest.json'), others]).toEqual([manifestName, []])
  const { manifest, differences } = await verifyExport(join(received, 'in', manifestName))
  expect([manifest?.rows, differences]).toEqual([1, []])
})

test('what fails is tried again, and given up with a notice that names the cause', async () => {
  const target = await completeTarget({ folder: 'nowhere' })
  const report = (await schedule(operator, tenant.id, { targetId: target.id })).json()
  await pass(report, 7)
  expect(await runsOf(report)).toMatchObject([{ state: 'sending', sendAttempts: 7 }])
  const { rows } = await db.owner.query(
    'select tenant_id, id from automated_report_run where report_id = $1',
    [report.id],
  )
  const [{ tenant_id: tenantId, id: runId }] = rows
  const send = () => sendRun({ delivery, keys, storage }, { tenantId, runId }, contextAt(soldAt))
  await send()
  const failure = expect.stringMatching(/No such file/i)
  expect(await runsOf(report)).toMatchObject([{ state: 'failed', sendAttempts: 8, failure }])
  // each attempt but the last had the next one enqueued, with growing waits
  const enqueued = await db.owner.query<{ minutes: number }>(
    `select round(extract(epoch from start_after - $2::timestamptz) / 60)::int as minutes
     from pgboss.job where name = 'automated-reports.send' and data->>'runId' = $1
       and start_after > $2::timestamptz + interval '30 seconds' order by start_after`,
    [runId, report.nextRunAt],
  )
  expect(enqueued.rows.map(({ minutes }) => minutes)).toEqual([1, 5, 15, 30, 60, 120, 240])
  // what is over is not sent again
  server.makeFolder('nowhere')
  await send()
  expect(readdirSync(join(received, 'nowhere'))).toEqual([])
  const notices = await db.owner.query(
    `select data from pgboss.job where name = 'notifications.fan-out' and data->'to'->'userIds' ? $1`,
    [operator.id],
  )
  expect(JSON.stringify(notices.rows)).toContain('could not be sent')
})

test('what takes longer to send than a job may take is tried again', async () => {
  const target = await completeTarget()
  const report = (await schedule(operator, tenant.id, { targetId: target.id })).json()
  await pass(report, 0)
  const [run] = await runsOf(report)
  const slow = {
    ...delivery,
    send: async () => {
      await setTimeout(50)
      throw new Error('aborted')
    },
  }
  const work = { tenantId: tenant.id, runId: String(run?.id) }
  const context = { ...contextAt(new Date()), signal: AbortSignal.timeout(1) }
  await sendRun({ delivery: slow, keys, storage }, work, context).catch(() => undefined)
  expect(await runsOf(report)).toMatchObject([
    { state: 'sending', sendAttempts: 1, failure: `${target.name}: internal` },
  ])
})

test('the test of a target names the key of the server, and then where it fails', async () => {
  const target = await makeTarget()
  const test = () => testOf(target.id)
  expect(await test()).toMatchObject({ status: 409, code: 'delivery_target.no_secret' })
  await setSecret(target.id, 'wrong')
  expect(await test()).toMatchObject({ failedAt: 'host_key', hostKey: server.hostKey })
  const change = async (changed: object) => {
    const { version, name } = await readTarget(target.id)
    const payload = { ...connection, name, hostKey: server.hostKey, ...changed, version }
    const answer = await call(operator, `PUT ${path}/${target.id}`, { payload })
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  }
  await change({})
  expect(await test()).toMatchObject({ failedAt: 'sign_in', hostKey: null })
  await setSecret(target.id, 'secret words')
  expect(await test()).toEqual({ isGood: true, failedAt: null, detail: '', hostKey: null })
  // the password was given for that user of that server
  await change({ userName: 'others' })
  expect(await readTarget(target.id)).toMatchObject({ secretSetAt: null })
})

test('secrets are sealed, and answered by no call', async () => {
  const target = await completeTarget()
  const { rows } = await db.owner.query('select secret from report_delivery_target where id = $1', [
    target.id,
  ])
  expect(rows[0].secret).toMatch(/^k1\./)
  expect(JSON.stringify(await readTarget(target.id))).not.toContain('secret words')
  const { version } = await readTarget(target.id)
  const key = await call(operator, `PUT ${path}/${target.id}/key`, { payload: { version } })
  expect(key.json()).toEqual({ publicKey: expect.stringMatching(/^ssh-ed25519 /) })
  const entries = await db.owner.query('select * from audit_entry where record_id = $1', [
    target.id,
  ])
  expect(JSON.stringify(entries.rows)).not.toContain('secret words')
  expect(JSON.stringify(entries.rows)).not.toContain('PRIVATE KEY')
})

test('only targets that are complete are chosen, each by those whose reports may go there', async () => {
  const own = await completeTarget()
  const ofMerchant = await completeTarget({ merchantId: merchant.id })
  const incomplete = await makeTarget()
  const offered = async (who: Who) =>
    (await call(who, 'GET /api/reporting/automated-reports/targets'))
      .json<{ id: string }[]>()
      .map(({ id }) => id)
  const forOperator = await offered(operator)
  expect(forOperator).toContain(own.id)
  expect(forOperator).not.toContain(incomplete.id)
  expect(forOperator).not.toContain(ofMerchant.id)
  expect(await offered(seller as Who)).toEqual([ofMerchant.id])
  const status = async (who: Who, customer: string, targetId: string | null) =>
    (await schedule(who, customer, { targetId })).json()
  for (const id of [incomplete.id, ofMerchant.id, null]) {
    const code = 'automated_report.unknown_target'
    expect(await status(operator, tenant.id, id)).toMatchObject({ status: 400, code })
  }
  const stranger = await status(seller as Who, merchant.id, own.id)
  expect(stranger).toMatchObject({ status: 400, code: 'automated_report.unknown_target' })
  const of = await status(seller as Who, merchant.id, ofMerchant.id)
  expect(of).toMatchObject({ targetId: ofMerchant.id })
})

test('a target that was given to others meanwhile is sent nothing, and the owner is notified', async () => {
  const target = await completeTarget()
  const report = (await schedule(operator, tenant.id, { targetId: target.id })).json()
  const payload = { ...connection, hostKey: server.hostKey, name: target.name }
  const { version } = await readTarget(target.id)
  const given = await call(operator, `PUT ${path}/${target.id}`, {
    payload: { ...payload, merchantId: merchant.id, version },
  })
  expect([given.statusCode, given.body]).toEqual([200, given.body])
  await pass(report)
  expect(readdirSync(join(received, 'in'))).toEqual([])
  const failure = `${target.name}: The target is not for the reports of this user any more`
  expect(await runsOf(report)).toMatchObject([{ state: 'failed', failure }])
})

test.each([
  ['was deactivated', 'update app.app_user set is_active = false where id = $1'],
  [
    'lost the permission',
    `update app.role set permissions = '{CRM.Lead.View}' where id = (select role_id from app.app_user where id = $1)`,
  ],
  [
    'was limited to a merchant',
    `insert into app.user_merchant_limit (tenant_id, user_id, merchant_id)
     select u.tenant_id, u.id, m.id from app.app_user u join app.merchant m using (tenant_id) where u.id = $1`,
  ],
])('a report of somebody who %s after it was made is not sent', async (_, change) => {
  const target = await completeTarget()
  const leaver = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant', permissions })
  const report = (await schedule(leaver, tenant.id, { targetId: target.id })).json()
  await pass(report, 1, () => db.owner.query(change, [leaver.id]))
  expect(readdirSync(join(received, 'in'))).toEqual([])
  const { rows } = await db.owner.query(
    'select state, failure from app.automated_report_run where report_id = $1',
    [report.id],
  )
  const failure = `${target.name}: The user of the report may not see all of it any more`
  expect(rows).toEqual([{ state: 'failed', failure }])
})

test('what a protocol cannot do without is asked for at its field', async () => {
  const refused = async (change: object) => {
    const payload = { name: `Accounts ${made++}`, ...connection, ...change }
    const { code, errors } = (await call(operator, `POST ${path}`, { payload })).json()
    return [code, errors[0].path]
  }
  expect(await refused({ host: null })).toEqual(['resource.needed', 'host'])
  const none = { host: null, port: null, userName: null }
  const bucket = { ...none, kind: 's3', region: 'eu-west-1', accessKeyId: 'key' }
  expect(await refused(bucket)).toEqual(['resource.needed', 'bucket'])
})

describe('a run whose report is changed while it is being sent', () => {
  /** Its first attempt has failed, and the report has changed since; `isSent` says that it is tried once more. */
  async function changedWhileSending(change: object) {
    const target = await completeTarget({ folder: `late-${made}` })
    const report = (await schedule(operator, tenant.id, { targetId: target.id })).json()
    await pass(report)
    const at = `PUT /api/reporting/customer-configuration/${report.id}`
    const answer = await call(operator, at, { payload: { ...wanted, version: 1, ...change } })
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
    server.makeFolder(String(target.folder))
    await sendAgain(report)
    return { target, report, folder: join(received, String(target.folder)) }
  }
  async function sendAgain(report: AutomatedReport) {
    const { rows } = await db.owner.query(
      'select tenant_id, id from automated_report_run where report_id = $1',
      [report.id],
    )
    const [{ tenant_id: tenantId, id: runId }] = rows
    await sendRun({ delivery, keys, storage }, { tenantId, runId }, contextAt(soldAt))
  }

  test('to the portal still goes to its own target, and ends', async () => {
    const change = { delivery: 'portal', targetId: null }
    const { target, report, folder } = await changedWhileSending(change)
    const [run] = await runsOf(report)
    expect(run).toMatchObject({ state: 'sent', targetName: target.name })
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('to another target does not go to that one', async () => {
    const other = await completeTarget()
    const { target, report, folder } = await changedWhileSending({ targetId: other.id })
    const [run] = await runsOf(report)
    expect(run).toMatchObject({ state: 'sent', targetName: target.name })
    expect([readdirSync(folder).length, readdirSync(join(received, 'in'))]).toEqual([2, []])
  })

  test('ends as failed with a notice when its target is gone', async () => {
    const target = await completeTarget({ folder: 'never' })
    const report = (await schedule(operator, tenant.id, { targetId: target.id })).json()
    await pass(report)
    await db.owner.query('update automated_report_run set target_id = $2 where report_id = $1', [
      report.id,
      newId(soldAt),
    ])
    await sendAgain(report)
    const failure = `${target.name}: There is no such target any more`
    expect(await runsOf(report)).toMatchObject([{ state: 'failed', failure }])
    const notices = await db.owner.query(
      `select data from pgboss.job where name = 'notifications.fan-out' and data::text like $1`,
      [`%${failure}%`],
    )
    expect(notices.rowCount).toBe(1)
  })

  test('by the version before, which stores the target’s name alone, goes to no other target', async () => {
    const target = await completeTarget({ folder: 'never' })
    const report = (await schedule(operator, tenant.id, { targetId: target.id })).json()
    await pass(report)
    await db.owner.query(
      `update automated_report_run set target_id = null, target_name = 'Another' where report_id = $1`,
      [report.id],
    )
    await sendAgain(report)
    expect(await runsOf(report)).toMatchObject([{ state: 'failed', sendAttempts: 2 }])
  })
})
