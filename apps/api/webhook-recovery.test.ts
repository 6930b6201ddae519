import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jobs as replayJobs } from '@counterfoil/features/messaging/webhooks/replays.jobs.ts'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import { jobs as webhookJobs } from '@counterfoil/features/messaging/webhooks/webhooks.jobs.ts'
import { enqueueWebhooks } from '@counterfoil/features/messaging/webhooks/webhooks.public.ts'
import { operatorWebhooks } from '@counterfoil/features/payments/webhook-reports/webhook-reports.contract.ts'
import type { ResourceRow } from '@counterfoil/kit/contract/resource-calls.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { Job, JobContext } from '@counterfoil/kit/jobs/job.ts'
import { openOutbound } from '@counterfoil/providers/outbound/outbound.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// An endpoint that fails for long is paused; what it missed is found and sent again.
const { testApi, make, pay, call, operator } = await openSettingsFixture({
  reachesPublicAlone: true,
})
const { owner } = testApi.test
const tenantId = tenantIdOf('northwind')
const path = `/api${webhookEndpoints.path}`
// the defaults of the system variables
const [warnAfterHours, pauseAfterHours] = [3, 9]
const [warnAfterMs, pauseAfterMs] = [warnAfterHours * 3_600_000, pauseAfterHours * 3_600_000]
const received: string[] = []
let status = 200
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    received.push(JSON.parse(body).id)
    response.writeHead(status).end()
  })
})
let own: string
let endpointId: string
let clock: Date

beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
afterAll(() => new Promise((closed) => server.close(closed)))
beforeEach(async () => {
  await owner.query('update webhook_endpoint set is_active = false where tenant_id = $1', [
    tenantId,
  ])
  received.length = 0
  status = 200
  clock = new Date()
  const made = await make(webhookEndpoints, {
    url: 'https://192.0.1.1/hook',
    merchantId: merchantIdOf('harbour'),
    mode: '1',
    description: 'Shop',
    eventTypes: ['payment.*'],
  })
  endpointId = made.id
  own = `${path}/${endpointId}`
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  await owner.query('update webhook_endpoint set url = $1 where id = $2', [url, endpointId])
})

const context = (): JobContext => ({
  database: testApi.test.database,
  jobs: testApi.test.jobs,
  log: pino({ level: 'silent' }),
  now: () => clock,
  signal: new AbortController().signal,
})

/** Runs what waits for this endpoint, in the queues or without a job, as the worker does, until nothing is left. */
async function work(): Promise<void> {
  const outbound = openOutbound({ mayReachPrivate: true })
  const declared: Job<never>[] = [
    ...replayJobs,
    ...webhookJobs({ outbound, keys: testApi.providers.keys }),
  ] as never
  for (;;) {
    const { rows } = await owner.query<{ name: string; data: never }>(
      `delete from pgboss.job where name like 'webhooks.%' and data->>'tenantId' = $1
         and start_after <= $2::timestamptz + interval '1 second' returning name, data`,
      [tenantId, clock],
    )
    // what was announced, as far as no job has come for it
    const due = await owner.query<{ id: string }>(
      `select id from webhook_delivery where endpoint_id = $1 and state = 'waiting' and next_attempt_at <= $2::timestamptz + interval '1 second'`,
      [endpointId, clock],
    )
    const announced = due.rows.map(({ id: deliveryId }) => ({
      name: 'webhooks.deliver',
      data: { tenantId, deliveryId } as never,
    }))
    const works = [...rows, ...announced]
    if (works.length === 0) return
    for (const { name, data } of works) {
      await declared.find((one) => one.name === name)?.run(data, context())
    }
  }
}

const read = (): Promise<ResourceRow> => call(operator, 'GET', own)

async function notices(): Promise<string[]> {
  const { rows } = await owner.query<{ type: string }>(
    `select data->>'type' as type from pgboss.job where name = 'notifications.fan-out'
       and data->>'type' like 'WebhookEndpoint%' and data->>'description' is not null order by created_on`,
  )
  return rows.map(({ type }) => type)
}

/** Fails at one message again and again until it is paused. */
async function failUntilPaused(): Promise<void> {
  status = 500
  await pay({ merchant: 'harbour' })
  const startedAt = clock
  for (let ms = 0; ms <= pauseAfterMs + warnAfterMs; ms += warnAfterMs) {
    clock = new Date(startedAt.getTime() + ms + 5_000)
    await owner.query(
      `update webhook_delivery set next_attempt_at = $2, state = 'failing' where endpoint_id = $1`,
      [endpointId, clock],
    )
    await owner.query('update webhook_endpoint set waits_until = null where id = $1', [endpointId])
    const { rows } = await owner.query<{ id: string }>(
      'select id from webhook_delivery where endpoint_id = $1',
      [endpointId],
    )
    const [deliver] = webhookJobs({
      outbound: openOutbound({ mayReachPrivate: true }),
      keys: testApi.providers.keys,
    })
    for (const { id } of rows) await deliver?.run({ tenantId, deliveryId: id }, context())
  }
}

