import { randomUUID } from 'node:crypto'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { beneficiaries } from '@counterfoil/features/payments/beneficiaries/beneficiaries.resource.ts'
import { routes as routesOfLists } from '@counterfoil/features/payments/cards/listed-cards.routes.ts'
import { whitelist } from '@counterfoil/features/routing/antifraud/whitelist.resource.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { DataImport, ImportRow } from '@counterfoil/kit/contract/imports.ts'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { runWorker, type Worker } from '@counterfoil/kit/jobs/worker.ts'
import type { Importing } from '@counterfoil/kit/server/request/route.ts'
import { makeMerchant, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openKeyWrapping } from '@counterfoil/providers/key-wrapping/key-wrapping.ts'
import { multipartForm } from '@counterfoil/tools/testing/sample-files.ts'
import { parse } from 'csv-parse/sync'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { typedRow } from './import-row.ts'
import { jobs, schedules } from './imports.jobs.ts'
import { routes } from './imports.routes.ts'
import { processPortion } from './process-import.ts'

const db = await testDatabase()
const listRoutes = routesOfLists({ keys: openKeyWrapping(Buffer.alloc(32, 7)) })
let clockMs = 0
const { call } = await testServer(
  db,
  [...listRoutes, ...routes],
  callerFinder(db.database, () => clockMs++ * 10_000),
)
const log = pino({ level: 'silent' })
const tenant = await makeTenant(db, { locale: 'en' })
const permission = 'CRM.Whiteliting.Import'
const importerOf = (some: object = {}) =>
  makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
    permissions: [permission],
    ...some,
  })
type User = Awaited<ReturnType<typeof importerOf>>
const platform = await makeTenant(db, { is_platform: true })
const makeStaff = () => importerOf({ tenant_id: platform.id, user_type: 'platform' })

const workers: Worker[] = []
async function startWorker(): Promise<Worker> {
  const { database, urls } = db
  const worker = await runWorker({
    database,
    appUrl: urls.app,
    jobs: jobs({}),
    schedules: [],
    log,
  })
  workers.push(worker)
  return worker
}
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
  await db.owner.query('delete from pgboss.job')
})

const address = `/api${whitelist.path}/import`
const head = 'value,kind,reason,expiresAt'

interface Sent {
  readonly name?: string
  readonly type?: string
  readonly key?: string
  /** Of platform staff: for whom. */
  readonly tenantId?: string
}

async function send(user: User, content: string | Buffer, sent: Sent = {}) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const form = multipartForm([
    { name: sent.name ?? 'list.csv', type: sent.type ?? 'text/csv', bytes },
  ])
  const query = sent.tenantId === undefined ? '' : `?tenantId=${sent.tenantId}`
  return call(user, `POST ${address}${query}`, {
    payload: form.payload,
    headers: { ...form.headers, 'idempotency-key': sent.key ?? randomUUID() },
  })
}

async function importOf(user: User, content: string): Promise<DataImport> {
  const answer = await send(user, content)
  expect([answer.statusCode, answer.body]).toEqual([202, answer.body])
  return answer.json()
}

const read = async (user: User, id: string): Promise<DataImport> =>
  (await call(user, `GET /api/imports/${id}`)).json()

async function over(user: User, id: string): Promise<DataImport> {
  await expect
    .poll(async () => (await read(user, id)).state, { timeout: 20_000, interval: 50 })
    .not.toBe('running')
  return read(user, id)
}

const rowsOf = async (user: User, id: string): Promise<ImportRow[]> =>
  (await call(user, `GET /api/imports/${id}/rows?pageSize=1000`)).json().data

const refusedRowsOf = async (user: User, id: string): Promise<ImportRow[]> =>
  (await call(user, `GET /api/imports/${id}/rows?outcome=refused&pageSize=1000`)).json().data

const entriesLike = async (pattern: string) =>
  (
    await db.owner.query<{ value: string; count: number }>(
      'select value, count(*)::int from app.whitelist_entry where tenant_id = $1 and value like $2 group by value',
      [tenant.id, pattern],
    )
  ).rows

