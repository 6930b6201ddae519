import { randomUUID } from 'node:crypto'
import { createApiKey } from '@counterfoil/features/access/api-keys/api-keys.public.ts'
import type { AnyEndpoint } from '@counterfoil/kit/contract/endpoint.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { describe, expect, test } from 'vitest'
import { openAuditFixture } from './testing/audit-fixture.ts'
import {
  leavesAnEntry,
  succeed,
  withoutBefore,
  withoutEntry,
  wrongEntry,
} from './testing/audited.ts'
import { makeBelongings, makeHistory } from './testing/history.ts'
import { isPaired, mayCall, tablesReadBy } from './testing/isolation.ts'
import { ownTuples } from './testing/isolation-reach.ts'
import { divide, type Row, readRows } from './testing/isolation-rows.ts'
import { provedOf } from './testing/proof-tags.ts'
import { idParamsOf, paramsWith, send } from './testing/requests.ts'
import { type Actor, type ActorKind, openTestApi } from './testing/test-api.ts'

// What every call answers, and what merchants' keys open.
const testApi = await openTestApi()
await makeHistory(testApi)
const { app, endpoints, test: db } = testApi
const timeout = 120_000

/** So many answers show what a call declares; in a full run all records are asked for. */
const enough = isFullRun ? Number.POSITIVE_INFINITY : 6

/** The JSON answers of a call that reads, to somebody with records of their own. */
async function answersOf(endpoint: AnyEndpoint, actor: Actor, rows: readonly Row[]) {
  const answers = []
  for (const ids of await idsToAsk(endpoint, actor, rows)) {
    const params = paramsWith(endpoint, ids)
    const answer = await send(app, endpoint, { token: actor.token, params })
    if (answer.statusCode === endpoint.status) answers.push(answer)
    if (answers.length === enough) break
  }
  return answers
}

/** The ids of own records that a call may take, as many at a time as its address has. */
async function idsToAsk(endpoint: AnyEndpoint, actor: Actor, rows: readonly Row[]) {
  const places = idParamsOf(endpoint).length
  if (places === 0) return [[]]
  const tuples = ownTuples(endpoint, rows)
  if (places > 1 && tuples.length > 0) return tuples
  const read = await tablesReadBy({ testApi, actor, rows }, endpoint)
  const ids = rows.filter(({ table }) => read?.has(table) !== false).map(({ id }) => [id])
  if (places === 1) return ids
  const paired = rows.filter(isPaired)
  return [...ids, ...paired.flatMap((one) => paired.map((other) => [one.id, other.id]))]
}

describe.each<ActorKind>(['platform', 'operator', 'merchant'])('to the %s', async (kind) => {
  const actor = await testApi.actor(kind)
  await makeBelongings(db, { tenant_id: actor.tenantId, user_id: actor.subject })
  const rows = await readRows(db.owner)
  const { own, foreign } = divide(actor, rows)
  // platform staff see the records of all
  const seen = kind === 'platform' ? [...own, ...foreign] : own
  const reading = endpoints
    .filter((one) => one.method === 'GET' && one.answer && !one.contentType && mayCall(actor, one))
    .map((one) => [one.path, one] as const)

  test.each(reading)('%s answers what it declares', { timeout }, async (_, endpoint) => {
    for (const answer of await answersOf(endpoint, actor, seen)) {
      expect(answer.headers['content-type']).toMatch('application/json')
      expect(answer.headers['content-security-policy']).toMatch(`default-src 'none'`)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(endpoint.answer?.safeParse(answer.json()).error).toBeUndefined()
    }
  })
})

const keyOf = (scopes: readonly string[], more: { expiresAt?: Date } = {}) =>
  db.database.transaction(tenantScope(tenantIdOf('northwind')), (tx) =>
    createApiKey(tx, {
      merchantId: merchantIdOf('harbour'),
      name: 'test',
      mode: 1,
      scopes,
      now: new Date(),
      ...more,
    }),
  )