test('an endpoint that fails is warned of and paused after webhook_warning and webhook_pause, and says what it missed [variable webhook_warning] [variable webhook_pause]', async () => {
  const set = (code: string, value: number) =>
    owner.query('update app.system_variable set value = $2 where code = $1', [code, value])
  await set('webhook_warning', warnAfterHours)
  await set('webhook_pause', pauseAfterHours)
  await failUntilPaused()
  const paused = await read()
  expect(paused).toMatchObject({ isActive: true, pausedAt: expect.any(String) })
  // the merchant's people are, and of the pause the operators too
  expect(await notices()).toEqual([
    'WebhookEndpointFailing',
    'WebhookEndpointPaused',
    'WebhookEndpointPaused',
  ])
  const attempts = received.length
  const [message] = (await call(operator, 'GET', `${own}/deliveries`)).data
  await expect(call(operator, 'POST', `${own}/deliveries/${message.id}/resend`)).rejects.toThrow(
    'webhook.endpoint_paused',
  )
  // while it is paused events are stored, and no messages are made
  const missed = await pay({ merchant: 'harbour' })
  await work()
  expect(received).toHaveLength(attempts)
  await expect(
    call(operator, 'POST', `${own}/replays`, { from: paused.failingSince }),
  ).rejects.toThrow('webhook.endpoint_paused')
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
  const preview = await call(operator, 'GET', `${own}/replays/preview?from=${anHourAgo}`)
  expect(preview.count).toBe(2)
  expect(preview.events[0]).toMatchObject({ type: 'payment.captured', paymentId: missed.id })

  status = 200
  received.length = 0
  clock = new Date(clock.getTime() + 60_000)
  const { replay } = await call(operator, 'POST', `${own}/resume`, {
    recoverSince: anHourAgo,
  })
  expect(replay).toMatchObject({ total: 2, queued: 0, finishedAt: null })
  await work()
  expect(new Set(received).size).toBe(2)
  expect(await read()).toMatchObject({ pausedAt: null, failingSince: null })
  const { replays } = await call(operator, 'GET', `${own}/replays`)
  expect(replays).toMatchObject([{ total: 2, queued: 2, finishedAt: expect.any(String) }])
  const trail = await call(operator, 'GET', `/api/crm/audit/webhook-endpoints/${endpointId}`)
  const actions = JSON.stringify(trail)
  for (const action of ['pause', 'resume']) expect(actions).toContain(`webhook-endpoints.${action}`)
})

test('what the endpoint failed at first is sent with what it missed since, as its page asks for it', async () => {
  await failUntilPaused()
  const [first] = received
  const [message] = (await call(operator, 'GET', `${own}/deliveries`)).data
  // the page asks since the first attempt, which came after its message
  const recoverSince = new Date(Date.parse(message.createdAt) + 1).toISOString()
  status = 200
  received.length = 0
  clock = new Date(clock.getTime() + 60_000)
  const { replay } = await call(operator, 'POST', `${own}/resume`, { recoverSince })
  expect(replay.total).toBe(1)
  await work()
  expect(received).toEqual([first])
})

test('what began while the endpoint was paused, and was stored after it was resumed, is sent too', async () => {
  await owner.query('update webhook_endpoint set paused_at = now() where id = $1', [endpointId])
  const { database, jobs } = testApi.test
  const eventId = newId(new Date())
  const begun = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  const storing = database.transaction(tenantScope(tenantId), async (db) => {
    const event = { type: 'payment.captured', paymentId: newId(new Date()), eventId, data: {} }
    const of = { merchantId: merchantIdOf('harbour'), mode: 1 } as const
    await enqueueWebhooks(db, jobs, { ...event, ...of, now: new Date() })
    begun.resolve()
    await resumed.promise
  })
  await begun.promise
  const recoverSince = new Date(Date.now() - 1_000).toISOString()
  await call(operator, 'POST', `${own}/resume`, { recoverSince })
  clock = new Date()
  await work()
  resumed.resolve()
  await storing
  clock = new Date(Date.now() + 60_000)
  await work()
  expect(received).toContain(eventId)
})

test('what was missed is sent once when two people resume the endpoint at once', async () => {
  const missed = await emitWhilePaused()
  const recoverSince = new Date(Date.now() - 60_000).toISOString()
  const resume = () => call(operator, 'POST', `${own}/resume`, { recoverSince })
  const asked = await Promise.allSettled([resume(), resume()])
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(resume()).rejects.toThrow('webhook.replay_running')
  expect(await read()).toMatchObject({ pausedAt: null })
  clock = new Date(Date.now() + 60_000)
  await work()
  expect(received.filter((id) => id === missed)).toHaveLength(1)
  expect((await call(operator, 'GET', `${own}/replays`)).replays).toHaveLength(1)
})

