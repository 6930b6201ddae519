import { randomUUID } from 'node:crypto'
import { callerFinder } from '@counterfoil/features/access/sign-in-context/callers.public.ts'
import { routes as routesOfLists } from '@counterfoil/features/payments/cards/listed-cards.routes.ts'
import { merchantScreening } from '@counterfoil/features/routing/antifraud/merchant-screening.resource.ts'
import { whitelist } from '@counterfoil/features/routing/antifraud/whitelist.resource.ts'
import {
  type DataImport,
  type ImportRow,
  importLimitsOf,
} from '@counterfoil/kit/contract/imports.ts'
import type { JobContext } from '@counterfoil/kit/jobs/job.ts'
import { rowsOfFile } from '@counterfoil/kit/server/imports/import-file.ts'
import type { Importing } from '@counterfoil/kit/server/request/route.ts'
import { makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import { openKeyWrapping } from '@counterfoil/providers/key-wrapping/key-wrapping.ts'
import { multipartForm } from '@counterfoil/tools/testing/sample-files.ts'
import pino from 'pino'
import { expect, test } from 'vitest'
import { routes } from './imports.routes.ts'
import { processPortion } from './process-import.ts'

// Lists that may be long: their rows are imported many at a time, with the same result as one by one.

const db = await testDatabase()
const listRoutes = routesOfLists({ keys: openKeyWrapping(Buffer.alloc(32, 7)) })
const { call } = await testServer(
  db,
  [...listRoutes, ...routes],
  callerFinder(db.database, Date.now),
)
const tenant = await makeTenant(db, { locale: 'en' })
const importer = () =>
  makeUser(db, {
    tenant_id: tenant.id,
    user_type: 'tenant',
    permissions: ['CRM.Whiteliting.Import'],
  })
type User = Awaited<ReturnType<typeof importer>>
const known: ReadonlyMap<string, Importing> = new Map(
  listRoutes.flatMap(({ options: { importing } }) =>
    importing === undefined ? [] : [[importing.of.id, importing] as const],
  ),
)
const head = 'value,kind,reason,expiresAt'
const numbered = (prefix: string, count: number) =>
  [head, ...Array.from({ length: count }, (_, at) => `${prefix}${at}@x.test,email,R,`)].join('\n')

const jobContext = (): JobContext => ({
  database: db.database,
  jobs: db.jobs,
  log: pino({ level: 'silent' }),
  now: () => new Date(),
  signal: new AbortController().signal,
})

async function importOf(user: User, content: string): Promise<DataImport> {
  const form = multipartForm([{ name: 'list.csv', type: 'text/csv', bytes: Buffer.from(content) }])
  const answer = await call(user, `POST /api${whitelist.path}/import`, {
    payload: form.payload,
    headers: { ...form.headers, 'idempotency-key': randomUUID() },
  })
  expect([answer.statusCode, answer.body]).toEqual([202, answer.body])
  return answer.json()
}

const read = async (user: User, id: string): Promise<DataImport> =>
  (await call(user, `GET /api/imports/${id}`)).json()

/** Imports portion by portion: on a busy machine a file may take more than one. */
async function importAll(user: User, id: string, importers = known): Promise<DataImport> {
  await processPortion(importers, { tenantId: tenant.id, importId: id }, jobContext())
  const now = await read(user, id)
  return now.state === 'running' ? importAll(user, id, importers) : now
}

const rowsOf = async (user: User, id: string): Promise<ImportRow[]> =>
  (await call(user, `GET /api/imports/${id}/rows?pageSize=1000`)).json().data

test('an import of many rows makes the new records together, and takes every other row by itself', async () => {
  const user = await importer()
  const before = await importOf(user, `${head}\nold1@many.test,email,R,\nold2@many.test,email,R,`)
  await importAll(user, before.id)
  const file = [
    numbered('many', 600),
    'old1@many.test,email,R,',
    'OLD2@many.test,email,Known better,',
    'many5@x.test,email,Once more,',
    'MANY6@X.test,email,Once more,',
    'nobody,email,R,',
    'x@many.test,colour,R,',
  ].join('\n')
  const { id } = await importOf(user, file)
  expect(await importAll(user, id)).toMatchObject({
    ...{ state: 'done', rows: 606, created: 600, changed: 1, unchanged: 1, refused: 4 },
  })
  const others = (await rowsOf(user, id)).slice(600)
  expect(others.map(({ outcome, code, params }) => [outcome, code, params?.before])).toEqual([
    ['unchanged', null, undefined],
    ['changed', null, undefined],
    ['refused', 'import.repeated_row', 7],
    ['refused', 'import.repeated_row', 8],
    ['refused', 'antifraud.no_such_email', undefined],
    ['refused', 'request.invalid', undefined],
  ])
  const { rows } = await db.owner.query(
    `select count(distinct e.id)::int as records, count(*)::int as entries, count(a.before)::int as before
     from app.whitelist_entry e join app.audit_entry a on a.tenant_id = e.tenant_id and a.record_id = e.id::text and a.record_type = 'whitelist'
     where e.tenant_id = $1 and e.value like 'many%' and a.actor_id = $2 and a.after->>'reason' = 'R'`,
    [tenant.id, user.id],
  )
  expect(rows).toEqual([{ records: 600, entries: 600, before: 0 }])

  // the list of the next month: most are on it already
  await db.owner.query(
    `update app.whitelist_entry set is_active = false where value = 'many0@x.test'`,
  )
  const next = await importOf(
    user,
    [
      numbered('many', 600).replace('many7@x.test,email,R,', 'many7@x.test,email,Known better,'),
      'MANY8@x.test,email,R,',
      'many600@x.test,email,R,',
      'MANY600@x.test,email,R,',
    ].join('\n'),
  )
  expect(await importAll(user, next.id)).toMatchObject({
    ...{ state: 'done', created: 1, changed: 1, unchanged: 599, refused: 2 },
  })
  const refused = (await rowsOf(user, next.id)).filter(({ outcome }) => outcome === 'refused')
  expect(refused.map(({ line, code, params }) => [line, code, params?.before])).toEqual([
    [602, 'import.repeated_row', 10],
    [604, 'import.repeated_row', 603],
  ])
  const { rows: trail } = await db.owner.query(
    `select count(*)::int from app.audit_entry where actor_id = $1 and record_type = 'whitelist'`,
    [user.id],
  )
  // two before, six hundred and one change, and of this time one new and one change
  expect(trail).toEqual([{ count: 605 }])
})

test.each([1, 30])(
  'an entry that has expired lists its value again when a file of %i rows does',
  async (count) => {
    const user = await importer()
    const values = Array.from({ length: count }, (_, at) => `again${count}-${at}@x.test`)
    const taken = async (content: string) => {
      const { id } = await importOf(user, content)
      return importAll(user, id)
    }
    const rows = values.map((value) => `${value},email,R`)
    await taken(['value,kind,reason', ...rows].join('\n'))
    const expire = (at: string) =>
      db.owner.query(`update app.whitelist_entry set expires_at = $2 where value = any ($1)`, [
        values,
        at,
      ])
    await expire('2026-01-01')
    const whole = [
      'value,kind,reason,expiresAt',
      ...rows.map((row) => `${row},2026-01-01T00:00:00Z`),
    ]
    expect(await taken(whole.join('\n'))).toMatchObject({ unchanged: count })
    expect(await taken(['value,kind,reason', ...rows].join('\n'))).toMatchObject({ changed: count })
    const { rows: open } = await db.owner.query(
      `select from app.whitelist_entry where value = any ($1) and expires_at is null`,
      [values],
    )
    expect(open).toHaveLength(count)
    // what is still in force ends when it was to end
    await expire('2100-01-01')
    expect(await taken(['value,kind,reason', ...rows].join('\n'))).toMatchObject({
      unchanged: count,
    })
  },
)

// few rows are taken one by one, many together
test.each([3, 60])(
  'an import of %i rows goes on past one at which something of ours fails',
  async (all) => {
    const user = await importer()
    const { id } = await importOf(user, numbered(`flaw${all}-`, all))
    const bad = Math.floor(all / 2)
    const importing = known.get(whitelist.id) as Importing
    const rules = {
      check: async (_: unknown, { value }: { value?: unknown }) => {
        if (value === `flaw${all}-${bad}@x.test`) throw new TypeError('a bug')
        return undefined
      },
    }
    const faulty = new Map([[whitelist.id, { ...importing, rules }]])
    const work = { tenantId: tenant.id, importId: id }
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(processPortion(faulty, work, jobContext())).rejects.toThrow('a bug')
    }
    const done = await importAll(user, id, faulty)
    expect(done).toMatchObject({ state: 'done', created: all - 1, refused: 1 })
    const refused = (await rowsOf(user, id)).filter(({ outcome }) => outcome === 'refused')
    expect(refused).toMatchObject([{ line: bad + 2, code: 'import.failed' }])
  },
)

test('a file has a hundred thousand rows, and of a long list a million', async () => {
  const bytes = Buffer.from(
    `merchantId,mayBlock,mayTrust,reason\n${'x,yes,no,R\n'.repeat(100_001)}`,
  )
  const file = { name: 'much.csv', declaredType: 'text/csv', bytes }
  const readAll = async () => {
    for await (const row of rowsOfFile(merchantScreening, file))
      expect(row.line).toBeLessThan(100_002)
  }
  await expect(readAll()).rejects.toMatchObject({
    ...{ code: 'import.too_many', params: { most: 100_000 } },
  })
  expect(importLimitsOf(whitelist)).toEqual({ rows: 1_000_000, bytes: 104_857_600 })
})
