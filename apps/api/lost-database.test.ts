// The database goes away in the middle of work: what callers are told, and what is left behind.

import { recoverOperations } from '@counterfoil/features/payments/processing/recovery.jobs.ts'
import { openDatabase } from '@counterfoil/kit/database/database.ts'
import { openJobs } from '@counterfoil/kit/jobs/boss.ts'
import { readSettings } from '@counterfoil/kit/server/settings.ts'
import { openBreakableConnection } from '@counterfoil/kit/testing/breakable-connection.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { isFullRun } from '@counterfoil/tools/testing/full-run.ts'
import { findDatabaseFaults } from '@counterfoil/workloads/chaos/checks.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { storeOrganisations } from '@counterfoil/workloads/demo/store-organisations.ts'
import pino from 'pino'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { buildApi } from './server.ts'

const { database: direct, ownerUrl, owner, urls, jobs: directJobs } = await testDatabase()
await storeOrganisations(direct)
const way = await openBreakableConnection(ownerUrl)
const database = openDatabase({
  appUrl: way.through(urls.app),
  platformUrl: way.through(urls.platform),
  statementTimeoutMs: 500,
})
const jobs = await openJobs(way.through(urls.app))
const log = pino({ level: 'silent' })
// the acquirers' own database is on a machine of its own, and stays
const providers = openProviders({
  sandboxDatabaseUrl: urls.app,
  publicUrl: 'http://localhost:4000',
  mayReachPrivate: true,
  acquirerTimeoutMs: 1000,
})
const settings = readSettings({ DEMO: 'on', ROLES: 'api', RATE_LIMIT_PER_MINUTE: '0' })
const tokens = { verify: () => Promise.reject(new Error('unused')), ready: async () => undefined }
const app = await buildApi({ settings, database, jobs, providers, log, tokens })
afterAll(async () => {
  await app.close()
  await Promise.all([providers.close(), jobs.close(), database.close()])
  await way.close()
})
afterEach(() => {
  way.restore()
  vi.useRealTimers()
})

