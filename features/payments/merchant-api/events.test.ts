import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { disputedPayment } from '@counterfoil/features/payments/disputes/testing/disputed-payment.public.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const harbour = 'cf_test_demo_harbour'

const get = (url: string, key = harbour) =>
  testApi.app.inject({ url: `/v1${url}`, headers: { authorization: `Bearer ${key}` } })

async function post(
  url: string,
  payload: object = {},
): Promise<{ id: string; operation?: { id: string } }> {
  const headers = { authorization: `Bearer ${harbour}`, 'idempotency-key': randomUUID() }
  const answer = await testApi.app.inject({ method: 'POST', url: `/v1${url}`, headers, payload })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

async function pay(some: object = {}): Promise<string> {
  const method = { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 }
  return (await post('/payments', { amount: 1250, currency: 'GBP', method, ...some })).id
}

interface Page {
  readonly data: {
    id: string
    type: string
    operation?: { id: string; amount: number }
    dispute?: object
    data: { id: string; version: number }
  }[]
  readonly hasMore: boolean
  readonly nextAfter: string | null
}
const events = async (query: string, key = harbour): Promise<Page> =>
  (await get(`/events?${query}`, key)).json()

/** What is there now, and where to go on. */
async function readAll(key = harbour): Promise<Page['data']> {
  const all: Page['data'] = []
  for (let after = ''; ; ) {
    const page = await events(`limit=100${after}`, key)
    all.push(...page.data)
    if (!page.hasMore) return all
    after = `&after=${page.nextAfter}`
  }
}

test('come in order, each as its webhook sends it', async () => {
  const before = await readAll()
  const after = before.length === 0 ? '' : `after=${before.at(-1)?.id}&`
  const id = await pay({ capture: false })
  await post(`/payments/${id}/captures`)
  await post(`/payments/${id}/refunds`, { amount: 100 })
  const page = await events(after)
  expect(page.data.map(({ type }) => type)).toEqual([
    'payment.reserved',
    'payment.captured',
    'payment.refunded',
  ])
  expect(page).toMatchObject({ hasMore: false, nextAfter: page.data.at(-1)?.id })
  expect(page.data.at(-1)?.data).toEqual((await get(`/payments/${id}`)).json())
  const { rows } = await testApi.test.owner.query<{ id: string; payload: string }>(
    'select id, payload from merchant_event where payment_id = $1 order by id',
    [id],
  )
  expect(page.data).toEqual(rows.map(({ payload }) => JSON.parse(payload)))
  expect(await events(`after=${page.nextAfter}`)).toEqual({
    data: [],
    hasMore: false,
    nextAfter: page.nextAfter,
  })
})

test('are filtered by type; an empty page says where to go on', async () => {
  await pay()
  const some = await events('types=payment.refunded,dispute.*&limit=100')
  expect(new Set(some.data.map(({ type }) => type))).toEqual(new Set(['payment.refunded']))
  const none = await events('types=payout.*')
  expect(none).toEqual({ data: [], hasMore: false, nextAfter: (await readAll()).at(-1)?.id })
  for (const types of ['Captured', 'payment.capture', 'payments.*']) {
    const wrong = await get(`/events?types=${types}`)
    expect(wrong.json(), types).toMatchObject({ status: 400, errors: [{ path: 'types.0' }] })
  }
})

test('are those of the key’s merchant and mode', async () => {
  const id = await pay()
  const own = (await readAll()).at(-1)
  expect(own?.data.id).toBe(id)
  for (const key of ['cf_live_demo_harbour', 'cf_test_demo_quayside', 'cf_test_demo_galata']) {
    const refused = await get(`/events?after=${own?.id}`, key)
    expect(refused.json()).toMatchObject({ status: 404, code: 'event.unknown' })
    expect((await readAll(key)).some(({ data }) => data.id === id)).toBe(false)
  }
})

test('name the operation that they are of, by the id that its call answered', async () => {
  const after = (await readAll()).at(-1)?.id
  const id = await pay({ capture: false })
  const captured = await post(`/payments/${id}/captures`, { amount: 900 })
  const refunds = [
    await post(`/payments/${id}/refunds`, { amount: 100 }),
    await post(`/payments/${id}/refunds`, { amount: 200 }),
  ]
  const { data } = await events(`after=${after}`)
  expect(data.map(({ type, operation }) => ({ type, operation }))).toEqual([
    { type: 'payment.reserved', operation: undefined },
    { type: 'payment.captured', operation: { id: captured.operation?.id, amount: 900 } },
    { type: 'payment.refunded', operation: { id: refunds[0]?.id, amount: 100 } },
    { type: 'payment.refunded', operation: { id: refunds[1]?.id, amount: 200 } },
  ])
})

test('name the dispute that they are of, with its deadline', async () => {
  const after = (await readAll()).at(-1)?.id
  const { paymentId } = await disputedPayment(testApi, harbour, { amountMinor: 300n })
  const [dispute] = (await get(`/disputes?paymentId=${paymentId}`)).json().data
  const { data } = await events(`after=${after}&types=dispute.*`)
  const { id, stage, state, amount, respondBy } = dispute
  expect(data.map((one) => one.dispute)).toEqual([{ id, stage, state, amount, respondBy }])
})

test('of a dispute that is answered name no deadline, as the dispute itself names none', async () => {
  const after = (await readAll()).at(-1)?.id
  const { paymentId } = await disputedPayment(testApi, harbour, { amountMinor: 400n })
  const [opened] = (await get(`/disputes?paymentId=${paymentId}`)).json().data
  const statement = 'Delivered on 3 March and signed for'
  await post(`/disputes/${opened.id}/evidence`, { statement })
  const { data } = await events(`after=${after}&types=dispute.*`)
  expect(data.map(({ dispute }) => dispute)).toMatchObject([
    { id: opened.id, state: 'opened', respondBy: opened.respondBy },
    { id: opened.id, state: 'answered', respondBy: null },
  ])
})
