import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import { languageModels } from '@counterfoil/features/support/scoping/language-models.resource.ts'
import { jobs as scopingJobs } from '@counterfoil/features/support/scoping/scoping.jobs.ts'
import { type FeatureName, featureNames } from '@counterfoil/kit/contract/features.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { openKeyWrapping } from '@counterfoil/providers/key-wrapping/key-wrapping.ts'
import { openLanguageModel } from '@counterfoil/providers/language-model/language-model.ts'
import { openOutbound } from '@counterfoil/providers/outbound/outbound.ts'
import { demoKeyOf } from '@counterfoil/workloads/demo/organisations.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'
import type { Actor, ActorKind } from './testing/test-api.ts'

// What the platform keeps from a tenant is gone with its pages: its calls are refused, and what works behind them rests.
const { testApi, make, makeRule, change, turn, turnRuleOff, pay, call, operator, platform } =
  await openSettingsFixture()
const northwind = tenantIdOf('northwind')
const harbour = merchantIdOf('harbour')

const off = new Set<FeatureName>()
/** These are off then, and no others. */
async function setOff(...names: FeatureName[]): Promise<void> {
  const url = `/api/crm/tenant-management/tenants/${northwind}/features`
  for (const name of new Set([...off, ...names])) {
    const isOn = !names.includes(name)
    await call(platform, 'PUT', url, { name, isOn })
    if (isOn) off.delete(name)
    else off.add(name)
  }
}
afterEach(() => setOff())

const someId = randomUUID()

