import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pino from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { ApiKeyCaller, UserCaller } from '../request/context.ts'
import { route } from '../request/route.ts'
import { buildServer } from '../server.ts'
import { readSettings } from '../settings.ts'

const db = await testDatabase()
const tenant = await makeTenant(db)
const person = await makeUser(db, { tenant_id: tenant.id, user_type: 'tenant' })
const call = (id: string, permission: string[]) =>
  endpoint({
    ...{ id, method: 'GET', path: `/api/${id}`, summary: 'Answers', permission },
    answer: z.object({ isHere: z.boolean() }),
  })
const routes = [
  route(call('open', []), async () => ({ isHere: true })),
  route(call('shut', ['CRM.Dashboard.View']), async () => ({ isHere: true })),
  route(
    endpoint({
      ...{ id: 'paged', method: 'GET', path: '/api/paged', summary: 'Answers' },
      ...{ scope: 'tokens:write', answer: z.object({ isHere: z.boolean() }) },
    }),
    async () => ({ isHere: true }),
  ),
]

let looked = 0
beforeEach(async () => {
  looked = 0
  await db.owner.query('delete from request_count')
})

/** Tokens that begin with a known name are that person's; every other is nobody's. */
async function server(environment: Record<string, string> = {}, database = db.database) {
  const app = await appWith(environment, database)
  return async (token: string, remoteAddress: string, some: Record<string, string> = {}) => {
    const { path = 'open', ...headers } = some
    const sent = { authorization: `Bearer ${token}`, ...headers }
    const answer = await app.inject({ url: `/api/${path}`, headers: sent, remoteAddress })
    return { status: answer.statusCode, code: answer.json().code, headers: answer.headers }
  }
}

async function appWith(environment: Record<string, string>, database = db.database, more = {}) {
  const app = await buildServer({
    ...more,
    settings: readSettings({ RATE_LIMIT_PER_MINUTE: '3', ...environment }),
    database,
    jobs: db.jobs,
    log: pino({ level: 'silent' }),
    routes,
    identifyUser: async ({ headers }) => {
      looked++
      const [name = ''] = (headers.authorization ?? '').slice('Bearer '.length).split('.')
      if (name === 'unreachable') throw new Problem('identity.unreachable', 503, 'Out of reach')
      if (!['ada', 'grace'].includes(name)) throw new Problem('token.invalid', 401, 'Nobody')
      return callerOf(name)
    },
    identifyApiKey: async ({ headers }) => keyCaller(headers.authorization === 'Bearer published'),
    confirm: () => Promise.resolve(),
  })
  onTestFinished(() => app.close())
  return app
}

const callerOf = (name: string): UserCaller => ({
  ...{ kind: 'user', id: name, name, email: `${name}@harbour.example`, userType: 'tenant' },
  ...{ tenantId: tenant.id, merchantId: null, merchantIds: null, methods: null, providers: null },
  ...{ roleId: person.id, permissions: new Set<string>(), withheld: new Set<string>() },
  ...{ scaPermissions: new Set<string>(), timeZone: 'UTC', locale: 'en-GB' },
})

const keyCaller = (isPublishable: boolean): ApiKeyCaller => ({
  ...{ kind: 'apiKey', id: String(isPublishable), name: 'Shop', isPublishable, mode: 1 },
  ...{ tenantId: tenant.id, merchantId: person.id, merchantIds: [person.id] },
  ...{ scopes: new Set(['tokens:write']), scopesKept: new Set() },
})

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

test('whoever sends tokens that are nobody’s is refused by address, and no more of them are looked at', async () => {
  const send = await server()
  const answers = []
  for (let n = 0; n < 6; n++) answers.push(await send(`made-up-${n}`, '198.51.100.7'))
  expect(statuses(answers)).toEqual([401, 401, 401, 429, 429, 429])
  expect(answers[3]).toMatchObject({ code: 'request.too_many' })
  expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(looked).toBe(3)
  // elsewhere a wrong token is told so, and a right one opens
  expect(statuses([await send('made-up', '198.51.100.8')])).toEqual([401])
  expect(statuses([await send('ada', '198.51.100.8')])).toEqual([200])
})

test('whoever signed in has one bucket, whatever their token and address', async () => {
  const send = await server()
  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await send(`ada.${n}`, `198.51.100.${n}`))
  expect(statuses(answers)).toEqual([200, 200, 200, 429])
  expect(answers[3]).toMatchObject({ code: 'request.too_many' })
  // a colleague at the same address has a bucket of their own
  expect((await send('grace', '198.51.100.0')).status).toBe(200)
})

test('what somebody may not do counts as well', async () => {
  const send = await server()
  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await send('ada', '198.51.100.1', { path: 'shut' }))
  expect(statuses(answers)).toEqual([403, 403, 403, 429])
})

test('a publishable key is used up for the address that uses it up, a secret one everywhere', async () => {
  const send = await server()
  const asking = async (key: string) => {
    const answers = []
    for (const n of [1, 1, 1, 1, 2]) {
      answers.push(await send(key, `198.51.100.${n}`, { path: 'paged' }))
    }
    return statuses(answers)
  }
  // it stands in a shop's page: who sends it without end stops no other payer
  expect(await asking('published')).toEqual([200, 200, 200, 429, 200])
  expect(await asking('secret')).toEqual([200, 200, 200, 429, 429])
})

