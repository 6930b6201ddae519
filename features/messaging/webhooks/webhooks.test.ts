import { openWebhookFixture } from '@counterfoil/features/messaging/webhooks/testing/webhook-fixture.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import pg from 'pg'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { reopenDeliveries } from './replays.queries.ts'
import { jobs as declareJobs, schedules } from './webhooks.jobs.ts'
import { enqueueTestEvent } from './webhooks.public.ts'
import {
  claimTtlMs,
  deliverJob as deliveryQueue,
  endpointConcurrency,
  retryDelaysS,
} from './webhooks.rules.ts'

const {
  attempts,
  context,
  database,
  deliveries,
  deliverJob,
  emitEvent,
  jobs,
  keys,
  loader,
  makeEndpoint,
  noticesOf,
  only,
  outbound,
  owner,
  ownerUrl,
  queued,
  renewMerchant,
  resendJob,
  run,
  secret,
  urls,
  state,
} = await openWebhookFixture()

describe('enqueueWebhooks', () => {
  test('writes and announces a delivery for each endpoint of the mode that wants the event', async () => {
    const wanting = [
      await makeEndpoint(),
      await makeEndpoint({ event_types: ['payment.captured'] }),
    ]
    await makeEndpoint({ event_types: ['payment.refunded'] })
    await makeEndpoint({ mode: 1 })
    await makeEndpoint({ is_active: false })
    await emitEvent()
    const stored = await deliveries()
    expect(stored.map((one) => one.endpoint_id).sort()).toEqual(wanting.sort())
    // one event, by one id at every endpoint
    const ids = stored.map(({ payload, event_id }) => [JSON.parse(payload).id, event_id])
    expect(new Set(ids.flat()).size).toBe(1)
    expect(state.announced.map(({ group }) => group).sort()).toEqual(wanting.sort())
    expect(state.announced.map(({ deliveryId }) => deliveryId).sort()).toEqual(
      stored.map(({ id }) => id).sort(),
    )
    // no payment writes into the queue
    expect(await queued()).toEqual([])
  })

  test('leaves and announces nothing when the change is rolled back', async () => {
    await makeEndpoint()
    await expect(emitEvent('payment.captured', true)).rejects.toThrow('not kept')
    expect(await deliveries()).toEqual([])
    expect(state.announced).toEqual([])
  })
})