/** An event that comes while the endpoint is paused; answers its id. */
async function emitWhilePaused(): Promise<string> {
  await owner.query('update webhook_endpoint set paused_at = now() where id = $1', [endpointId])
  const { database, jobs } = testApi.test
  const at = new Date()
  const eventId = newId(at)
  await database.transaction(tenantScope(tenantId), (db) => {
    const event = { type: 'payment.captured', paymentId: newId(at), eventId, data: {}, now: at }
    return enqueueWebhooks(db, jobs, { ...event, merchantId: merchantIdOf('harbour'), mode: 1 })
  })
  return eventId
}

test('a replay sends what was not taken, or all of a time and of some types', async () => {
  const from = new Date().toISOString()
  await pay({ merchant: 'harbour' })
  await pay({ merchant: 'harbour', capture: false })
  clock = new Date()
  await work()
  expect(received).toHaveLength(2)
  const previewOf = async (query: string) =>
    (await call(operator, 'GET', `${own}/replays/preview?from=${from}${query}`)).count
  expect(await previewOf('')).toBe(0)
  expect(await previewOf('&onlyMissed=false')).toBe(2)
  expect(await previewOf('&onlyMissed=false&types=payment.reserved')).toBe(1)
  // of what the endpoint is subscribed to
  expect(await previewOf('&onlyMissed=false&types=dispute.*')).toBe(0)
  const first = [...received]
  received.length = 0
  // asked for twice at once, they are sent once more
  const replay = () => call(operator, 'POST', `${own}/replays`, { from, onlyMissed: false })
  const asked = await Promise.allSettled([replay(), replay()])
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(replay()).rejects.toThrow('webhook.replay_running')
  await expect(
    call(operator, 'POST', `${operatorWebhooks.startResend.path}?mode=Test`, {
      ...{ endpointIds: [endpointId], from, onlyMissed: false },
    }),
  ).rejects.toThrow('webhook.replay_running')
  clock = new Date()
  await work()
  expect(received.toSorted()).toEqual(first.toSorted())
  await expect(
    call(operator, 'POST', `${own}/replays`, { from, to: '2020-01-01T00:00:00Z' }),
  ).rejects.toThrow('webhook.replay_range')
})

test('what waits for an endpoint that fails is sent at once when somebody asks for it', async () => {
  status = 503
  await pay({ merchant: 'harbour' })
  clock = new Date()
  await work()
  // its next attempt is hours away, as after several, or after a Retry-After of a day
  const later = new Date(clock.getTime() + 20 * 3_600_000)
  await owner.query(
    `update webhook_delivery set next_attempt_at = $2 where endpoint_id = $1 and state = 'failing'`,
    [endpointId, later],
  )
  await owner.query('delete from pgboss.job where name = $1', ['webhooks.deliver'])
  status = 200
  received.length = 0
  expect(await call(operator, 'POST', `${own}/resume`, {})).toEqual({ replay: null })
  clock = new Date(Date.now() + 1_000)
  await work()
  expect(received).toHaveLength(1)
  const { data } = await call(operator, 'GET', `${own}/deliveries`)
  expect(data).toMatchObject([{ state: 'delivered', nextAttemptAt: null }])
})

test('those who may not see payments replay none', async () => {
  const blind = await testApi.actor('operator', ['CRM.Transaction.View'])
  const from = new Date().toISOString()
  for (const [method, url, body] of [
    ['GET', `${own}/replays`, undefined],
    ['GET', `${own}/replays/preview?from=${from}`, undefined],
    ['POST', `${own}/replays`, { from }],
    ['POST', `${own}/resume`, {}],
  ] as const) {
    await expect(call(blind, method, url, body)).rejects.toThrow('webhook.payments_not_held')
  }
})

test('the messages of a payment are read at each address that the documents name, by those who may', async () => {
  const { id } = await pay({})
  await work()
  const [platform, merchant] = [await testApi.actor('platform'), await testApi.actor('merchant')]
  const ofPlatform = `/api/wh2/crm/notifications/platform-transaction-webhooks/${id}`
  for (const [who, address] of [
    [operator, `/api/wh/crm/notifications/transaction-webhooks/${id}`],
    [operator, `/api/wh2/crm/notifications/transaction-webhooks/${id}`],
    [platform, ofPlatform],
    [platform, `${ofPlatform}?tenantId=${tenantId}`],
    [merchant, `/api/wh/notifications/transaction-webhooks/${id}`],
    [merchant, `/api/wh2/notifications/transaction-webhooks/${id}`],
  ] as const) {
    const { data } = await call(who, 'GET', address)
    const states = (data as { endpointId: string; state: string }[])
      .filter((one) => one.endpointId === endpointId)
      .map(({ state }) => state)
    expect([address, new Set(states)]).toEqual([address, new Set(['delivered'])])
  }
  const elsewhere = await call(platform, 'GET', `${ofPlatform}?tenantId=${tenantIdOf('bosphorus')}`)
    .then(({ data }) => data)
    .catch(String)
  expect(JSON.stringify(elsewhere)).not.toContain(endpointId)
})
