import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import pino from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { UserCaller } from '../request/context.ts'
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
]

let looked = 0
beforeEach(() => {
  looked = 0
})

/** Tokens that begin with a known name are that person's; every other is nobody's. */
async function server(environment: Record<string, string> = {}) {
  const app = await buildServer({
    settings: readSettings({ RATE_LIMIT_PER_MINUTE: '3', ...environment }),
    database: db.database,
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
    identifyApiKey: () => Promise.reject(new Error('These routes know no API keys')),
    confirm: () => Promise.resolve(),
  })
  onTestFinished(() => app.close())
  return async (token: string, remoteAddress: string, some: Record<string, string> = {}) => {
    const { path = 'open', ...headers } = some
    const sent = { authorization: `Bearer ${token}`, ...headers }
    const answer = await app.inject({ url: `/api/${path}`, headers: sent, remoteAddress })
    return { status: answer.statusCode, code: answer.json().code, headers: answer.headers }
  }
}

const callerOf = (name: string): UserCaller => ({
  ...{ kind: 'user', id: name, name, email: `${name}@harbour.example`, userType: 'tenant' },
  ...{ tenantId: tenant.id, merchantId: null, merchantIds: null, methods: null, providers: null },
  ...{ roleId: person.id, permissions: new Set<string>(), withheld: new Set<string>() },
  ...{ scaPermissions: new Set<string>(), timeZone: 'UTC', locale: 'en-GB' },
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

test('an identity provider out of reach locks nobody out', async () => {
  const send = await server()
  for (let n = 0; n < 4; n++) await send('unreachable', '198.51.100.1')
  expect((await send('ada', '198.51.100.1')).status).toBe(200)
})

test('an address is the connection’s own, unless a trusted proxy tells it', async () => {
  const forwardedFor = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
  const asking = async (environment?: Record<string, string>) => {
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
