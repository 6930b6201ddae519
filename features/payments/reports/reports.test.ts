import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { schedules as fileSchedules } from '@counterfoil/features/messaging/files/files.jobs.ts'
import { routes as fileRoutes } from '@counterfoil/features/messaging/files/files.routes.ts'
import { jobs as noticeJobs } from '@counterfoil/features/messaging/notifications/notifications.jobs.ts'
import { routes as noticeRoutes } from '@counterfoil/features/messaging/notifications/notifications.routes.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openStorage, type Storage } from '@counterfoil/providers/storage/storage.ts'
import { parse } from 'csv-parse/sync'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { maxOpenReports } from './reports.contract.ts'
import { jobs, runReport, schedules } from './reports.jobs.ts'
import { routes } from './reports.routes.ts'
import { maxAttempts } from './reports.rules.ts'

const db = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-reports-'))
const storage = openStorage({ dataDir: folder })
const oneFile = 16 * 1024 * 1024
// every question finds the user anew
let clockMs = 0
const finder = callerFinder(db.database, () => clockMs++ * 10_000)
const { call } = await testServer(
  db,
  [...routes, ...fileRoutes({ storage }), ...noticeRoutes],
  finder,
)
const log = pino({ level: 'silent' })
const worker = await runWorker({
  database: db.database,
  appUrl: db.urls.app,
  jobs: [...jobs({ storage, reportFileBytes: oneFile }), ...noticeJobs],
  schedules: [],
  log,
})
afterAll(async () => {
  await worker.stop()
  rmSync(folder, { recursive: true })
})

const tenant = await makeTenant(db, { locale: 'en' })
const merchant = await makeMerchant(db, { tenant_id: tenant.id })
const other = await makeMerchant(db, { tenant_id: tenant.id })
const operatorOf = (some: object = {}) =>
  makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
    permissions: ['CRM.Transaction.View'],
    ...some,
  })
const operator = await operatorOf()
const colleague = await operatorOf()
const agent = await operatorOf({ limited_to: [other.id] })
const merchantUser = await makeUser(db, {
  tenant_id: tenant.id,
  user_type: 'merchant',
  merchant_id: merchant.id,
  permissions: ['Merchant.Transaction.View'],
})
const platform = await makeUser(db, {
  tenant_id: (await makeTenant(db, { is_platform: true })).id,
  user_type: 'platform',
  permissions: ['Platform.Transaction.Lookup'],
})
for (let n = 0; n < 6; n += 1) {
  await makePayment(db, {
    tenant_id: tenant.id,
    merchant_id: n % 3 === 0 ? other.id : merchant.id,
    external_id: `INV-${n}`,
  })
}

type Who = { readonly id: string }
const path = (who: Who) => `/api/${who === merchantUser ? '' : 'crm/'}transactions/csv/report`

async function request(who: Who, query = 'columns=externalId'): Promise<string> {
  const answer = await call(who, `POST ${path(who)}?${query}`)
  expect([answer.statusCode, answer.body]).toEqual([202, answer.body])
  return answer.json().reportId
}

interface Notice {
  readonly title: string
  readonly description: string
  readonly objectUrl: string | null
  readonly notificationType: string
}

async function noticesOf(who: Who, count: number): Promise<Notice[]> {
  return vi.waitFor(
    async () => {
      const list = (await call(who, 'GET /api/in-app-notifications')).json()
      expect(list.data).toHaveLength(count)
      return list.data
    },
    { timeout: 20_000, interval: 100 },
  )
}

const filesOf = ({ objectUrl }: Notice) => (objectUrl ?? '').split('/').at(-1)?.split(',') ?? []

