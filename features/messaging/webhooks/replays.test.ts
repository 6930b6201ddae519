import { openWebhookFixture } from '@counterfoil/features/messaging/webhooks/testing/webhook-fixture.public.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { expect, test } from 'vitest'
import { continueReplay, createReplay } from './replays.public.ts'
import { schedules } from './webhooks.jobs.ts'

const { context, database, deliverJob, emitEvent, jobs, makeEndpoint, only, owner, ...fixture } =
  await openWebhookFixture()
const { runAnnounced, state } = fixture

const wait = (ms: number) => {
  state.clock = new Date(state.clock.getTime() + ms)
}

/** As the worker does: what is due leaves the queue, then runs. */
async function attempt(): Promise<void> {
  await owner.query(
    `delete from pgboss.job where data->>'tenantId' = $1 and name = 'webhooks.deliver' and start_after <= $2`,
    [state.tenantId, state.clock],
  )
  await deliverJob?.run({ tenantId: state.tenantId, deliveryId: (await only()).id }, context)
}

/** When the jobs that send messages begin, the earliest first. */
async function dueJobs(): Promise<Date[]> {
  const queued = await fixture.queued()
  return queued.flatMap(({ name, startAfter }) => (name === 'webhooks.deliver' ? [startAfter] : []))
}

test('a message that waits for its next attempt is sent at once by a replay, and retried as anew', async () => {
  const endpointId = await makeEndpoint()
  await emitEvent()
  state.receiver.status = 500
  await runAnnounced()
  wait(5_000)
  await attempt()
  const { next_attempt_at: later } = await only()
  expect(later).toEqual(new Date(state.clock.getTime() + 300_000))

  wait(60_000)
  const { clock: replayedAt, merchantId, tenantId } = state
  await database.transaction(tenantScope(tenantId), async (db) => {
    const range = {
      ...{ tenantId, from: new Date(replayedAt.getTime() - 3_600_000), to: replayedAt },
      endpoint: { id: endpointId, merchantId, mode: 2, eventTypes: ['*'] },
      ...{ types: [], failures: [], onlyMissed: true },
    }
    const { id, total } = await createReplay(db, jobs, range, { name: 'Ada', now: replayedAt })
    expect(total).toBe(1)
    await continueReplay(db, jobs, id, replayedAt)
  })
  expect((await dueJobs())[0]).toEqual(replayedAt)

  await attempt()
  expect(state.receiver.received).toHaveLength(3)
  const retriedAt = new Date(replayedAt.getTime() + 5_000)
  expect((await dueJobs())[0]).toEqual(retriedAt)

  // its job is lost, and another one of it waits for later
  await owner.query(
    `delete from pgboss.job where data->>'tenantId' = $1 and name = 'webhooks.deliver' and start_after < $2`,
    [tenantId, later],
  )
  wait(20_000)
  await schedules[0]?.run(context)
  expect((await dueJobs())[0]).toEqual(retriedAt)
})