/** What waits to be told to the user: titles and descriptions. */
const noticesOf = async (user: User) =>
  (
    await db.owner.query<{ title: Text; description: Text }>(
      `select data->'title' as title, data->'description' as description from pgboss.job
       where name = 'notifications.fan-out' and data->'to'->'userIds' ? $1`,
      [user.id],
    )
  ).rows.map(({ title, description }) => [title.en, description.en])

/** The job by hand, where what surrounds it matters. */
const jobContext = (some: Partial<JobContext> = {}): JobContext => ({
  database: db.database,
  jobs: db.jobs,
  log,
  now: () => new Date(),
  signal: new AbortController().signal,
  ...some,
})
const known: ReadonlyMap<string, Importing> = new Map(
  listRoutes.flatMap(({ options: { importing } }) =>
    importing === undefined ? [] : [[importing.of.id, importing] as const],
  ),
)

const numbered = (prefix: string, count: number) =>
  [head, ...Array.from({ length: count }, (_, at) => `${prefix}${at}@x.test,email,R,`)].join('\n')

describe('an import', () => {
  test('has a result for each row, and leaves a trail for each record and for itself', async () => {
    await startWorker()
    const user = await importerOf()
    const first = await over(
      user,
      (await importOf(user, `${head}\na@mix.test,email,Known,\nb@mix.test,email,Known,\n`)).id,
    )
    expect(first).toMatchObject({ state: 'done', rows: 2, created: 2, refused: 0 })
    const file = [
      head,
      'a@mix.test,email,Known,',
      'B@MIX.test,email,Known better,',
      'c@mix.test,email,"New, and ""quoted""",2031-01-01T00:00:00Z',
      '300.1.1.1,ip,No address,',
      'd@mix.test,colour,No kind,',
      'c@mix.test,email,"New, and ""quoted""",2031-01-01T00:00:00Z',
      'C@mix.test,email,Once more,',
      'e@mix.test,email,R,tomorrow',
      'f@mix.test,,R,',
    ].join('\r\n')
    const made = await importOf(user, file)
    expect(made).toMatchObject({ state: 'running', rows: 9, refused: 1 })
    const ended = await over(user, made.id)
    expect(ended).toMatchObject({ created: 1, changed: 1, unchanged: 1, refused: 6 })
    expect(await noticesOf(user)).toContainEqual([
      'Import finished: Whitelisting import',
      'Created 1, changed 1, unchanged 1, refused 6',
    ])
    const rows = await rowsOf(user, made.id)
    expect(rows.map(({ line, outcome, code, path }) => [line, outcome, code, path])).toEqual([
      [2, 'unchanged', null, null],
      [3, 'changed', null, null],
      [4, 'created', null, null],
      [5, 'refused', 'antifraud.no_such_ip', 'value'],
      [6, 'refused', 'request.invalid', 'kind'],
      [7, 'refused', 'import.repeated_row', null],
      [8, 'refused', 'import.repeated_row', null],
      [9, 'refused', 'request.invalid', 'expiresAt'],
      [10, 'refused', 'import.value_missing', 'kind'],
    ])
    expect(rows[6]?.params).toEqual({ before: 4 })
    const { rows: trail } = await db.owner.query(
      `select record_type, action, count(*)::int, count(distinct request_id)::int as requests
       from audit_entry where actor_id = $1 group by 1, 2 order by 1, 2`,
      [user.id],
    )
    expect(trail).toEqual([
      // the records: two made, then one made and one changed, under the two uploads' own request ids
      { record_type: 'whitelist', action: 'whitelist.import', count: 4, requests: 2 },
      // both imports, when they came and when they were over
      { record_type: 'whitelist-import', action: 'whitelist.import', count: 4, requests: 2 },
    ])
  })

  test('answers its result as CSV, safe in a spreadsheet, that can be mended and sent again', async () => {
    await startWorker()
    const user = await importerOf()
    const { id } = await importOf(user, `${head}\n=1+1,email,@SUM(A1),\nok@again.test,email,R,\n`)
    await over(user, id)
    const answer = await call(user, `GET /api/imports/${id}/csv?outcome=refused`)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
    expect(answer.headers['content-disposition']).toContain('whitelist-import.csv')
    const csv = answer.body
    expect(csv.startsWith('\uFEFF')).toBe(true)
    const [row] = parse(csv, { bom: true, columns: true }) as Record<string, string>[]
    expect(row).toMatchObject({
      importLine: '2',
      importResult: 'refused',
      importField: 'value',
      value: "'=1+1",
      reason: "'@SUM(A1)",
    })
    const mended = await importOf(user, csv.replace("'=1+1", 'mended@again.test'))
    expect(await over(user, mended.id)).toMatchObject({ created: 1, refused: 0 })
    const { rows } = await db.owner.query(
      `select reason from app.whitelist_entry where value = 'mended@again.test'`,
    )
    expect(rows).toEqual([{ reason: '@SUM(A1)' }])
    const all = await call(user, `GET /api/imports/${id}/csv`)
    expect(parse(all.body, { bom: true, columns: true })).toHaveLength(2)
  })

  test('sent twice with one key is one import; the key with another file is refused', async () => {
    const user = await importerOf()
    const key = randomUUID()
    const [one, two] = [
      await send(user, numbered('twice', 3), { key }),
      await send(user, numbered('twice', 3), { key }),
    ]
    expect([one.statusCode, two.statusCode]).toEqual([202, 202])
    expect(two.json().id).toBe(one.json().id)
    const other = await send(user, numbered('other', 3), { key })
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency.key_reused'])
    await startWorker()
    expect(await over(user, one.json().id)).toMatchObject({ rows: 3, created: 3 })
  })

  test('that a worker dies in is taken up by the next one, and no row is taken twice', async () => {
    const user = await importerOf()
    const { id } = await importOf(user, numbered('crash', 2_500))
    const dying = new AbortController()
    let looks = 0
    const now = () => {
      // before the second thousand
      if (++looks === 3) dying.abort(new Error('killed'))
      return new Date()
    }
    const work = { tenantId: tenant.id, importId: id }
    const broken = processPortion(known, work, jobContext({ signal: dying.signal, now }))
    await expect(broken).rejects.toThrow('killed')
    const half = await read(user, id)
    expect(half.created).toBeGreaterThan(50)
    expect(half.created).toBeLessThan(2_500)
    // and two at once, as when the first was only thought dead
    await Promise.all([
      processPortion(known, work, jobContext()),
      processPortion(known, work, jobContext()),
    ])
    expect(await read(user, id)).toMatchObject({ state: 'done', created: 2_500, refused: 0 })
    const entries = await entriesLike('crash%')
    expect(entries).toHaveLength(2_500)
    expect(entries.every(({ count }) => count === 1)).toBe(true)
  })

  test('can be stopped: what was taken stays, nothing more is', async () => {
    const user = await importerOf()
    const { id } = await importOf(user, numbered('stop', 5_000))
    let looks = 0
    const now = () => {
      looks += 1
      return new Date()
    }
    const taking = processPortion(known, { tenantId: tenant.id, importId: id }, jobContext({ now }))
    await expect.poll(() => looks, { interval: 1 }).toBeGreaterThan(2)
    const stopped = await call(user, `DELETE /api/imports/${id}`)
    expect(stopped.json().state).toBe('cancelled')
    await taking
    const ended = await read(user, id)
    expect(ended.created).toBeLessThan(5_000)
    expect(await entriesLike('stop%')).toHaveLength(ended.created)
    // once more says the same, and a worker that comes late finds nothing to do
    expect((await call(user, `DELETE /api/imports/${id}`)).json()).toEqual(ended)
    await processPortion(known, { tenantId: tenant.id, importId: id }, jobContext())
    expect(await read(user, id)).toEqual(ended)
  })

  test('ends when its job was taken out of the queue, and not while one waits', async () => {
    const user = await importerOf()
    const { id } = await importOf(user, numbered('left', 3))
    const end = schedules.find(({ name }) => name === 'imports.end-abandoned')
    await end?.run(jobContext())
    expect((await read(user, id)).state).toBe('running')
    await db.owner.query('delete from pgboss.job')
    await end?.run(jobContext())
    expect(await read(user, id)).toMatchObject({ state: 'cancelled', created: 0 })
    expect(await noticesOf(user)).toEqual([
      ['Import stopped: Whitelisting import', expect.anything()],
    ])
  })

  test('is ended and told together, or neither', async () => {
    const user = await importerOf()
    const { id } = await importOf(user, numbered('told', 1))
    const work = { tenantId: tenant.id, importId: id }
    const deaf = {
      ...db.jobs,
      enqueue: async () => {
        throw new Error('killed')
      },
    }
    await expect(processPortion(known, work, jobContext({ jobs: deaf }))).rejects.toThrow('killed')
    expect(await read(user, id)).toMatchObject({ state: 'running', created: 1 })
    await processPortion(known, work, jobContext())
    expect(await read(user, id)).toMatchObject({ state: 'done', created: 1 })
    expect(await noticesOf(user)).toHaveLength(1)
    // staff of the platform are of another tenant, and are told there
    const staff = await makeStaff()
    const answer = await send(staff, numbered('far', 1), { tenantId: tenant.id })
    await processPortion(known, { ...work, importId: answer.json().id }, jobContext())
    expect(await noticesOf(staff)).toHaveLength(1)
  })

  test('refuses the rest once its importer may no longer', async () => {
    const user = await importerOf()
    const { id } = await importOf(user, numbered('lost', 2_500))
    let looks = 0
    const now = () => {
      if (++looks === 2) {
        void db.owner.query(`update role set permissions = '{}' where id = $1`, [user.role_id])
      }
      return new Date()
    }
    await processPortion(known, { tenantId: tenant.id, importId: id }, jobContext({ now }))
    const ended = await read(user, id)
    expect(ended).toMatchObject({ state: 'done', created: 1_000, refused: 1_500 })
    const refused = await refusedRowsOf(user, id)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['import.permission_lost']))
    expect(await entriesLike('lost%')).toHaveLength(1_000)
  })

  test('holds each row to the merchants that its importer is limited to', async () => {
    const user = await importerOf()
    const { id } = await importOf(user, numbered('limit', 2))
    const { id: merchant } = await makeMerchant(db, { tenant_id: tenant.id })
    await db.loader
      .insertInto('user_merchant_limit')
      .values({ tenant_id: tenant.id, user_id: user.id, merchant_id: merchant })
      .execute()
    await processPortion(known, { tenantId: tenant.id, importId: id }, jobContext())
    expect(await read(user, id)).toMatchObject({ state: 'done', created: 0, refused: 2 })
    expect((await rowsOf(user, id)).map(({ code }) => code)).toEqual(['forbidden', 'forbidden'])
  })

  test('is for whoever uploaded it alone', async () => {
    const user = await importerOf()
    const { id } = await importOf(user, numbered('mine', 1))
    for (const stranger of [await importerOf(), await makeStaff()]) {
      for (const what of [
        `GET /api/imports/${id}`,
        `GET /api/imports/${id}/rows`,
        `GET /api/imports/${id}/csv`,
        `DELETE /api/imports/${id}`,
      ]) {
        expect([what, (await call(stranger, what)).statusCode]).toEqual([what, 404])
      }
      expect((await call(stranger, 'GET /api/imports')).json().count).toBe(0)
    }
    expect((await call(user, 'GET /api/imports?resource=whitelist')).json()).toMatchObject({
      count: 1,
      data: [{ id }],
    })
  })

  test('keeps no card number, not even of a row that is refused', async () => {
    const user = await importerOf()
    const number = '4242 4242 4242 4242'
    const { id } = await importOf(user, `${head}\n${number},card,R,\n`)
    expect(await rowsOf(user, id)).toMatchObject([
      { outcome: 'refused', code: 'import.card_number', path: 'value' },
    ])
    const { rows } = await db.owner.query(
      `select count(*)::int from app.data_import_row where data_import_id = $1 and cells::text like '%4242%'`,
      [id],
    )
    expect(rows).toEqual([{ count: 0 }])
  })

  test('is forgotten after thirty days, with its rows', async () => {
    const user = await importerOf()
    const { id } = await importOf(user, numbered('old', 2))
    const schedule = schedules.find(({ name }) => name === 'imports.forget')
    const at = (days: number) => () => new Date(Date.now() + days * dayMs)
    await schedule?.run(jobContext({ now: at(29) }))
    expect((await read(user, id)).id).toBe(id)
    await schedule?.run(jobContext({ now: at(31) }))
    expect((await call(user, `GET /api/imports/${id}`)).statusCode).toBe(404)
    const { rows } = await db.owner.query(
      'select count(*)::int from app.data_import_row where data_import_id = $1',
      [id],
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('a file that cannot be read', () => {
  const utf16 = Buffer.from(`\uFEFF${head}\na,email,R,\n`, 'utf16le')
  const row = 'a@bad.test,email,R,'
  test.each<[string, string | Buffer, string, object, Sent?]>([
    ['nothing', '', 'import.empty', {}],
    ['a head alone', `${head}\n`, 'import.empty', {}],
    ['another type by its name', `${head}\n${row}`, 'import.not_csv', {}, { name: 'list.xlsx' }],
    ['another type by its word', `${head}\n${row}`, 'import.not_csv', {}, { type: 'image/png' }],
    ['UTF-16', utf16, 'import.utf16', {}],
    ['UTF-16 without its mark', utf16.subarray(2), 'import.encoding', { line: 1 }],
    [
      'Latin letters of one byte',
      Buffer.from(`${head}\n${row}\na@bad.test,email,G\xfcl,`, 'latin1'),
      'import.encoding',
      { line: 3 },
    ],
    ['an unknown column', `${head},colour\n${row},`, 'import.unknown_column', { column: 5 }],
    ['a formula for a column', `=1+1,kind,reason\n${row}`, 'import.unknown_column', { column: 1 }],
    ['a column twice', `${head},kind\n${row},`, 'import.column_twice', { column: 5, name: 'kind' }],
    [
      'a column missing',
      'value,kind\na@bad.test,email',
      'import.column_missing',
      { name: 'reason' },
    ],
    [
      'a quote left open',
      `${head}\n${row}\n"a@bad.test,email,R,`,
      'import.quote_open',
      { line: 3 },
    ],
    ['a quote in a cell', `${head}\n${row}\na@"bad.test,email,R,`, 'import.quote', { line: 3 }],
    ['cells after a quote', `${head}\n"a"b,email,R,`, 'import.quote', { line: 2 }],
    ['a cell too many', `${head}\n${row}\n${row},`, 'import.cells', { line: 3 }],
    ['a cell too few', `${head}\n${row}\na@bad.test,email`, 'import.cells', { line: 3 }],
    [
      'a cell of a megabyte',
      `${head}\n${'a'.repeat(1_000_000)},email,R,`,
      'import.quote_open',
      { line: 2 },
    ],
    [
      'a long cell',
      `${head}\n${'a'.repeat(200_001)},email,R,`,
      'import.cell_too_long',
      { line: 2, name: 'value' },
    ],
  ])('%s: says so, and where, and keeps nothing', async (_, content, code, params, sent) => {
    const user = await importerOf()
    const answer = await send(user, content, sent)
    expect([answer.statusCode, answer.json().code, answer.json().params ?? {}]).toEqual([
      400,
      code,
      expect.objectContaining(params),
    ])
    expect(answer.json().errors[0].path).toBe('file')
    expect((await call(user, 'GET /api/imports')).json().count).toBe(0)
    expect(await entriesLike('%bad.test')).toEqual([])
  })

  test('UTF-8 with its mark, semicolons and Turkish words are read', async () => {
    const user = await importerOf()
    const file = '\uFEFFvalue;kind;reason;isActive\r\nı@iyi.test;email;Güvenilir müşteri;hayır\r\n'
    const { id } = await importOf(user, file.replace('ı@', 'i@'))
    await processPortion(known, { tenantId: tenant.id, importId: id }, jobContext())
    expect(await read(user, id)).toMatchObject({ created: 1 })
    const { rows } = await db.owner.query(
      `select reason, is_active from app.whitelist_entry where value = 'i@iyi.test'`,
    )
    expect(rows).toEqual([{ reason: 'Güvenilir müşteri', is_active: false }])
  })
})

test('an empty cell of a field that starts as something is that', () => {
  const { values } = typedRow(beneficiaries, { name: 'Ada', paidTo: '', iban: '' })
  expect(values).toEqual({ name: 'Ada', paidTo: 'account', iban: null })
})