/** A call whatever it answers, in Test mode. */
const send = (actor: Actor, method: string, url: string, payload?: object) =>
  testApi.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${actor.token}`, 'idempotency-key': randomUUID(), mode: '1' },
    ...(payload === undefined ? {} : { payload }),
  })

/** One call of each; what has no call of its own is a page, which goes with its permission. */
const doors: Readonly<Record<FeatureName, readonly [who: ActorKind, door: string]>> = {
  virtualTerminal: ['merchant', 'Merchant.Transaction.VirtualTerminal'],
  disputes: ['operator', `POST /api/crm/transactions/${someId}/dispute`],
  payouts: ['merchant', `POST /api/transactions/${someId}/payouts`],
  support: ['operator', 'GET /api/support/assignees'],
  reports: ['operator', 'CRM.Reports.TransactionsDaily'],
  antifraud: ['operator', 'GET /api/crm/settings/antifraud/blacklist'],
  developer: ['operator', 'GET /api/crm/settings/webhook-endpoints'],
  crm: ['operator', 'GET /api/crm/leads'],
  scheduler: ['operator', 'GET /api/crm/settings/scheduler/process-logs'],
  branding: ['operator', 'PUT /api/tenants/mydetails/theme'],
  aiScoping: ['operator', 'GET /api/crm/settings/ai-scoping'],
}

/** Whether somebody with every permission of its audience comes through. */
async function isOpen([kind, door]: (typeof doors)[FeatureName]): Promise<boolean> {
  // somebody new: what callers may do is kept for a few seconds
  const actor = await testApi.actor(kind)
  const [method = '', url] = door.split(' ')
  if (url === undefined) {
    const { user } = await call(actor, 'GET', '/api/users')
    return user.permissions.includes(door)
  }
  const answer = await send(actor, method, url, method === 'GET' ? undefined : {})
  return answer.statusCode !== 403
}

test.each(featureNames)('without %s its door is shut, and every other stays open', async (name) => {
  expect(await isOpen(doors[name])).toBe(true)
  await setOff(name)
  const open = await Promise.all(featureNames.map((one) => isOpen(doors[one])))
  expect(featureNames.filter((_, place) => open[place] !== true)).toEqual([name])
  await setOff()
  expect(await isOpen(doors[name])).toBe(true)
})

test('without antifraud its rules look at no payment', async () => {
  const rule = await makeRule({
    rule: 'amount_ceiling',
    outcome: 'block',
    merchantId: null,
    mode: null,
    threshold: null,
    amountMinor: 5000,
    currency: 'GBP',
    countries: [],
  })
  expect((await pay({ amount: 5001 })).status).toBe('blocked')
  await setOff('antifraud')
  expect((await pay({ amount: 5001 })).status).toBe('captured')
  await setOff()
  expect((await pay({ amount: 5001 })).status).toBe('blocked')
  await turnRuleOff(rule)
})

test('without developer settings API keys are refused and no webhook is sent', async () => {
  const url = 'https://192.0.1.1/hook'
  const endpoint = { merchantId: harbour, mode: '1', description: 'Shop', eventTypes: ['*'] }
  await make(webhookEndpoints, { url, ...endpoint })
  const { id } = await pay({ capture: false })
  const sent = async (): Promise<number> => {
    const sql = 'select count(*)::int as count from webhook_delivery where payment_id = $1'
    return (await testApi.test.owner.query(sql, [id])).rows[0].count
  }
  const capture = async () => {
    const path = `/api/crm/transactions/${id}/captures`
    const answer = await send(operator, 'POST', path, { amount: 100 })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const before = await sent()
  expect(before).toBeGreaterThan(0)
  await setOff('developer')
  // a key that no process has seen yet
  const refused = await testApi.app.inject({
    method: 'GET',
    url: `/v1/payments/${someId}`,
    headers: { authorization: `Bearer ${demoKeyOf('quayside', 1)}` },
  })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'api_key.feature_off'])
  await capture()
  expect(await sent()).toBe(before)
  await setOff()
  await capture()
  expect(await sent()).toBeGreaterThan(before)
})

test.each([
  ['payouts', 'galata', '/v1/payouts'],
  ['disputes', 'galata', `/v1/disputes/${someId}/accept`],
] as const)('without %s a server asks for none either', async (name, merchant, url) => {
  const tenant = tenantIdOf('bosphorus')
  const asked = (method: 'GET' | 'POST', path: string) =>
    testApi.app.inject({
      ...{ method, url: path, ...(method === 'POST' ? { payload: {} } : {}) },
      headers: {
        authorization: `Bearer ${demoKeyOf(merchant, 1)}`,
        'idempotency-key': randomUUID(),
      },
    })
  const turned = (isOn: boolean) =>
    call(platform, 'PUT', `/api/crm/tenant-management/tenants/${tenant}/features`, { name, isOn })
  const codeOf = async () => (await asked('POST', url)).json().code
  await turned(false)
  try {
    // what is known of a key is kept for a few seconds
    await vi.waitFor(async () => expect(await codeOf()).toBe('api_key.scope_off'), 10_000)
    expect((await asked('GET', `/v1/${name}`)).statusCode).toBe(200)
  } finally {
    await turned(true)
  }
  await vi.waitFor(async () => expect(await codeOf()).not.toBe('api_key.scope_off'), 10_000)
})

describe('AI scoping', () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (part) => asked.push(String(part)))
    request.on('end', () => {
      const content = '{"summary":"Read.","likelyCategory":null,"missingInformation":[]}'
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [{ message: { content } }] }))
    })
  })
  let worker: Awaited<ReturnType<typeof runWorker>>
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    worker = await runWorker({
      database: testApi.test.database,
      appUrl: testApi.test.urls.app,
      jobs: scopingJobs({
        languageModel: openLanguageModel(undefined),
        outbound: openOutbound({ mayReachPrivate: true }),
        keys: openKeyWrapping(Buffer.alloc(32, 1)),
      }),
      schedules: [],
      log: pino({ level: 'silent' }),
    })
  })
  afterAll(async () => {
    await worker.stop()
    await new Promise((closed) => server.close(closed))
  })

  /** Where the words of a new ticket's scope come from. */
  async function sourceOfScope(): Promise<string> {
    const { body: id } = await send(operator, 'POST', '/api/support/ticket', {
      ticketCategory: 'Operational',
      subject: 'Settlement file missing',
      description: 'The file has not arrived since Monday.',
    })
    const path = `/api/support/${northwind}/ticket/${id}`
    await call(platform, 'POST', `${path}/scoping`)
    return vi.waitFor(
      async () => {
        const status = await call(platform, 'GET', `${path}/scoping-status`)
        expect(status.scopingStatus).toBe(false)
        return status.scope.source
      },
      { timeout: 20_000, interval: 100 },
    )
  }

  test('asks the model that a tenant set, for what it set, and none where the feature is kept from it [setting language-models]', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const uses = ['ticket_scoping']
    let setting = await make(languageModels, { name: 'Own', url, model: 'theirs', uses })
    expect([await sourceOfScope(), asked.length]).toEqual(['model', 1])
    expect(asked[0]).toContain('Settlement file missing')
    await setOff('aiScoping')
    expect([await sourceOfScope(), asked.length]).toEqual(['similarity', 1])
    await setOff()
    setting = await change(languageModels, setting, { uses: [] })
    expect([await sourceOfScope(), asked.length]).toEqual(['similarity', 1])
    await change(languageModels, setting, { uses })
    await turn(languageModels, setting.id, false)
    expect([await sourceOfScope(), asked.length]).toEqual(['similarity', 1])
    await turn(languageModels, setting.id, true)
    expect([await sourceOfScope(), asked.length]).toEqual(['model', 2])
  })

  test('has no key set by whoever read another state of its setting', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const read = await make(languageModels, { name: 'Keyed', url, model: 'theirs', uses: [] })
    const setKey = (version: number, key: string | null) =>
      call(operator, 'PUT', `/api${languageModels.path}/${read.id}/key`, { key, version })
    expect(await setKey(read.version, 'first-secret')).toEqual({ keyHint: 'cret' })
    // another key since; or another address, to which this key is not to go
    await expect(setKey(read.version, null)).rejects.toThrow('resource.stale')
    expect(await setKey(read.version + 1, null)).toEqual({ keyHint: null })
  })
})
