import { callerFinder } from '@counterfoil/features/access/context/callers.public.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeMerchant, makePayment, makeTenant, makeUser } from '@counterfoil/kit/testing/makers.ts'
import { testDatabase } from '@counterfoil/kit/testing/test-database.ts'
import { testServer } from '@counterfoil/kit/testing/test-server.ts'
import type { Outbound } from '@counterfoil/providers/outbound/outbound.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { jobs as declareJobs } from './webhooks.jobs.ts'
import { enqueueWebhooks } from './webhooks.public.ts'
import { routes } from './webhooks.routes.ts'

const base = await testDatabase()
const { database, jobs, loader, owner } = base
const { call } = await testServer(base, routes, callerFinder(database))

const platform = await makeTenant(base, { is_platform: true })
const tenant = await makeTenant(base)
const merchant = await makeMerchant(base, { tenant_id: tenant.id })
const rival = await makeMerchant(base, { tenant_id: tenant.id })
const all = { is_administrator: true } as const
const permissions = [
  'CRM.Transaction.View',
  'CRM.Transaction.Actions.ResendWebhook',
  'Merchant.Transaction.View',
  'Merchant.Transaction.Actions.ResendWebhook',
  'Platform.Transaction.Lookup',
  'Platform.Transaction.Actions.ResendWebhook',
]
const user = (some: Partial<Parameters<typeof makeUser>[1]>) =>
  makeUser(base, { tenant_id: tenant.id, user_type: 'tenant', permissions, ...all, ...some })
const operator = await user({})
const seller = await user({ user_type: 'merchant', merchant_id: merchant.id })
const other = await user({ user_type: 'merchant', merchant_id: rival.id })
const staff = await user({ user_type: 'platform', tenant_id: platform.id })

const now = new Date()
const scope = tenantScope(tenant.id)

async function makeEndpoint(url: string) {
  const id = newId(now)
  const common = { tenant_id: tenant.id, merchant_id: merchant.id, created_at: now }
  await loader
    .insertInto('webhook_endpoint')
    .values({ ...common, id, url, mode: 2, secret: 'whsec_c2VjcmV0c2VjcmV0', event_types: ['*'] })
    .execute()
  return id
}
const endpoint = await makeEndpoint('https://shop.example/hook')
const payment = await makePayment(base, { tenant_id: tenant.id, merchant_id: merchant.id })

async function happen(type: string): Promise<string> {
  const eventId = newId(now)
  await loader
    .insertInto('payment_event')
    .values({
      tenant_id: tenant.id,
      id: eventId,
      payment_id: payment.id,
      merchant_id: merchant.id,
      type,
      to_status: 'captured',
      actor_type: 'system',
      created_at: now,
    })
    .execute()
  const event = { type, paymentId: payment.id, eventId, payment: { id: payment.id }, now }
  await database.transaction(scope, (db) =>
    enqueueWebhooks(db, jobs, { ...event, merchantId: merchant.id, mode: 2 }),
  )
  return eventId
}
const eventId = await happen('payment.captured')
await happen('payment.refunded')

const answers = { status: 500, body: 'out of order', retryAfter: undefined, error: undefined }
const outbound: Outbound = { post: async () => ({ ...answers, durationMs: 12 }) }
const [deliver, resend] = declareJobs({ outbound })
const context = {
  database,
  jobs,
  log: pino({ level: 'silent' }),
  now: () => new Date(),
  signal: new AbortController().signal,
}
const deliveries = await loader.selectFrom('webhook_delivery').select(['id', 'event_id']).execute()
for (const { id } of deliveries)
  await deliver?.run({ tenantId: tenant.id, deliveryId: id }, context)

const crm = (id: string, more = '') =>
  `GET /api/wh/crm/notifications/transaction-webhooks/${id}${more}`

test.each([
  ['the operator', operator, '/api/wh/crm/notifications/transaction-webhooks/'],
  ['the operator, second form', operator, '/api/wh2/crm/notifications/transaction-webhooks/'],
  ['the merchant', seller, '/api/wh/notifications/transaction-webhooks/'],
  ['the merchant, second form', seller, '/api/wh2/notifications/transaction-webhooks/'],
  ['the platform', staff, '/api/wh2/crm/notifications/platform-transaction-webhooks/'],
])('%s sees the webhooks of a payment with every attempt', async (_who, caller, path) => {
  const response = await call(caller, `GET ${path}${payment.id}?pageSize=5`)
  expect(response.statusCode).toBe(200)
  const { data, count } = response.json()
  expect(count).toBe(2)
  expect(data[0]).toMatchObject({
    eventType: 'payment.refunded',
    endpointId: endpoint,
    endpointUrl: 'https://shop.example/hook',
    state: 'failing',
    attempts: [
      {
        sequence: 1,
        isManual: false,
        isSuccess: false,
        responseStatus: 500,
        responseBody: 'out of order',
      },
    ],
  })
  expect(response.body).not.toContain('whsec_')
})

test('pages do not overlap', async () => {
  const first = (await call(operator, crm(payment.id, '?pageSize=1'))).json()
  const second = (await call(operator, crm(payment.id, '?pageSize=1&pageIndex=1'))).json()
  expect([first.data[0].eventType, second.data[0].eventType]).toEqual([
    'payment.refunded',
    'payment.captured',
  ])
})

test('to others there is no such payment or event', async () => {
  const list = `GET /api/wh/notifications/transaction-webhooks/${payment.id}`
  expect((await call(other, list)).statusCode).toBe(404)
  expect((await call(operator, crm(newId(now)))).statusCode).toBe(404)
  const again = `POST /api/transactions/events/${eventId}/resend-webhook`
  expect((await call(other, again)).statusCode).toBe(404)
})

test.each([
  ['operator', operator, '/api/crm/transactions/events'],
  ['merchant', seller, '/api/transactions/events'],
  ['platform', staff, '/api/crm/transactions/events'],
])('resent by the %s, an event is told once more', async (_who, caller, path) => {
  await owner.query('delete from pgboss.job')
  const response = await call(caller, `POST ${path}/${eventId}/resend-webhook`)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ queued: 1 })
  const { rows } = await owner.query('select name, data from pgboss.job')
  const delivery = deliveries.find((one) => one.event_id === eventId)
  expect(rows).toEqual([
    { name: 'webhooks.resend', data: { tenantId: tenant.id, deliveryId: delivery?.id } },
  ])
  await resend?.run(rows[0].data, context)
  const { data } = (await call(operator, crm(payment.id))).json()
  expect(data[1].attempts[0]).toMatchObject({ isManual: true })
  const audited = await loader
    .selectFrom('audit_entry')
    .select(['action', 'record_id'])
    .where('tenant_id', '=', tenant.id)
    .where('actor_id', '=', caller.id)
    .execute()
  expect(audited).toContainEqual({ action: expect.stringContaining('resend'), record_id: eventId })
})

test('an endpoint that is switched off is told nothing more', async () => {
  await loader
    .updateTable('webhook_endpoint')
    .set({ is_active: false })
    .where('id', '=', endpoint)
    .execute()
  const again = await call(operator, `POST /api/crm/transactions/events/${eventId}/resend-webhook`)
  expect(again.statusCode).toBe(409)
  expect(again.json()).toMatchObject({ code: 'webhook.nothing_to_resend' })
})
