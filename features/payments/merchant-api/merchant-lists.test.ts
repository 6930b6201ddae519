import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const harbour = 'cf_test_demo_harbour'

const post = (url: string, body: object) =>
  testApi.app.inject({
    method: 'POST',
    url: `/v1${url}`,
    headers: { authorization: `Bearer ${harbour}`, 'idempotency-key': randomUUID() },
    payload: body,
  })

const get = (url: string, key = harbour) =>
  testApi.app.inject({ url: `/v1${url}`, headers: { authorization: `Bearer ${key}` } })

async function paid(some: { number?: string; externalId: string; currency?: string }) {
  const { number = '4242424242424242', ...rest } = some
  const method = { type: 'card', number, expiryMonth: 12, expiryYear: 2090 }
  return (await post('/payments', { amount: 1250, currency: 'GBP', method, ...rest })).json().id
}

test('payments are found by status, currency and time, refunds by their payment, balances by currency', async () => {
  const externalId = randomUUID()
  const id = await paid({ externalId, currency: 'EUR' })
  const declined = await paid({ externalId, number: '4000000000009995' })
  const refunds = []
  for (const amount of [100, 200]) {
    refunds.unshift((await post(`/payments/${id}/refunds`, { amount })).json())
  }
  const found = async (query: string) =>
    (await get(`/payments?externalId=${externalId}&${query}`))
      .json()
      .data.map((one: { id: string }) => one.id)
  expect(await found('status=declined')).toEqual([declined])
  expect(await found('currency=EUR')).toEqual([id])
  const [from, to] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
  expect(await found(`createdFrom=${from.toISOString()}&createdTo=${to.toISOString()}`)).toEqual([
    declined,
    id,
  ])
  expect(await found(`createdTo=${from.toISOString()}`)).toEqual([])
  const first = (await get(`/refunds?paymentId=${id}&limit=1`)).json()
  expect(first.data).toEqual([refunds[0]])
  const rest = (await get(`/refunds?paymentId=${id}&cursor=${first.nextCursor}`)).json()
  expect(rest).toMatchObject({ data: [refunds[1]], nextCursor: null })
  expect((await get(`/refunds?paymentId=${id}`, 'cf_test_demo_quayside')).statusCode).toBe(404)
  const { data } = (await get('/balances')).json()
  expect(data).toContainEqual({
    currency: 'EUR',
    ...{ pending: expect.any(Number), available: expect.any(Number) },
    ...{ reserved: 0, inTransit: 0, disputed: 0 },
  })
})

test('a refund or capture that was declined says why, by a code; one that succeeded has none', async () => {
  const id = await paid({ externalId: randomUUID(), number: '4000000000000143' })
  const refund = (await post(`/payments/${id}/refunds`, { amount: 100 })).json()
  const declined = { status: 'declined', declineCode: 'processing_error' }
  expect(refund).toMatchObject(declined)
  expect((await get(`/refunds/${refund.id}`)).json()).toEqual(refund)
  expect((await get(`/refunds?paymentId=${id}`)).json().data).toEqual([refund])
  const order = { amount: 500, currency: 'GBP', capture: false }
  const card = { type: 'card', number: '4000000000000093', expiryMonth: 12, expiryYear: 2090 }
  const reserved = (await post('/payments', { ...order, method: card })).json()
  const capture = (await post(`/payments/${reserved.id}/captures`, {})).json()
  expect(capture).toMatchObject({ status: 'reserved', operation: declined })
  const voided = (await post(`/payments/${reserved.id}/voids`, {})).json()
  expect(voided.operation).not.toHaveProperty('declineCode')
})