const key = demoKeyOf('harbour', 2)
const ask = (method: 'GET' | 'POST', url: string, body?: object, idempotencyKey?: string) =>
  app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${key}`,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
const health = async (which: 'live' | 'ready') => app.inject(`/api/health/${which}`)
const listed = () => ask('GET', '/v1/payments?limit=1')

const order = (externalId: string, capture: boolean) => ({
  amount: 1250,
  currency: 'GBP',
  externalId,
  capture,
  method: {
    type: 'card',
    number: '4242424242424242',
    expiryMonth: 12,
    expiryYear: 2090,
    securityCode: '123',
  },
})

const unavailable = {
  type: 'urn:counterfoil:problem:database.unavailable',
  status: 503,
  code: 'database.unavailable',
  detail: 'The database does not answer at the moment. Try again in a moment.',
  errors: [{ message: 'The database does not answer at the moment. Try again in a moment.' }],
}

describe('while the database is gone', () => {
  test('a call says that it is the database, and when to come again', async () => {
    expect((await listed()).statusCode).toBe(200)
    way.cut()
    const answer = await listed()
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json()).toMatchObject(unavailable)
    // neither address nor driver is told
    expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN|pg|postgres/i)
  })

  test('the process lives and is not ready, and what is missing is named', async () => {
    expect((await health('ready')).statusCode).toBe(200)
    way.cut()
    expect((await health('live')).statusCode).toBe(200)
    const ready = await health('ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.headers['retry-after']).toBeDefined()
    expect(ready.json()).toMatchObject({
      code: 'health.not_ready',
      detail: 'Not ready: database',
    })
  })

  test('when it is back, everything goes on by itself', async () => {
    way.cut()
    await listed()
    way.restore()
    expect((await listed()).statusCode).toBe(200)
    expect((await health('ready')).statusCode).toBe(200)
  })

  test('a database that takes everything and answers nothing is given up in time', async () => {
    await listed()
    way.block()
    const startedAt = performance.now()
    expect((await listed()).json()).toMatchObject(unavailable)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect((await health('ready')).json()).toMatchObject({ detail: 'Not ready: database' })
    way.restore()
    expect((await listed()).statusCode).toBe(200)
  })
})

/** A minute passes, in which recovery asks the acquirers what became of what was left open. */
async function passMinute() {
  vi.setSystemTime(Date.now() + 60_000)
  await recoverOperations(providers, {
    database: direct,
    jobs: directJobs,
    log,
    now: () => new Date(),
    signal: new AbortController().signal,
  })
}

/** Asks as a merchant's server does: again with the same key, until there is an answer. */
async function askUntilAnswered(url: string, body: object, idempotencyKey: string) {
  for (let tries = 1; tries <= 4; tries += 1) {
    const answer = await ask('POST', url, body, idempotencyKey)
    if (answer.statusCode < 500) return answer
    expect(answer.json()).toMatchObject(unavailable)
    await passMinute()
  }
  throw new Error(`${idempotencyKey} is never answered`)
}

/** Of what must not be found afterwards; nothing delivers webhooks here. */
const faults = async (prefix: string) =>
  (await findDatabaseFaults(owner, prefix)).filter(({ what }) => !what.startsWith('webhooks'))

type Call = 'payment' | 'capture' | 'refund'

/** A payment, or something done with one, cut at its nth message; answers what its client is told in the end. */
async function takeWithCut(call: Call, name: string, nth: number, lost: 'message' | 'answer') {
  if (call === 'payment') way.cutAt(nth, lost)
  const taken = await askUntilAnswered('/v1/payments', order(name, call === 'refund'), name)
  expect(taken.statusCode, taken.body).toBe(201)
  if (call === 'payment') return String(taken.json().status)
  way.cutAt(nth, lost)
  const url = `/v1/payments/${taken.json().id}/${call}s`
  const answer = await askUntilAnswered(url, { amount: 500 }, `${name}-${call}`)
  expect(answer.statusCode, answer.body).toBe(201)
  const { operation, status } = answer.json()
  return String(operation?.status ?? status)
}

/** What is stored of each, by external id. */
async function outcomes(call: Call, prefix: string) {
  const { rows } = await owner.query<{ external_id: string; answer: string }>(
    call === 'payment'
      ? 'select external_id, status as answer from app.payment where external_id like $1'
      : `select p.external_id, o.state as answer from app.payment_operation o
         join app.payment p on p.tenant_id = o.tenant_id and p.id = o.payment_id
         where p.external_id like $1 and o.kind = '${call}'`,
    [`${prefix}-%`],
  )
  return new Map(rows.map((row) => [row.external_id, row.answer]))
}

// more than any of the three calls sends; how many it was is told by which cut never came
const maxMessages = 60

// a payment asks the acquirer between its transactions, as its capture and its refund do
const cuts = isFullRun ? (['message', 'answer'] as const) : (['message'] as const)
const calls: readonly Call[] = isFullRun ? ['payment', 'capture', 'refund'] : ['payment']

describe.each(cuts)('cut at every single %s', (lost) => {
  test.each(calls)(
    'of a %s: nothing is half done, and its repetition is told how it ended',
    async (call) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const prefix = `${lost}-${call}`
      const answer = new Map<string, string>()
      do {
        const name = `${prefix}-${answer.size + 1}`
        answer.set(name, await takeWithCut(call, name, answer.size + 1, lost))
      } while (way.wasCut && answer.size < maxMessages)
      // a call that asks an acquirer has two transactions and more
      expect(answer.size).toBeGreaterThan(6)
      expect(answer.size).toBeLessThan(maxMessages)
      way.restore()
      await passMinute()
      expect(await faults(prefix)).toEqual([])
      expect(await outcomes(call, prefix)).toEqual(answer)
    },
  )
})
