import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { disputedPayment } from '@counterfoil/features/payments/disputes/testing/disputed-payment.public.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const harbour = 'cf_test_demo_harbour'

const get = async (path: string, key = harbour) => {
  const headers = { authorization: `Bearer ${key}` }
  return testApi.app.inject({ url: `/v1${path}`, headers })
}

const disputed = async (amountMinor: bigint): Promise<string> =>
  (await disputedPayment(testApi, harbour, { amountMinor })).paymentId

test('a server lists its disputes by pages, filters them, and reads one', async () => {
  const payments = [await disputed(100n), await disputed(200n), await disputed(300n)]
  const first = (await get('/disputes?limit=2')).json()
  expect(first.data.map((one: { amount: number }) => one.amount)).toEqual([300, 200])
  expect(first.nextCursor).toBe(first.data[1].id)
  const rest = (await get(`/disputes?limit=2&cursor=${first.nextCursor}`)).json()
  expect(rest).toMatchObject({ data: [{ amount: 100, paymentId: payments[0] }], nextCursor: null })
  const ofOne = (await get(`/disputes?paymentId=${payments[1]}&state=opened`)).json()
  expect(ofOne).toMatchObject({ count: 1, data: [{ amount: 200 }] })
  expect((await get('/disputes?state=lost')).json()).toMatchObject({ data: [] })
  const one = await get(`/disputes/${ofOne.data[0].id}`)
  expect(one.json()).toEqual(ofOne.data[0])
  expect(one.json()).toMatchObject({
    ...{ state: 'opened', stage: 'chargeback', currency: 'GBP', reasonCode: 'fraud' },
    ...{ respondBy: '2030-01-01T00:00:00.000Z', answer: null, closedAt: null },
  })
})

test('another merchant, or the other mode, sees none of them', async () => {
  await disputed(500n)
  const [{ id }] = (await get('/disputes?limit=1')).json().data
  for (const key of ['cf_test_demo_quayside', 'cf_live_demo_harbour', 'cf_test_demo_galata']) {
    expect((await get('/disputes', key)).json().data, key).toEqual([])
    expect((await get(`/disputes/${id}`, key)).statusCode, key).toBe(404)
  }
})

test('an unknown filter is refused', async () => {
  expect((await get('/disputes?case=opened')).statusCode).toBe(400)
})

const post = (
  path: string,
  payload: object,
  { key = harbour, idempotencyKey = randomUUID() } = {},
) =>
  testApi.app.inject({
    method: 'POST',
    url: `/v1${path}`,
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey },
    payload,
  })

async function entriesOf(action: string): Promise<object[]> {
  const { rows } = await testApi.test.owner.query<object>(
    'select record_type, after from audit_entry where action = $1',
    [action],
  )
  return rows
}

const newest = async (): Promise<string> => (await get('/disputes?limit=1')).json().data[0].id

test('a server contests a dispute once; its acquirer decides [audit merchantApi.sendDisputeEvidence]', async () => {
  await disputed(700n)
  const id = await newest()
  const idempotencyKey = randomUUID()
  const evidence = { statement: 'Delivered on 3 March and signed for' }
  const first = await post(`/disputes/${id}/evidence`, evidence, { idempotencyKey })
  expect(first.statusCode).toBe(201)
  expect(first.json()).toMatchObject({
    ...{ id, state: 'answered', amount: 700, respondBy: null },
    answer: { kind: 'contest', state: 'requested', statement: evidence.statement },
  })
  const again = await post(`/disputes/${id}/evidence`, evidence, { idempotencyKey })
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.json()).toEqual(first.json())
  const second = await post(`/disputes/${id}/accept`, {})
  expect(second.json()).toMatchObject({ status: 409, code: 'acceptDispute.dispute_answered' })
  expect(await entriesOf('merchantApi.sendDisputeEvidence')).toMatchObject([
    { record_type: 'payment', after: { amount: 700 } },
  ])
})

test('a server accepts a dispute [audit merchantApi.giveInToDispute]', async () => {
  await disputed(300n)
  const id = await newest()
  const accepted = await post(`/disputes/${id}/accept`, {})
  expect(accepted.statusCode).toBe(201)
  expect(accepted.json()).toMatchObject({ answer: { kind: 'accept', state: 'requested' } })
  expect((await get(`/disputes/${id}`)).json()).toEqual(accepted.json())
  expect(await entriesOf('merchantApi.giveInToDispute')).toMatchObject([
    { record_type: 'payment', after: { amount: 300 } },
  ])
})

test('others’ disputes are not found, evidence needs a statement, and a key its scope', async () => {
  await disputed(400n)
  const id = await newest()
  for (const key of ['cf_test_demo_quayside', 'cf_test_demo_galata']) {
    expect((await post(`/disputes/${id}/accept`, {}, { key })).statusCode, key).toBe(404)
  }
  const live = await post(`/disputes/${id}/accept`, {}, { key: 'cf_live_demo_harbour' })
  expect(live.json()).toMatchObject({ status: 409, code: 'mode.mismatch' })
  expect((await post(`/disputes/${id}/evidence`, {})).statusCode).toBe(400)
  const { token } = await testApi.actor('operator')
  const merchantId = merchantIdOf('harbour')
  const made = await testApi.app.inject({
    ...{ method: 'POST', url: '/api/crm/settings/api-keys' },
    headers: { authorization: `Bearer ${token}` },
    payload: {
      ...{ name: 'No disputes', merchantId, mode: '1', expiresAt: null },
      scopes: ['payments:write'],
    },
  })
  const { shownOnce: key } = made.json()
  expect((await post(`/disputes/${id}/accept`, {}, { key })).statusCode).toBe(403)
  expect((await get(`/disputes/${id}`)).json()).toMatchObject({ state: 'opened' })
})
