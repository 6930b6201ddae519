import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { jobs } from '@counterfoil/features/messaging/notifications/notifications.jobs.ts'
import { runWorker } from '@counterfoil/kit/jobs/worker.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const testApi = await openTestApi()
const operator = await testApi.actor('operator')
// sees transfers alone
const clerk = await makeUser(testApi.test, {
  tenant_id: operator.tenantId,
  user_type: 'tenant',
  permissions: operator.permissions,
  limited_to_methods: ['bank_transfer'],
})
const db = testApi.test

let stop = async () => {}
beforeAll(async () => {
  const rule = `insert into antifraud_rule (tenant_id, id, rule, outcome, threshold, created_at)
    values ($1, gen_random_uuid(), 'card_velocity', 'flag', 2, now())`
  await db.owner.query(rule, [operator.tenantId])
  await db.owner.query("update system_variable set value = 120 where code = 'velocity_window'")
  const worker = await runWorker({
    database: db.database,
    appUrl: db.urls.app,
    jobs,
    schedules: [],
    log: pino({ level: 'silent' }),
  })
  stop = () => worker.stop()
})
afterAll(() => stop())

async function pay(key: string, number: string) {
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
    payload: {
      amount: 1000,
      currency: 'GBP',
      method: { type: 'card', number, expiryMonth: 12, expiryYear: 2090 },
    },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json<{ id: string }>().id
}

const noticesOf = async (userId = operator.subject) => {
  const { rows } = await db.owner.query<{
    object_url: string
    user_type: string
    description: string
  }>(
    `select n.object_url, u.user_type, n.description from notification n
     join app_user u on u.tenant_id = n.tenant_id and u.id = n.user_id
     where n.notification_type = 'TransactionVelocityAlert' and n.user_id = $1`,
    [userId],
  )
  return rows
}

test('operators are told once that a card pays too often, in Live alone', async () => {
  for (let n = 0; n < 4; n++) await pay('cf_test_demo_harbour', '4242424242424242')
  const live: string[] = []
  for (let n = 0; n < 5; n++) live.push(await pay('cf_live_demo_harbour', '5555555555554444'))
  await vi.waitFor(async () => expect(await noticesOf()).toHaveLength(1), { timeout: 20_000 })
  // the third is the first above the limit; whichever of the last three comes first, the others notify nobody again
  const [notice] = await noticesOf()
  expect(live.slice(2).map((id) => `/transaction-management/transaction-lookup/${id}`)).toContain(
    notice?.object_url,
  )
  // as the system variable has it
  expect(notice?.description).toContain('within 120 seconds')
  expect(notice?.description).toContain('By version 1 of your rule')
  expect(notice?.user_type).toBe('tenant')
  expect(await noticesOf(clerk.id)).toEqual([])
})
