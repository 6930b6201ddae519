import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { schedules as fileSchedules } from '@counterfoil/features/messaging/files/files.jobs.ts'
import { routes as fileRoutes } from '@counterfoil/features/messaging/files/files.routes.ts'
import { jobs as noticeJobs } from '@counterfoil/features/messaging/notifications/notifications.jobs.ts'
import { routes as noticeRoutes } from '@counterfoil/features/messaging/notifications/notifications.routes.ts'
import { routes as automatedRoutes } from '@counterfoil/features/reporting/automated-reports/automated-reports.routes.ts'
import { jobs, runExport, schedules } from '@counterfoil/features/reporting/exports/exports.jobs.ts'
import { routes as exportRoutes } from '@counterfoil/features/reporting/exports/exports.routes.ts'
import { maxAttempts } from '@counterfoil/features/reporting/exports/exports.rules.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { type DataExport, maxOpenExports } from '@counterfoil/kit/contract/exports.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { sampleCode, testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openStorage, type Storage } from '@counterfoil/providers/storage/storage.ts'
import { verifyExport } from '@counterfoil/tools/verify-export.ts'
import { parse } from 'csv-parse/sync'
import { unzipSync, zipSync } from 'fflate'
import pino from 'pino'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { routes } from './reports.routes.ts'