async function rowsOf(who: Who, fileId: string): Promise<string[]> {
  const answer = await call(who, `GET /api/fs/file/${fileId}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(
    /filename="?transactions-\d{8}-\d{4}(-\d)?\.csv/,
  )
  const [, ...rows] = parse(answer.body) as string[][]
  return rows.map(([cell]) => cell ?? '').sort()
}

test.each([
  ['operator', operator, [0, 1, 2, 3, 4, 5]],
  ['limited operator', agent, [0, 3]],
  ['merchant', merchantUser, [1, 2, 4, 5]],
  ['platform', platform, [0, 1, 2, 3, 4, 5]],
])(
  'a finished report tells its %s, who alone downloads what it may see',
  async (_, who, expected) => {
    await request(who)
    const [notice] = await noticesOf(who, 1)
    expect(notice).toMatchObject({
      notificationType: 'ReportGenerated',
      title: 'Your export is ready',
      description: `Transactions: ${expected.length} rows. Click to download.`,
    })
    const [fileId = ''] = filesOf(notice as Notice)
    expect(await rowsOf(who, fileId)).toEqual(expected.map((n) => `INV-${n}`))
    for (const stranger of [colleague, merchantUser, platform]) {
      if (stranger === who) continue
      expect((await call(stranger, `GET /api/fs/file/${fileId}`)).statusCode).toBe(404)
    }
  },
)

test('who may no longer look at the list has the file no longer', async () => {
  const user = await operatorOf()
  await request(user)
  const [notice] = await noticesOf(user, 1)
  const [fileId = ''] = filesOf(notice as Notice)
  expect((await call(user, `GET /api/fs/file/${fileId}`)).statusCode).toBe(200)
  await db.owner.query(`update role set permissions = '{}' where id = $1`, [user.role_id])
  expect((await call(user, `GET /api/fs/file/${fileId}`)).statusCode).toBe(404)
})

test('what cannot be made is refused at once, and so is a sixth at a time', async () => {
  const user = await operatorOf()
  const refused = async (query: string) =>
    (await call(user, `POST ${path(user)}?${query}`)).json().code
  expect(await refused('columns=secret')).toBe('export.unknown_column')
  expect(await refused('timeZone=Mars/Base')).toBe('time_zone.unknown')
  await db.owner.query(
    `insert into payment_report (tenant_id, id, user_id, mode, query, created_at)
     select $1, gen_random_uuid(), $2, 2, '{}', now() from generate_series(1, $3)`,
    [tenant.id, user.id, maxOpenReports],
  )
  expect(await refused('')).toBe('report.too_many')
})

/** The job by hand, where what surrounds it matters. */
const contextAt = (now = new Date()): JobContext => ({
  database: db.database,
  jobs: db.jobs,
  log,
  now: () => now,
  signal: new AbortController().signal,
})

async function waiting(user: Awaited<ReturnType<typeof makeUser>>, attempts = 0) {
  const { rows } = await db.owner.query(
    `insert into payment_report (tenant_id, id, user_id, mode, query, attempts, created_at)
     values ($1, gen_random_uuid(), $2, 2, '{"columns":"externalId"}', $3, now()) returning id`,
    [user.tenant_id, user.id, attempts],
  )
  return { tenantId: user.tenant_id, reportId: rows[0].id as string }
}

test('a long list comes in several files', async () => {
  const user = await operatorOf()
  await runReport(storage, await waiting(user), contextAt(), 20)
  const [notice] = await noticesOf(user, 1)
  const files = filesOf(notice as Notice)
  expect(files.length).toBeGreaterThan(1)
  const rows = await Promise.all(files.map((id) => rowsOf(user, id)))
  expect(rows.flat().sort()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `INV-${n}`))
})

test('what fails is tried again, then given up and said; made or given up, it is not made again', async () => {
  const full: Storage = { ...storage, put: () => Promise.reject(new Error('no space')) }
  const user = await operatorOf()
  const work = await waiting(user)
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    await expect(runReport(full, work, contextAt(), oneFile)).rejects.toThrow('no space')
  }
  await runReport(full, work, contextAt(), oneFile)
  const [notice] = await noticesOf(user, 1)
  expect(notice).toMatchObject({ title: 'Your export could not be prepared', objectUrl: null })
  await runReport(storage, work, contextAt(), oneFile)
  const state = await db.owner.query('select state from payment_report where id = $1', [
    work.reportId,
  ])
  expect(state.rows).toEqual([{ state: 'failed' }])
})

test('nobody is given what they may not look at by the time it is made', async () => {
  const user = await operatorOf({ permissions: [] })
  await runReport(storage, await waiting(user), contextAt(), oneFile)
  const [notice] = await noticesOf(user, 1)
  expect(notice?.title).toBe('Your export could not be prepared')
})

test('after 30 days a report and its files are gone', async () => {
  const user = await operatorOf()
  const work = await waiting(user)
  await runReport(storage, work, contextAt(), oneFile)
  const countOf = async (table: string, column: string) =>
    (
      await db.owner.query(`select from ${table} where ${column} = $1`, [
        column === 'uploader_id' ? user.id : work.reportId,
      ])
    ).rowCount
  const later = contextAt(new Date(Date.now() + 31 * 86_400_000))
  await schedules[0]?.run(contextAt())
  expect(await countOf('payment_report', 'id')).toBe(1)
  await schedules[0]?.run(later)
  await fileSchedules({ storage })[0]?.run(later)
  expect(await countOf('payment_report', 'id')).toBe(0)
  expect(await countOf('file', 'uploader_id')).toBe(0)
})