describe('a delivery', () => {
  test('arrives signed, and its attempt is kept', async () => {
    await makeEndpoint()
    await emitEvent()
    await run()
    const [message] = state.receiver.received
    const delivery = await only()
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, next_attempt_at: null })
    expect(message?.body).toBe(delivery.payload)
    expect(message?.headers['webhook-id']).toBe(delivery.id)
    // the reference library's own judgement
    expect(new Webhook(secret).verify(message?.body ?? '', message?.headers ?? {})).toMatchObject({
      type: 'payment.captured',
      data: { note: 'ğüş' },
    })
    expect(await attempts()).toMatchObject([
      { sequence: 1, is_manual: false, response_status: 200, response_body: 'noted', error: null },
    ])
  })

  test('is sent once when two jobs come for it', async () => {
    await makeEndpoint()
    await emitEvent()
    const { id: deliveryId } = await only()
    const racing = [1, 2, 3].map(() =>
      deliverJob?.run({ tenantId: state.tenantId, deliveryId }, context),
    )
    await Promise.all(racing)
    expect(state.receiver.received).toHaveLength(1)
    expect(await attempts()).toHaveLength(1)
  })

  test('waits for a receiver that is down and comes back', async () => {
    await makeEndpoint()
    await emitEvent()
    await state.receiver.stop()
    await run()
    expect(await only()).toMatchObject({ state: 'failing', attempts: 1 })
    expect((await attempts())[0]?.error).toMatch(/ECONNREFUSED/)
    // its next turn has not come
    await run()
    expect(await attempts()).toHaveLength(1)
    await state.receiver.start()
    state.clock = (await only()).next_attempt_at ?? state.clock
    await run()
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 2 })
    expect(state.receiver.received).toHaveLength(1)
  })

  test('is tried ten times over its schedule with the same bytes, then given up', async () => {
    await makeEndpoint()
    await emitEvent()
    state.receiver.status = 500
    const waitedS: number[] = []
    const notices: unknown[] = []
    for (;;) {
      await run()
      notices.push(...(await noticesOf()))
      const { next_attempt_at: next } = await only()
      if (next === null) break
      const delivering = (await queued()).filter(({ name }) => name === 'webhooks.deliver')
      expect(delivering.map((one) => one.startAfter)).toEqual([next])
      waitedS.push((next.getTime() - state.clock.getTime()) / 1000)
      state.clock = next
    }
    expect(waitedS).toEqual(retryDelaysS.slice(1))
    expect(await only()).toMatchObject({ state: 'given_up', attempts: 10 })
    expect((await attempts()).map((one) => one.response_status)).toEqual(Array(10).fill(500))
    expect(new Set(state.receiver.received.map((one) => one.body)).size).toBe(1)
    expect(new Set(state.receiver.received.map((one) => one.headers['webhook-id'])).size).toBe(1)
    const to = {
      ...{ audience: 'merchant', permission: 'Merchant.PaymentsSettings.WebhookEndpoints' },
      merchantId: state.merchantId,
    }
    // the endpoint is paused when its first message is given up; it was warned of two days before
    expect(notices).toMatchObject([
      { type: 'WebhookEndpointFailing', to },
      { type: 'WebhookEndpointPaused', to },
      { type: 'WebhookEndpointPaused', to: { audience: 'tenant', merchantId: state.merchantId } },
      { type: 'WebhookGivenUp', to: { ...to, permission: 'Merchant.Settings.WebhookReport' } },
    ])
    // sent again it has all its attempts anew
    const { id } = await only()
    await owner.query('update webhook_endpoint set paused_at = null, failures = 0')
    const work = { tenantId: state.tenantId, deliveryId: id }
    await database.transaction(tenantScope(state.tenantId), async (db) => {
      await reopenDeliveries(db, [id], state.clock)
      await jobs.enqueue(db, deliveryQueue, work, { singletonKey: id })
    })
    await run()
    expect(await only()).toMatchObject({ state: 'failing', attempts: 11 })
  })

  test('to an endpoint that failed three times in a row waits with the others, and one goes first', async () => {
    await makeEndpoint()
    state.receiver.status = 500
    for (let at = 0; at < 3; at += 1) await emitEvent()
    await run()
    expect(state.receiver.received).toHaveLength(3)
    for (let at = 0; at < 5; at += 1) await emitEvent()
    await run()
    expect(state.receiver.received).toHaveLength(3)
    const dueAt = new Date(state.clock.getTime() + 5_000)
    expect((await deliveries()).map((one) => one.next_attempt_at)).toEqual(Array(8).fill(dueAt))
    expect(await queued()).toHaveLength(5)
    state.clock = dueAt
    await run()
    expect(state.receiver.received).toHaveLength(4)
    // it is up again: once one is taken, nothing waits any longer
    state.receiver.status = 200
    state.clock = new Date(state.clock.getTime() + 300_000)
    await run()
    expect((await deliveries()).map((one) => one.state)).toEqual(Array(8).fill('delivered'))
  })

  test('waits on while another message has its endpoint in hand, without waiting for its row', async () => {
    await makeEndpoint()
    state.receiver.status = 500
    for (let at = 0; at < 3; at += 1) await emitEvent()
    await run()
    state.clock = new Date(state.clock.getTime() + 5_000)
    const other = new pg.Client({ connectionString: ownerUrl })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin')
    const rows = 'select id from app.webhook_endpoint where tenant_id = $1 for no key update'
    expect((await other.query(rows, [state.tenantId])).rowCount).toBe(1)
    // a message that waited for the row would end with the test
    await run()
    expect(state.receiver.received).toHaveLength(3)
    const later = new Date(state.clock.getTime() + claimTtlMs)
    expect((await deliveries()).map((one) => one.next_attempt_at)).toEqual(Array(3).fill(later))
  })

  /** Sends one message to a receiver that answers this. */
  async function sendTo(status: number, retryAfter: string) {
    await makeEndpoint()
    await emitEvent()
    state.receiver.status = status
    state.receiver.headers = { 'retry-after': retryAfter }
    await run()
  }

  test('honours Retry-After', async () => {
    await sendTo(503, '120')
    expect((await only()).next_attempt_at).toEqual(new Date(state.clock.getTime() + 120_000))
  })

  test.each([
    [429, '600', 600],
    [503, '600', 600],
    [429, '86400', 3_600],
  ])(
    'to a receiver that answers %i with Retry-After %s holds back the others for %i s',
    async (status, retryAfter, waitS) => {
      await sendTo(status, retryAfter)
      state.receiver.status = 200
      await emitEvent()
      await run()
      expect(state.receiver.received).toHaveLength(1)
      const waiting = (await deliveries()).find((one) => one.state === 'waiting')
      expect(waiting?.next_attempt_at).toEqual(new Date(state.clock.getTime() + waitS * 1000))
      state.clock = new Date(state.clock.getTime() + waitS * 1000)
      await run()
      expect(state.receiver.received.length).toBeGreaterThan(1)
    },
  )

  test('to a receiver that answers 500 with Retry-After holds back no other', async () => {
    await sendTo(500, '600')
    await emitEvent()
    await run()
    expect(state.receiver.received).toHaveLength(2)
  })

  test('to a receiver that is gone disables the endpoint, and what waits for it is given up', async () => {
    await makeEndpoint()
    await emitEvent()
    await emitEvent('payment.refunded')
    state.receiver.status = 410
    await run()
    expect((await deliveries()).map((one) => one.state)).toEqual(['given_up', 'given_up'])
    expect(state.receiver.received).toHaveLength(1)
    const endpoints = loader.selectFrom('webhook_endpoint').selectAll()
    expect(await endpoints.where('tenant_id', '=', state.tenantId).execute()).toMatchObject([
      { is_active: false, disabled_reason: 'The receiver answered 410 Gone' },
    ])
    const entries = loader
      .selectFrom('audit_entry')
      .selectAll()
      .where('tenant_id', '=', state.tenantId)
    expect(await entries.where('record_type', '=', 'webhook-endpoints').execute()).toMatchObject([
      {
        ...{ tenant_id: state.tenantId, actor_id: null, action: 'webhook-endpoints.activate' },
        ...{ before: { isActive: true }, after: { isActive: false } },
      },
    ])
    expect(await noticesOf()).toMatchObject([
      {
        type: 'WebhookEndpointDisabled',
        to: { audience: 'merchant', merchantId: state.merchantId },
      },
    ])
  })

  test('that was announced in vain, or whose job was lost, is found again', async () => {
    await makeEndpoint()
    await emitEvent()
    await schedules[0]?.run(context)
    expect(await queued()).toEqual([])
    state.clock = new Date(state.clock.getTime() + 60_000)
    await schedules[0]?.run(context)
    await schedules[0]?.run(context)
    expect(await queued()).toHaveLength(1)
  })

  test('whose worker died while sending is sent by another', async () => {
    await makeEndpoint()
    await emitEvent()
    const dying = declareJobs({
      outbound: { post: () => Promise.reject(new Error('killed')) },
      keys,
    })
    await expect(run(dying[0])).rejects.toThrow('killed')
    await run()
    expect(state.receiver.received).toHaveLength(0)
    state.clock = new Date(state.clock.getTime() + 60_000)
    await run()
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 1 })
  })
})

