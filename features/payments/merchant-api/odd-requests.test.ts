// What a merchant's server sends by mistake moves no money that it did not mean.
import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { expect, test } from 'vitest'

const { app } = await openTestApi()

const headers = () => ({
  authorization: 'Bearer cf_test_demo_harbour',
  'idempotency-key': randomUUID(),
})

async function pay(): Promise<string> {
  const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 }
  const payload = { amount: 1250, currency: 'GBP', method: { type: 'card', ...card } }
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: headers(),
    payload,
  })
  return answer.json().id
}

const refund = (id: string, query: string, body?: string, contentType = 'application/json') =>
  app.inject({
    ...{ method: 'POST', url: `/v1/payments/${id}/refunds${query}` },
    headers: { ...headers(), ...(body === undefined ? {} : { 'content-type': contentType }) },
    ...(body === undefined ? {} : { payload: body }),
  })

const refunded = async (id: string): Promise<number> =>
  (await app.inject({ url: `/v1/payments/${id}`, headers: headers() })).json().refundedAmount

test('an amount in the address refunds nothing, and not the whole payment', async () => {
  const id = await pay()
  for (const body of [undefined, '{}']) {
    const refused = (await refund(id, '?amount=100', body)).json()
    expect(refused).toMatchObject({
      ...{ status: 400, code: 'request.invalid' },
      errors: [
        { path: 'amount', message: 'Fields stand in the body, as JSON, and not in the address' },
      ],
    })
  }
  expect(await refunded(id)).toBe(0)
})

test('a null as the body refunds nothing; no body means all that is left', async () => {
  const id = await pay()
  const refused = (await refund(id, '', 'null')).json()
  expect(refused).toMatchObject({ status: 400, detail: 'This must be an object' })
  expect(await refunded(id)).toBe(0)
  expect((await refund(id, '', '')).statusCode).toBe(201)
  expect(await refunded(id)).toBe(1250)
  const another = await pay()
  expect((await refund(another, '')).json()).toMatchObject({ status: 'succeeded', amount: 1250 })
})

test('a form is refused with what to send instead', async () => {
  const refused = await refund(await pay(), '', 'amount=100', 'application/x-www-form-urlencoded')
  expect(refused.json()).toMatchObject({
    ...{ status: 415, code: 'request.unsupported_media_type' },
    detail: expect.stringContaining('Content-Type: application/json'),
  })
})