describe('/v1', async () => {
  const calls = endpoints
    .filter((one) => one.access.kind === 'scope')
    .map((one) => [`${one.method} ${one.path}`, one] as const)
  const { key: powerless } = await keyOf([])
  const { key: expired } = await keyOf(['payments:read'], { expiresAt: new Date(0) })
  const { token } = await testApi.actor('merchant')
  const badKeys = [
    undefined,
    '',
    'cf_test_nobodys',
    `${demoKeyOf('harbour', 1)}x`,
    demoKeyOf('harbour', 1).toUpperCase(),
    expired,
    token,
  ]
  const { rows: payments } = await db.owner.query<{ id: string; slug: string; mode: number }>(
    'select p.id, m.slug, p.mode from app.payment p join app.merchant m on (m.tenant_id, m.id) = (p.tenant_id, p.merchant_id)',
  )
  const { rows: refunds } = await db.owner.query<{ id: string; slug: string; mode: number }>(
    `select o.id, m.slug, p.mode from app.payment_operation o join app.payment p
       on (p.tenant_id, p.id) = (o.tenant_id, o.payment_id)
     join app.merchant m on (m.tenant_id, m.id) = (p.tenant_id, p.merchant_id) where o.kind = 'refund'`,
  )
  const { rows: waiting } = await db.owner.query<{ id: string; slug: string; mode: number }>(
    `select w.id, m.slug, w.mode from app.waiting_action w join app.merchant m on (m.tenant_id, m.id) = (w.tenant_id, w.merchant_id)
     where w.side = 'merchant'`,
  )

  const { rows: payouts } = await db.owner.query<{ id: string; slug: string; mode: number }>(
    `select o.id, m.slug, o.mode from app.payout_order o
     join app.merchant m on (m.tenant_id, m.id) = (o.tenant_id, o.merchant_id)`,
  )

  // a dispute under the id of each payment
  await db.owner.query(
    `insert into app.dispute (tenant_id, id, payment_id, merchant_id, amount_minor, currency, reason_code, reason, state,
       opened_at)
     select tenant_id, id, id, merchant_id, 1, currency, 'fraud', 'Fraud', 'won', created_at from app.payment`,
  )

  test.each(calls)('%s: 401 without a good key', async (_, endpoint) => {
    // a key is judged before the call is looked at
    const isWhole = isFullRun || endpoint === calls[0]?.[1]
    for (const key of isWhole ? badKeys : badKeys.slice(0, 1)) {
      const answer = await send(app, endpoint, { token: key })
      expect([key, answer.statusCode]).toEqual([key, 401])
      expect(answer.headers['content-type']).toMatch('application/problem+json')
    }
  })

  test.each(calls)(
    '%s: 403 without its scope, or in a mode the merchant may not use',
    async (_, endpoint) => {
      const scopeless = await send(app, endpoint, { token: powerless })
      expect(scopeless.statusCode).toBe(403)
      expect(scopeless.json().code).toBe('api_key.scope_missing')
      const modeless = await send(app, endpoint, { token: demoKeyOf('quayside', 2) })
      expect(modeless.statusCode).toBe(403)
      expect(modeless.json().code).toBe('api_key.mode_not_allowed')
    },
  )

  // strangers' links and sessions: payment-pages.test.ts; stored cards: stored-cards.test.ts
  const seenThere = /^\/v1\/(payment-links|checkout-sessions|stored-cards)\//
  const addressed = calls.filter(([, { path }]) => path.includes('/:id') && !seenThere.test(path))
  test.each(addressed)(
    "%s: 404 for another merchant's and another tenant's, refused for the other mode's",
    async (_, endpoint) => {
      const recordsOf = {
        ...{ refunds, 'waiting-actions': waiting, payments, disputes: payments, payouts },
      }
      const records = recordsOf[endpoint.path.split('/')[2] as keyof typeof recordsOf]
      const isOwn = (one: { slug: string; mode: number }) =>
        one.slug === 'harbour' && one.mode === 1
      const strangers = records.filter((one) => one.slug !== 'harbour').map((one) => one.id)
      expect(strangers.length).toBeGreaterThan(2)
      const ask = (id: string) =>
        send(app, endpoint, { token: demoKeyOf('harbour', 1), params: { id } })
      for (const id of [...strangers, randomUUID()]) {
        expect([id, (await ask(id)).statusCode]).toEqual([id, 404])
      }
      const live = records.find((one) => one.slug === 'harbour' && one.mode === 2)
      const refused = await ask(live?.id ?? '')
      if (endpoint.method === 'GET') expect(refused.statusCode).toBe(404)
      else expect(refused.json()).toMatchObject({ status: 409, code: 'mode.mismatch' })
      const [mine] = records.filter(isOwn)
      const answer = await send(app, endpoint, {
        token: demoKeyOf('harbour', 1),
        params: { id: mine?.id ?? '' },
      })
      expect(answer.statusCode).not.toBe(404)
    },
  )

  test('lists hold nothing of the other mode or another merchant', async () => {
    const list = endpoints.find((one) => one.path === '/v1/payments' && one.method === 'GET')
    const answer = await send(app, list as AnyEndpoint, { token: demoKeyOf('harbour', 1) })
    const seen = answer.json<{ data: { id: string; mode: string }[] }>().data
    const own = payments.filter((one) => one.slug === 'harbour' && one.mode === 1)
    expect(seen.map((one) => one.id).sort()).toEqual(own.map((one) => one.id).sort())
  })
})

describe('OpenAPI', async () => {
  const portal = (await app.inject('/api/openapi.json')).json()
  const merchants = (await app.inject('/v1/openapi.json')).json()

  test.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s is described',
    (_, endpoint) => {
      const { access } = endpoint
      const document = access.kind === 'scope' ? merchants : portal
      if (endpoint.path.startsWith('/sandbox/')) return
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
      expect(operation, path).toBeDefined()
      if (access.kind === 'permission') expect(operation['x-permission']).toEqual(access.anyOf)
      if (access.kind === 'public') expect(operation['x-public']).toBe(true)
    },
  )
})

// last, because it changes what is there
describe('what changes, takes out or shows in confidence', async () => {
  const fixture = await openAuditFixture(testApi)
  // whose work is made in a test of their own, which sees the entry and says so in its title
  const provedElsewhere = provedOf('audit')
  const recorded = endpoints
    .filter((one) => leavesAnEntry(one) && !provedElsewhere.includes(one.id))
    .map((one) => [`${one.method} ${one.path}`, one] as const)

  test.each(recorded)(
    '%s leaves an audit entry: who, what, before and after',
    async (_, endpoint) => {
      const outcome = await succeed(fixture, endpoint)
      expect(outcome.answer.statusCode, outcome.refusals.join('\n')).toBeLessThan(300)
      const wrong = await wrongEntry(fixture, endpoint, outcome)
      const reason = withoutEntry[endpoint.id]
      if (reason === undefined) expect(wrong).toBeUndefined()
      else expect(wrong, `It has an entry, so it need not be excused: ${reason}`).toBe('no entry')
    },
  )

  test('the excuses are of calls that there are', () => {
    const ids = new Set(endpoints.filter(leavesAnEntry).map(({ id }) => id))
    const excused = [...Object.keys(withoutEntry), ...Object.keys(withoutBefore)]
    expect([...excused, ...provedElsewhere].filter((id) => !ids.has(id))).toEqual([])
  })
})