test('a test event that fails is tried once, and neither holds up its endpoint nor counts towards its pause', async () => {
  const endpointId = await makeEndpoint()
  state.receiver.status = 500
  const scope = tenantScope(state.tenantId)
  for (const _ of [1, 2, 3, 4]) {
    const endpoint = { id: endpointId, merchantId: state.merchantId }
    const deliveryId = await database.transaction(scope, (db) =>
      enqueueTestEvent(db, jobs, endpoint, state.clock),
    )
    await deliverJob?.run({ tenantId: state.tenantId, deliveryId }, context)
  }
  expect((await attempts()).map((one) => one.response_status)).toEqual([500, 500, 500, 500])
  for (const one of await deliveries()) {
    expect(one).toMatchObject({ state: 'given_up', attempts: 1, next_attempt_at: null })
  }
  const { rows } = await owner.query(
    'select failures, failing_since, waits_until from webhook_endpoint where id = $1',
    [endpointId],
  )
  expect(rows).toEqual([{ failures: 0, failing_since: null, waits_until: null }])
  expect(await noticesOf()).toEqual([])
})

describe('a resend by hand', () => {
  test('repeats what was delivered, under the same id [transactions.resend-webhook]', async () => {
    await makeEndpoint()
    await emitEvent()
    await run()
    await run(resendJob)
    expect(state.receiver.received).toHaveLength(2)
    expect(state.receiver.received[1]?.body).toBe(state.receiver.received[0]?.body)
    expect((await attempts()).map((one) => one.is_manual)).toEqual([false, true])
  })

  test('reaches no endpoint that was paused or switched off meanwhile', async () => {
    await makeEndpoint()
    await emitEvent()
    await run()
    for (const change of ['paused_at = now()', 'paused_at = null, is_active = false']) {
      await owner.query(`update webhook_endpoint set ${change}`)
      await run(resendJob)
    }
    expect(state.receiver.received).toHaveLength(1)
  })

  test('that fails changes neither state nor schedule; one that succeeds ends the retries', async () => {
    await makeEndpoint()
    await emitEvent()
    state.receiver.status = 500
    await run()
    const before = await only()
    await run(resendJob)
    expect(await only()).toMatchObject({
      state: 'failing',
      next_attempt_at: before.next_attempt_at,
    })
    state.receiver.status = 200
    await run(resendJob)
    state.clock = before.next_attempt_at ?? state.clock
    await run()
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 3, next_attempt_at: null })
    expect(state.receiver.received).toHaveLength(3)
  })
})

test('what an endpoint leaves without an answer delays no other endpoint', async () => {
  // longer than this test may take: what is under way stays under way
  const waiting = declareJobs({
    outbound: { post: (request) => outbound.post({ ...request, timeoutMs: 120_000 }) },
    keys,
  })
  state.receiver.isSilent = true
  const silent = state.receiver
  await makeEndpoint()
  const log = pino({ level: 'silent' })
  const worker = await runWorker({ database, appUrl: urls.app, jobs: waiting, schedules: [], log })
  onTestFinished(async () => {
    await silent.stop()
    await worker.stop()
  })
  for (let at = 0; at < 80; at += 1) await emitEvent()
  await expect.poll(() => silent.received.length, { timeout: 20_000 }).toBe(endpointConcurrency)
  await renewMerchant()
  await makeEndpoint()
  for (let at = 0; at < 20; at += 1) await emitEvent()
  await expect.poll(() => state.receiver.received.length, { timeout: 20_000 }).toBe(20)
  expect(silent.received).toHaveLength(endpointConcurrency)
}, 60_000)
