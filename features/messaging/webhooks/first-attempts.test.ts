import { openWebhookFixture } from '@counterfoil/features/messaging/webhooks/testing/webhook-fixture.public.ts'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { jobs as declareJobs, schedules } from './webhooks.jobs.ts'

const {
  attempts,
  context,
  deliveries,
  emitEvent,
  keys,
  makeEndpoint,
  only,
  owner,
  queued,
  resendJob,
  run,
  runAnnounced,
  secret,
  state,
} = await openWebhookFixture()

test('announced messages are sent once, signed, and recorded together', async () => {
  await makeEndpoint()
  for (let at = 0; at < 3; at += 1) await emitEvent()
  expect(await runAnnounced()).toEqual([true, true, true])
  expect(await runAnnounced()).toEqual([false, false, false])
  expect(state.receiver.received).toHaveLength(3)
  for (const { body, headers } of state.receiver.received) new Webhook(secret).verify(body, headers)
  expect(await deliveries()).toMatchObject(
    Array(3).fill({ state: 'delivered', attempts: 1, next_attempt_at: null }),
  )
  expect(await attempts()).toMatchObject(
    Array(3).fill({
      sequence: 1,
      is_manual: false,
      response_status: 200,
      response_body: 'noted',
    }),
  )
})

test('announced messages are sent by one of two workers', async () => {
  await makeEndpoint()
  for (let at = 0; at < 5; at += 1) await emitEvent()
  const sent = (await Promise.all([runAnnounced(), runAnnounced()])).flat()
  expect(sent.filter(Boolean)).toHaveLength(5)
  expect(state.receiver.received).toHaveLength(5)
  expect(await attempts()).toHaveLength(5)
})

test('announced messages that are refused are tried again by a job', async () => {
  await makeEndpoint()
  await emitEvent()
  state.receiver.status = 500
  await runAnnounced()
  const { next_attempt_at: next, ...delivery } = await only()
  expect(delivery).toMatchObject({ state: 'failing', attempts: 1 })
  expect(await queued()).toEqual([{ name: 'webhooks.deliver', startAfter: next }])
})

test('announced messages wait in the queue for an endpoint that recovers, and are given up where it is off', async () => {
  const id = await makeEndpoint()
  const until = new Date(state.clock.getTime() + 300_000)
  await owner.query('update webhook_endpoint set failures = 4, waits_until = $2 where id = $1', [
    id,
    until,
  ])
  await emitEvent()
  expect(await runAnnounced()).toEqual([false])
  expect(await queued()).toMatchObject([{ name: 'webhooks.deliver' }])
  await run()
  expect(state.receiver.received).toEqual([])
  expect(await only()).toMatchObject({ state: 'waiting', next_attempt_at: until })
  state.clock = until
  await owner.query('update webhook_endpoint set is_active = false where id = $1', [id])
  expect(await runAnnounced()).toEqual([false])
  expect(await only()).toMatchObject({ state: 'given_up', attempts: 0 })
})

test('announced messages count the attempts by hand that came before', async () => {
  await makeEndpoint()
  await emitEvent()
  state.receiver.status = 500
  await run(resendJob)
  await owner.query('update webhook_endpoint set failures = 0')
  state.receiver.status = 200
  expect(await runAnnounced()).toEqual([true])
  expect(await only()).toMatchObject({ state: 'delivered', attempts: 2 })
  expect((await attempts()).map((one) => [one.sequence, one.is_manual])).toEqual([
    [1, true],
    [2, false],
  ])
})

test('announced messages whose attempt cannot be recorded are sent again when their claim is over', async () => {
  await makeEndpoint()
  await emitEvent()
  const failing = declareJobs({
    outbound: { post: () => Promise.reject(new Error('killed')) },
    keys,
  })
  await expect(runAnnounced(failing[0])).rejects.toThrow('killed')
  expect(await runAnnounced()).toEqual([false])
  state.clock = new Date(state.clock.getTime() + 60_000)
  await schedules[0]?.run(context)
  expect(await queued()).toHaveLength(1)
  await run()
  expect(await only()).toMatchObject({ state: 'delivered', attempts: 1 })
})

test('what one endpoint is overdue for by the hundred keeps no other endpoint waiting', async () => {
  const busy = await makeEndpoint()
  await emitEvent()
  await owner.query(
    `insert into webhook_delivery
     select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
     from webhook_delivery d, generate_series(1, 600) where d.endpoint_id = $1`,
    [busy],
  )
  state.clock = new Date(state.clock.getTime() + 1_000)
  await owner.query('update webhook_endpoint set is_active = false where id = $1', [busy])
  const other = await makeEndpoint()
  await emitEvent()
  state.clock = new Date(state.clock.getTime() + 60_000)
  await schedules[0]?.run(context)
  const { rows } = await owner.query(
    `select group_id as "endpointId" from pgboss.job where data->>'tenantId' = $1 and group_id = $2`,
    [state.tenantId, other],
  )
  expect(rows).toHaveLength(1)
  expect(await queued()).toHaveLength(500)
})

test('what is tried again is taken from the queue before what is overdue by the hundred', async () => {
  await makeEndpoint()
  await emitEvent()
  const overdue = (await only()).id
  state.clock = new Date(state.clock.getTime() + 60_000)
  await schedules[0]?.run(context)
  await emitEvent()
  state.announced = state.announced.filter(({ deliveryId }) => deliveryId !== overdue)
  state.receiver.status = 500
  await runAnnounced()
  // as if its time had come
  await owner.query(`update pgboss.job set start_after = now() where data->>'tenantId' = $1`, [
    state.tenantId,
  ])
  const { rows } = await owner.query<{ id: string }>(
    `select data->>'deliveryId' as id from pgboss.job where data->>'tenantId' = $1
     order by priority desc, created_on`,
    [state.tenantId],
  )
  expect(rows.map(({ id }) => id)).toEqual([expect.not.stringContaining(overdue), overdue])
})
