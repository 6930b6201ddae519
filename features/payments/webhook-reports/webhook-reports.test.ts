import { randomUUID } from 'node:crypto'
import { openSettingsFixture } from '@counterfoil/api/testing/settings-fixture.ts'
import type { Actor } from '@counterfoil/api/testing/test-api.ts'
import { webhookEndpoints } from '@counterfoil/features/messaging/webhooks/webhook-endpoints.resource.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { unzip } from '@counterfoil/kit/testing/unzip.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { beforeAll, expect, test } from 'vitest'
import type {
  Destination,
  DestinationStatistics,
  WebhookMessage,
} from './webhook-reports.schema.ts'

const { testApi, make, pay, call, operator } = await openSettingsFixture({
  reachesPublicAlone: true,
})
const { owner } = testApi.test
const merchant = await testApi.actor('merchant')
// limited to cards at one acquirer
const narrow = await testApi.actor('narrow')
const tenantId = tenantIdOf('northwind')
const harbour = merchantIdOf('harbour')
const path = '/api/reporting/crm/reports/webhooks'

let endpointId: string
/** The messages by what became of them. */
const ids: Record<string, string> = {}

/** What the attempts of a message came to: their statuses, the last one last. */
async function attempted(name: string, eventId: string, statuses: readonly (number | null)[]) {
  const { rows } = await owner.query<{ id: string }>(
    'select id from webhook_delivery where endpoint_id = $1 and event_id = $2',
    [endpointId, eventId],
  )
  const id = rows[0]?.id ?? ''
  ids[name] = id
  for (const [at, status] of statuses.entries()) {
    await owner.query(
      `insert into webhook_attempt (tenant_id, id, merchant_id, delivery_id, sequence, response_status, error,
         duration_ms, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
      [
        ...[tenantId, newId(new Date(Date.now() + at)), harbour, id, at + 1, status],
        ...[status === null ? 'No answer within 15000 ms' : null, 100 * (at + 1)],
      ],
    )
  }
  const last = statuses.at(-1)
  const isTaken = last === 200
  await owner.query(
    `update webhook_delivery set attempts = $2, state = $3, delivered_at = $4 where id = $1`,
    [
      ...[id, statuses.length, isTaken ? 'delivered' : 'failing'],
      isTaken ? new Date(Date.now() + 2_000) : null,
    ],
  )
}

beforeAll(async () => {
  await owner.query('update webhook_endpoint set is_active = false where tenant_id = $1', [
    tenantId,
  ])
  const made = await make(webhookEndpoints, {
    url: 'https://192.0.1.1/hook',
    merchantId: harbour,
    mode: '1',
    description: 'Shop',
    eventTypes: ['payment.captured'],
  })
  endpointId = made.id
  const events: string[] = []
  for (let n = 0; n < 4; n++) {
    const { id } = await pay()
    const { rows } = await owner.query<{ id: string }>(
      `select id from merchant_event where payment_id = $1 and type = 'payment.captured'`,
      [id],
    )
    events.push(rows[0]?.id ?? '')
  }
  await attempted('taken', events[0] ?? '', [200])
  await attempted('takenLate', events[1] ?? '', [500, 200])
  await attempted('refused', events[2] ?? '', [500, 404])
  await attempted('silent', events[3] ?? '', [null])
})

async function read<T>(actor: Actor, url: string, mode = 'Test'): Promise<T> {
  const answer = await testApi.app.inject({
    url,
    headers: { authorization: `Bearer ${actor.token}`, mode },
  })
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
  return answer.json()
}

const list = async (actor: Actor, query: Record<string, string> = {}, at = path) =>
  (
    await read<{ data: WebhookMessage[]; count: number }>(
      actor,
      `${at}?${new URLSearchParams({ endpointId, ...query })}`,
    )
  ).data.map(({ id }) => id)

const those = (...names: string[]) => names.map((name) => ids[name]).toSorted()

test('messages are found by what their last attempt came to, by state and by payment', async () => {
  expect((await list(operator)).toSorted()).toEqual(
    those('taken', 'takenLate', 'refused', 'silent'),
  )
  expect(await list(operator, { status: '2xx' })).toEqual([ids.takenLate, ids.taken])
  // an earlier attempt does not count
  expect(await list(operator, { status: '5xx' })).toEqual([])
  expect(await list(operator, { status: '4xx,none' })).toEqual([ids.silent, ids.refused])
  expect(await list(operator, { state: 'delivered' })).toEqual([ids.takenLate, ids.taken])
  expect(await list(operator, { event: 'payment.refunded' })).toEqual([])
  const [message] = (
    await read<{ data: WebhookMessage[] }>(operator, `${path}?status=4xx&endpointId=${endpointId}`)
  ).data
  expect(message).toMatchObject({ attempts: 2, responseStatus: 404, durationMs: 200 })
  expect(await list(operator, { searchKey: message?.paymentId ?? '' })).toEqual([ids.refused])
  expect(await list(operator, { searchKey: 'nothing' })).toEqual([])
  expect(await list(operator, { mode: 'Live' })).toEqual([])
})

test('a merchant sees its own, a limited operator those of payments that it sees, in the CSV too', async () => {
  expect(await list(merchant, {}, '/api/reports/webhooks')).toHaveLength(4)
  await owner.query(
    `update payment set provider = 'sandbox_beta' where id = (
    select payment_id from webhook_delivery where id = $1)`,
    [ids.silent],
  )
  expect(await list(narrow)).toEqual([ids.refused, ids.takenLate, ids.taken])
  const csv = await testApi.app.inject({
    url: `${path}/export?endpointId=${endpointId}`,
    headers: { authorization: `Bearer ${narrow.token}`, mode: 'Test' },
  })
  const lines = unzip(csv.rawPayload).text.trim().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(ids.refused)
  const full = await read<{ attempts: unknown[]; payload: string }>(
    operator,
    `${path}/${ids.refused}`,
  )
  expect(full.attempts).toHaveLength(2)
  expect(JSON.parse(full.payload)).toMatchObject({ type: 'payment.captured' })
  const hidden = await testApi.app.inject({
    url: `${path}/${ids.silent}`,
    headers: { authorization: `Bearer ${narrow.token}`, mode: 'Test' },
  })
  expect(hidden.statusCode).toBe(404)
})

test('a column that is hidden in the report is not answered with a single message of it either', async () => {
  const full = () =>
    read<{ eventId: string | null; nextAttemptAt: string | null; attempts: object[] }>(
      operator,
      `${path}/${ids.silent}`,
    )
  const before = await full()
  expect(before.attempts).toMatchObject([{ error: 'No answer within 15000 ms', durationMs: 100 }])
  expect(before.eventId).not.toBeNull()
  const setting = [tenantId, 'crm-reports-webhookreport']
  await owner.query(
    `insert into app.report_setting (tenant_id, report, hidden_columns, updated_at)
     values ($1, $2, '{error,eventId,duration}', now())`,
    setting,
  )
  expect(await full()).toEqual({
    ...{ ...before, eventId: null },
    attempts: before.attempts.map((one) => ({ ...one, error: null, durationMs: null })),
  })
  await owner.query('delete from app.report_setting where (tenant_id, report) = ($1, $2)', setting)
})

test('statistics count each message once, and the first attempt apart', async () => {
  const { rows } = await read<{ rows: DestinationStatistics[] }>(
    operator,
    '/api/reporting/crm/reports/webhooks-destinations/statistics',
  )
  expect(rows.find((row) => row.endpointId === endpointId)).toMatchObject({
    ...{ messages: 4, delivered: 2, deliveredFirst: 1, failing: 2, waiting: 0, givenUp: 0 },
    ...{ attempts: 6, medianMs: 100, p95Ms: 200 },
  })
})

test('a destination is not configured, configured, delivering or not delivering', async () => {
  const statusOf = async (query = '') => {
    const { data } = await read<{ data: Destination[] }>(
      operator,
      `/api/reporting/crm/reports/webhooks-destinations/status?pageSize=100${query}`,
    )
    return data
  }
  const of = async (id: string | null, merchantId = harbour) =>
    (await statusOf()).find((one) => one.merchantId === merchantId && one.endpointId === id)?.status
  expect(await of(endpointId)).toBe('Delivering')
  expect(await of(null, merchantIdOf('quayside'))).toBe('NotConfigured')
  await owner.query('update webhook_endpoint set failing_since = now() where id = $1', [endpointId])
  expect(await of(endpointId)).toBe('NotDelivering')
  expect((await statusOf('&status=NotDelivering')).map((one) => one.endpointId)).toEqual([
    endpointId,
  ])
  await owner.query('update webhook_endpoint set failing_since = null where id = $1', [endpointId])
  const fresh = await make(webhookEndpoints, {
    ...{ url: 'https://192.0.1.1/new', merchantId: harbour, mode: '1' },
    eventTypes: ['payout.*'],
  })
  expect(await of(fresh.id)).toBe('Configured')
})

test('what failed in one way is counted, sent again to those endpoints alone, and followed', async () => {
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const preview = (query: string) =>
    read<{ count: number; endpoints: { id: string; count: number }[] }>(
      operator,
      `${path}/resends/preview?from=${from}&${query}`,
    )
  expect((await preview('failures=4xx')).count).toBe(1)
  expect((await preview('failures=4xx,none')).count).toBe(2)
  expect((await preview('failures=5xx')).count).toBe(0)
  expect((await preview('onlyMissed=false')).count).toBe(4)
  const started = await testApi.app.inject({
    method: 'POST',
    url: `${path}/resends?mode=Test`,
    headers: { authorization: `Bearer ${operator.token}`, 'idempotency-key': randomUUID() },
    payload: { from, failures: ['4xx'], endpointIds: [endpointId] },
  })
  expect(started.json().replays).toMatchObject([{ total: 1, queued: 0, failures: ['4xx'] }])
  const { replays } = await read<{ replays: { id: string; url: string }[] }>(
    operator,
    `${path}/resends`,
  )
  expect(replays[0]).toMatchObject({
    id: started.json().replays[0].id,
    url: 'https://192.0.1.1/hook',
  })
  await expect(
    call(operator, 'POST', `${path}/resends?mode=Test`, { from, endpointIds: [randomUUID()] }),
  ).rejects.toThrow('was not found')
})

test('who is limited to some payments is shown the events of these alone, and sends no range of them', async () => {
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const chosen = `from=${from}&onlyMissed=false&endpointIds=${endpointId}`
  const shownTo = async (actor: Actor) => {
    const at = `${path}/resends/preview?${chosen}`
    const { count, events } = await read<{ count: number; events: object[] }>(actor, at)
    return [count, events.length]
  }
  const single = `/api/crm/settings/webhook-endpoints/${endpointId}/replays/preview?${chosen.split('&endpointIds')[0]}`
  const { rows } = await owner.query(
    `select payment_id as id, case when id = $1 then 'sandbox_beta' else 'sandbox_alpha' end as provider
     from webhook_delivery where endpoint_id = $2`,
    [ids.silent, endpointId],
  )
  for (const { id, provider } of rows) {
    await owner.query('update payment set provider = $2 where id = $1', [id, provider])
  }
  expect(await shownTo(operator)).toEqual([4, 4])
  expect(await shownTo(narrow)).toEqual([3, 3])
  expect(await read(narrow, single)).toMatchObject({ count: 3 })
  const sent = await testApi.app.inject({
    method: 'POST',
    url: `${path}/resends?mode=Test`,
    headers: { authorization: `Bearer ${narrow.token}`, 'idempotency-key': randomUUID() },
    payload: { from, onlyMissed: false, endpointIds: [endpointId] },
  })
  expect([sent.statusCode, sent.json().code]).toEqual([403, 'resource.limited_payments'])
})

test('what was sent of payments asks for the code that their pages ask for', async () => {
  const guarded = await testApi.actor('operator')
  await owner.query(
    `update role set sca_required_permissions = '{CRM.Transaction.View}'
     where id = (select role_id from app_user where id = $1)`,
    [guarded.subject],
  )
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const settings = `/api${webhookEndpoints.path}/${endpointId}`
  const pages = [
    `${path}/${ids.taken}`,
    `${path}/resends/preview?from=${from}`,
    `${settings}/deliveries`,
    `${settings}/replays/preview?from=${from}`,
  ]
  const statuses = async ({ subject }: Actor) => {
    const authorization = `Bearer ${await testApi.issuer.token(subject)}`
    const answers = pages.map((url) =>
      testApi.app.inject({ url, headers: { authorization, mode: 'Test' } }),
    )
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  }
  expect(await statuses(operator)).toEqual([200, 200, 200, 200])
  expect(await statuses(guarded)).toEqual([401, 401, 401, 401])
})