test('an identity provider out of reach locks nobody out', async () => {
  const send = await server()
  for (let n = 0; n < 4; n++) await send('unreachable', '198.51.100.1')
  expect((await send('ada', '198.51.100.1')).status).toBe(200)
})

test('an address is the connection’s own, unless a trusted proxy tells it', async () => {
  const forwardedFor = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
  const asking = async (environment?: Record<string, string>) => {
    await db.owner.query('delete from request_count')
    const send = await server(environment)
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(await send('made-up', '198.51.100.1', forwardedFor(n)))
    return statuses(answers)
  }
  expect(await asking()).toEqual([401, 401, 401, 429])
  expect(await asking({ TRUSTED_PROXIES: '198.51.100.1' })).toEqual([401, 401, 401, 401])
  // nobody else speaks HTTPS for it: this is the proxy, and the address everybody's
  expect(await asking({ PUBLIC_URL: 'https://portal.example' })).toEqual([401, 401, 401, 401])
  expect(
    await asking({ PUBLIC_URL: 'https://portal.example', TRUSTED_PROXIES: '192.0.2.1' }),
  ).toEqual([401, 401, 401, 429])
})

/** The database, and how often it was asked beside what the routes ask, which is nothing. */
function countingDatabase() {
  let asked = 0
  const pool = openDatabase({ appUrl: db.urls.app, platformUrl: db.urls.platform })
  onTestFinished(() => pool.close())
  const database = new Proxy(pool, {
    get(target, name) {
      if (name === 'shared') asked++
      return Reflect.get(target, name)
    },
  })
  return { database, asked: () => asked }
}

test('two servers on one database let a caller through as often as one does', async () => {
  const [one, other] = [await server(), await server()]
  const signedIn = []
  for (let n = 0; n < 3; n++) {
    signedIn.push(await one(`ada.${n}`, '198.51.100.1'), await other('ada', '198.51.100.1'))
  }
  expect(statuses(signedIn)).toEqual([200, 200, 200, 429, 429, 429])
  expect(Number(signedIn[3]?.headers['retry-after'])).toBeGreaterThan(50)
  const strangers = []
  for (let n = 0; n < 3; n++) {
    strangers.push(await one('made-up', '198.51.100.7'), await other('made-up', '198.51.100.7'))
  }
  // the third at `one` brings it to the limit; a server that has not counted since looks at one token more
  expect(statuses(strangers)).toEqual([401, 401, 401, 401, 429, 429])
  const { rows } = await db.owner.query('select caller_hash::text as hash from request_count')
  expect(JSON.stringify(rows)).not.toMatch(/198|ada/)
})

test('a high limit is shared by a statement for one request in twenty of it, and holds to a tenth', async () => {
  const places = [countingDatabase(), countingDatabase()]
  const limit = { RATE_LIMIT_PER_MINUTE: '200' }
  const servers = await Promise.all(places.map(({ database }) => server(limit, database)))
  const builtWith = places.map(({ asked }) => asked())
  const answers = await Promise.all(
    Array.from({ length: 500 }, async (_, n) => {
      // as they come over some time: all at once, none would know of the others
      await setTimeout(n)
      return servers[n % 2]?.('grace', '198.51.100.2')
    }),
  )
  const let_ = answers.filter((answer) => answer?.status === 200).length
  expect(let_).toBeGreaterThanOrEqual(200)
  expect(let_).toBeLessThanOrEqual(220)
  for (const [at, { asked }] of places.entries()) {
    expect(asked() - (builtWith[at] ?? 0)).toBeLessThanOrEqual(200 / 10 + 2)
  }
})

test('a minute that is over begins anew', async () => {
  const [one, other] = [await server(), await server()]
  for (let n = 0; n < 4; n++) await one('ada', '198.51.100.1')
  await db.owner.query("update request_count set began_at = began_at - interval '61 seconds'")
  expect(statuses([await other('ada', '198.51.100.1')])).toEqual([200])
  const { rows } = await db.owner.query('select requests from request_count')
  expect(rows).toEqual([{ requests: 1 }])
})

test('without its database a server limits by what it has counted itself', async () => {
  const lost = openDatabase({
    ...{ appUrl: 'postgres://localhost:1/none', platformUrl: 'postgres://localhost:1/none' },
  })
  onTestFinished(() => lost.close())
  const send = await server({}, lost)
  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await send('ada', '198.51.100.1'))
  expect(statuses(answers)).toEqual([200, 200, 200, 429])
})

test('the portal’s page and files are for everybody behind an address, however often; calls that there are not count', async () => {
  const portalFolder = mkdtempSync(join(tmpdir(), 'counterfoil-portal-'))
  onTestFinished(() => rmSync(portalFolder, { recursive: true }))
  mkdirSync(join(portalFolder, 'build'))
  writeFileSync(join(portalFolder, 'index.html'), '<title>portal</title>')
  writeFileSync(join(portalFolder, 'build', 'page-abc.js'), 'export {}')
  const app = await appWith({}, db.database, { portalFolder })
  const asking = async (url: string) => {
    const answers: number[] = []
    for (let n = 0; n < 5; n++) answers.push((await app.inject({ url })).statusCode)
    return answers
  }
  for (const url of ['/', '/crm/dashboard', '/build/page-abc.js']) {
    expect(await asking(url), url).toEqual([200, 200, 200, 200, 200])
  }
  expect(await asking('/api/none')).toEqual([404, 404, 404, 429, 429])
})