const db = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-reports-'))
const storage = openStorage({ dataDir: folder })
const oneFile = 16 * 1024 * 1024
// every question finds the user anew
let clockMs = 0
const finder = callerFinder(db.database, () => clockMs++ * 10_000)
const { call } = await testServer(
  db,
  [
    ...routes,
    ...exportRoutes({ storage }),
    ...fileRoutes({ storage }),
    ...noticeRoutes,
    ...automatedRoutes,
  ],
  finder,
)
const log = pino({ level: 'silent' })
const worker = await runWorker({
  database: db.database,
  appUrl: db.urls.app,
  jobs: [
    ...jobs({ storage, reportFileBytes: oneFile, publicUrl: 'http://localhost' }),
    ...noticeJobs,
  ],
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
      description: `Transactions (Live): ${expected.length} rows. Click to download.`,
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

test.each([
  ['merchants', 'user_merchant_limit', 'merchant_id', () => other.id],
  ['methods', 'user_method_limit', 'method', () => 'card'],
  ['providers', 'user_provider_limit', 'provider', () => 'sandbox_alpha'],
])('who is limited to fewer %s since has no file of before', async (_, table, column, value) => {
  const user = await operatorOf()
  const id = await request(user)
  await finished(user, id)
  const [notice] = await noticesOf(user, 1)
  const address = `GET /api/fs/file/${filesOf(notice as Notice)[0]}`
  expect((await call(user, address)).statusCode).toBe(200)
  await db.owner.query(`insert into ${table} (tenant_id, user_id, ${column}) values ($1, $2, $3)`, [
    tenant.id,
    user.id,
    value(),
  ])
  expect((await call(user, address)).statusCode).toBe(404)
  const zip = await call(user, `GET /api/exports/${id}/file`)
  expect([zip.statusCode, zip.json().code]).toEqual([403, 'export.limits_narrowed'])
  // what is made now is within the limits
  const again = await request(user)
  await finished(user, again)
  expect((await call(user, `GET /api/exports/${again}/file`)).statusCode).toBe(200)
})

test('whose role guards the list with codes gives one for the file, too', async () => {
  const user = await operatorOf()
  await request(user)
  const [notice] = await noticesOf(user, 1)
  const address = `GET /api/fs/file/${filesOf(notice as Notice)[0]}`
  await db.owner.query('update role set sca_required_permissions = permissions where id = $1', [
    user.role_id,
  ])
  expect((await call(user, address)).json().code).toBe('sca.required')
  const headers = { scacode: sampleCode }
  expect((await call(user, address, { headers })).statusCode).toBe(200)
})

test('what cannot be made is refused at once, and so is a sixth at a time', async () => {
  const user = await operatorOf()
  const refused = async (query: string) =>
    (await call(user, `POST ${path(user)}?${query}`)).json().code
  expect(await refused('columns=secret')).toBe('export.unknown_column')
  expect(await refused('timeZone=Mars/Base')).toBe('time_zone.unknown')
  await db.owner.query(
    `insert into data_export (tenant_id, id, user_id, source, format, mode, query, created_at)
     select $1, gen_random_uuid(), $2, 'payments', 'csv', 2, '{}', now() from generate_series(1, $3)`,
    [tenant.id, user.id, maxOpenExports],
  )
  expect(await refused('')).toBe('export.too_many')
})

/** The job by hand, where what surrounds it matters. */
const contextAt = (now = new Date()): JobContext => ({
  database: db.database,
  jobs: db.jobs,
  log,
  now: () => now,
  signal: new AbortController().signal,
})

async function waiting(user: Awaited<ReturnType<typeof makeUser>>, format = 'csv') {
  const { rows } = await db.owner.query(
    `insert into data_export (tenant_id, id, user_id, source, format, mode, query, created_at)
     values ($1, gen_random_uuid(), $2, 'payments', $3, 2, '{"columns":"externalId"}', now()) returning id`,
    [user.tenant_id, user.id, format],
  )
  return { tenantId: user.tenant_id, exportId: rows[0].id as string }
}

const make = (
  work: Parameters<typeof runExport>[1],
  some: Partial<Parameters<typeof runExport>[0]> = {},
) =>
  runExport(
    { storage, reportFileBytes: oneFile, publicUrl: 'http://localhost', ...some },
    work,
    contextAt(),
  )

test('a long list comes in several files', async () => {
  const user = await operatorOf()
  await make(await waiting(user), { reportFileBytes: 20 })
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
    await expect(make(work, { storage: full })).rejects.toThrow('no space')
  }
  await make(work, { storage: full })
  const [notice] = await noticesOf(user, 1)
  expect(notice).toMatchObject({ title: 'Your export could not be prepared', objectUrl: null })
  await make(work)
  const state = await db.owner.query('select state from data_export where id = $1', [work.exportId])
  expect(state.rows).toEqual([{ state: 'failed' }])
})

test('nobody is given what they may not look at by the time it is made', async () => {
  const user = await operatorOf({ permissions: [] })
  await make(await waiting(user))
  const [notice] = await noticesOf(user, 1)
  expect(notice).toMatchObject({
    ...{ title: 'Your export could not be prepared', objectUrl: '/exports' },
    description: 'It cannot be made as it was asked for. The list of exports says why.',
  })
  const { data } = (await call(user, 'GET /api/exports')).json<{ data: DataExport[] }>()
  expect(data).toMatchObject([
    { failure: 'not_found', failureMessage: 'The report was not found', failureParams: null },
  ])
})

test('after 30 days a report and its files are gone', async () => {
  const user = await operatorOf()
  const work = await waiting(user)
  await make(work)
  const countOf = async (table: string, column: string) =>
    (
      await db.owner.query(`select from ${table} where ${column} = $1`, [
        column === 'uploader_id' ? user.id : work.exportId,
      ])
    ).rowCount
  const later = contextAt(new Date(Date.now() + 31 * dayMs))
  await schedules[0]?.run(contextAt())
  expect(await countOf('data_export', 'id')).toBe(1)
  await schedules[0]?.run(later)
  await fileSchedules({ storage })[0]?.run(later)
  expect(await countOf('data_export', 'id')).toBe(0)
  expect(await countOf('file', 'uploader_id')).toBe(0)
})

const allColumns = 'createdAt,id,externalId,amount,capturedAmount,currency'
const orderOf = (format: string, query: object = {}) => ({
  payload: { source: 'payments', format, query: { columns: allColumns, ...query } },
})

async function finished(who: Who, id: string): Promise<DataExport> {
  return vi.waitFor(
    async () => {
      const list = (await call(who, 'GET /api/exports')).json<{ data: DataExport[] }>()
      const found = list.data.find((one) => one.id === id)
      expect(found?.state).toMatch(/done|failed|cancelled/)
      return found as DataExport
    },
    { timeout: 20_000, interval: 100 },
  )
}

async function downloaded(
  who: Who,
  id: string,
  change?: (files: Record<string, Uint8Array>) => void,
) {
  const answer = await call(who, `GET /api/exports/${id}/file`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = unzipSync(answer.rawPayload)
  change?.(files)
  const path = join(folder, `${id}.zip`)
  writeFileSync(path, zipSync(files))
  return { path, names: Object.keys(files) }
}

describe.each(['csv', 'xlsx'])('an export as %s', (format) => {
  test('is whole by its own manifest, and the script sees each change of it', async () => {
    const user = await operatorOf()
    const { id } = (await call(user, 'POST /api/exports', orderOf(format))).json()
    const done = await finished(user, id)
    expect(done).toMatchObject({ state: 'done', rows: 6, rowsTotal: 6, format, timeZone: 'UTC' })
    const { path, names } = await downloaded(user, id)
    expect(names).toEqual([
      'manifest.json',
      expect.stringMatching(new RegExp(`^transactions-.*${format}$`)),
    ])
    const { manifest, differences } = await verifyExport(path)
    expect(differences).toEqual([])
    expect(manifest).toMatchObject({ rows: 6, mode: 'Live', currencyColumn: 'Currency' })
    expect(Object.keys(manifest?.sums ?? {})).toEqual(['GBP'])
    const changed = async (change: (files: Record<string, Uint8Array>) => void) =>
      (await verifyExport((await downloaded(user, id, change)).path)).differences.join('; ')
    const data = names[1] ?? ''
    expect(await changed((files) => delete files[data])).toContain(`${data} is missing`)
    expect(await changed((files) => delete files['manifest.json'])).toBe(
      'There is no manifest.json',
    )
    const rewrite = (from: string, to: string) => (files: Record<string, Uint8Array>) => {
      const text = Buffer.from(files['manifest.json'] ?? [])
        .toString()
        .replace(from, to)
      files['manifest.json'] = Buffer.from(text)
    }
    expect(await changed(rewrite('"rows": 6,', '"rows": 7,'))).toContain('There are 6 rows, not 7')
    const sum = manifest?.sums.GBP?.Amount ?? ''
    expect(await changed(rewrite(`"${sum}"`, '"1.00"'))).toContain('GBP Amount adds up to')
    expect(await changed(rewrite('"sha256": "', '"sha256": "0'))).toContain('SHA-256')
  })
})

test('an export that is killed in the middle begins anew, and is whole', async () => {
  const user = await operatorOf()
  const work = await waiting(user, 'xlsx')
  const dying: Storage = {
    ...storage,
    putFile: () => Promise.reject(new Error('the machine is gone')),
  }
  await expect(make(work, { storage: dying })).rejects.toThrow('gone')
  const before = (await call(user, 'GET /api/exports')).json<{ data: DataExport[] }>()
  expect(before.data[0]).toMatchObject({ state: 'running', files: [] })
  await make(work)
  expect((await finished(user, work.exportId)).files).toHaveLength(1)
  expect((await verifyExport((await downloaded(user, work.exportId)).path)).differences).toEqual([])
})

test('a cancelled export is not made, and its files are for nobody', async () => {
  const user = await operatorOf()
  const work = await waiting(user)
  const answer = await call(user, `POST /api/exports/${work.exportId}/cancel`)
  expect(answer.json()).toMatchObject({ state: 'cancelled' })
  await make(work)
  expect(await finished(user, work.exportId)).toMatchObject({ state: 'cancelled', files: [] })
  expect((await call(user, `GET /api/exports/${work.exportId}/file`)).statusCode).toBe(404)
  // another's export is the same as none
  expect((await call(colleague, `POST /api/exports/${work.exportId}/cancel`)).statusCode).toBe(404)
})

test('what is not there, not seen, misspelt or not printed is refused with its cause', async () => {
  const refused = async (who: Who, body: object) => {
    const answer = await call(who, 'POST /api/exports', { payload: body })
    const { code, errors } = answer.json<{ code: string; errors: { path?: string }[] }>()
    return [answer.statusCode, code, errors[0]?.path]
  }
  const body = { source: 'payments', format: 'csv', query: {} }
  expect(await refused(operator, { ...body, source: 'moods' })).toEqual([
    404,
    'not_found',
    undefined,
  ])
  expect((await refused(await operatorOf({ permissions: [] }), body))[0]).toBe(404)
  expect(await refused(operator, { ...body, format: 'pdf' })).toEqual([
    400,
    'export.not_printable',
    'format',
  ])
  expect((await refused(operator, { ...body, query: { colour: 'red' } }))[1]).toBe(
    'request.invalid',
  )
  expect(await refused(operator, { ...body, query: { status: 'sold' } })).toEqual([
    400,
    'request.invalid',
    'query.status.0',
  ])
})

test('an operator who is limited to some methods exports payments of these alone', async () => {
  const user = await operatorOf({ limited_to_methods: ['bank_transfer'] })
  await makePayment(db, {
    tenant_id: tenant.id,
    merchant_id: merchant.id,
    external_id: 'by transfer',
    method: 'bank_transfer',
  })
  const { reportId } = { reportId: await request(user) }
  expect(await finished(user, reportId)).toMatchObject({ state: 'done', rows: 1 })
})

test('who sees alternative payments alone exports and schedules these alone', async () => {
  const user = await operatorOf({ permissions: ['CRM.TransactionV2.View'] })
  await makePayment(db, {
    ...{ tenant_id: tenant.id, merchant_id: merchant.id, amount_minor: 700n },
    ...{ external_id: 'by alternative', method: 'alternative' },
  })
  const order = (source: string, query: object = {}) =>
    call(user, 'POST /api/exports', {
      payload: { source, format: 'csv', query: { columns: allColumns, ...query } },
    })
  const schedule = (source: string) =>
    call(user, `POST /api/reporting/customer-configuration/${tenant.id}`, {
      payload: {
        ...{ name: source, source, format: 'csv', query: {} },
        ...{ days: 'this_month', frequency: 'daily' },
        ...{ atTime: '07:30', timeZone: 'UTC', delivery: 'portal' },
      },
    })
  expect((await order('payments')).statusCode).toBe(404)
  expect((await call(user, `POST ${path(user)}`)).statusCode).toBe(403)
  expect((await schedule('payments')).json().code).toBe('automated_report.unknown_report')
  const answer = await order('alternative-payments', { method: 'card' })
  expect([answer.statusCode, answer.body]).toEqual([202, answer.body])
  const { id } = answer.json()
  expect(await finished(user, id)).toMatchObject({
    ...{ state: 'done', rows: 1, name: { en: 'Alternative payments' } },
    filters: [{ name: 'Method', value: 'Alternative' }],
  })
  const { path: file, names } = await downloaded(user, id)
  expect(names[1]).toMatch(/^alternative-payments-/)
  const { manifest, differences } = await verifyExport(file)
  expect([differences, manifest?.sums]).toEqual([
    [],
    { GBP: expect.objectContaining({ Amount: '7.00' }) },
  ])

  const report = await schedule('alternative-payments')
  expect([report.statusCode, report.body]).toEqual([200, report.body])
  const before = (await call(user, 'GET /api/exports')).json<{ data: DataExport[] }>().data.length
  await call(user, `POST /api/reporting/automated-reports/${report.json().id}/run`)
  const run = await vi.waitFor(async () => {
    const { data } = (await call(user, 'GET /api/exports')).json<{ data: DataExport[] }>()
    expect(data).toHaveLength(before + 1)
    return data.find(({ isAutomated }) => isAutomated)
  })
  expect(await finished(user, run?.id ?? '')).toMatchObject({ state: 'done', rows: 1 })
})
