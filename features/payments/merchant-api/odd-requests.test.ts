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

test('a form or a plain text is refused with what to send instead', async () => {
  const id = await pay()
  for (const [body, type] of [
    ['amount=100', 'application/x-www-form-urlencoded'],
    ['{"amount":100}', 'text/plain;charset=UTF-8'],
  ] as const) {
    expect((await refund(id, '', body, type)).json()).toMatchObject({
      ...{ status: 415, code: 'request.unsupported_media_type' },
      detail: expect.stringContaining('Content-Type: application/json'),
    })
  }
  // so browsers send no body
  expect((await refund(id, '', '', 'text/plain;charset=UTF-8')).statusCode).toBe(201)
})

test('an error names the field as it was sent, and what it may be', async () => {
  const beneficiary = { name: 'Ada', sortCode: '200000', accountNumber: '55779911', country: 'GB' }
  const payout = { amount: 100, currency: 'EUR', reference: 'R-1', beneficiary }
  const refusalOf = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, headers: headers(), payload })).json().errors
  expect(await refusalOf('/v1/payouts', payout)).toMatchObject([{ path: 'currency' }])
  const payment = { amount: 100, currency: 'GBP', method: { type: 'paypal' } }
  expect(await refusalOf('/v1/payments', payment)).toEqual([
    {
      path: 'method.type',
      message: 'This must be one of card, token, stored, bank_transfer, alternative',
    },
  ])
  const card = { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 }
  for (const country of ['UK', 'SU', 'ZZ']) {
    const said = { amount: 100, currency: 'GBP', method: card, customer: { country } }
    expect(await refusalOf('/v1/payments', said)).toEqual([
      {
        path: 'customer.country',
        message: 'There is no country with this code; the United Kingdom is GB',
      },
    ])
  }
  const listed = await app.inject({ url: '/v1/payments?status=paid', headers: headers() })
  expect(listed.json().detail).toContain('partially_captured')
})

test('instants with an offset are the instants that they are', async () => {
  const id = await pay()
  const at = new Date(
    (await app.inject({ url: `/v1/payments/${id}`, headers: headers() })).json().createdAt,
  )
  const inIstanbul = (ms: number) =>
    new Date(at.getTime() + ms + 3 * 3_600_000).toISOString().replace('Z', '+03:00')
  const foundFrom = async (from: string) => {
    const url = `/v1/payments?limit=100&createdFrom=${encodeURIComponent(from)}`
    const { data } = (await app.inject({ url, headers: headers() })).json()
    return data.some((one: { id: string }) => one.id === id)
  }
  expect([await foundFrom(inIstanbul(0)), await foundFrom(inIstanbul(1))]).toEqual([true, false])
  const expiresAt = '2099-01-01T00:00:00+03:00'
  const payload = {
    amount: 100,
    currency: 'GBP',
    description: 'A book',
    usage: 'single',
    expiresAt,
  }
  const link = { method: 'POST', url: '/v1/payment-links', headers: headers(), payload } as const
  expect((await app.inject(link)).json().expiresAt).toBe('2098-12-31T21:00:00.000Z')
  for (const wrong of [
    '9999-12-31T23:00:00-03:00',
    '0001-01-01T00:00:00+03:00',
    '2099-02-30T00:00:00Z',
  ]) {
    const refused = await app.inject({
      ...link,
      headers: headers(),
      payload: { ...payload, expiresAt: wrong },
    })
    expect(refused.json(), wrong).toMatchObject({ status: 400, errors: [{ path: 'expiresAt' }] })
  }
})

test('a body or an address that is not UTF-8 is refused: its letters would be stored, or looked for, as others', async () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')
  const card = { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 }
  const payment = { amount: 100, currency: 'GBP', externalId: 'Müller', method: card }
  const pays = (payload: Buffer | string) =>
    app.inject({
      ...{ method: 'POST', url: '/v1/payments', payload },
      headers: { ...headers(), 'content-type': 'application/json' },
    })
  const refused = await pays(latin1(JSON.stringify(payment)))
  expect(refused.json()).toMatchObject({ status: 400, code: 'request.not_utf8' })
  expect((await pays(JSON.stringify(payment))).json()).toMatchObject({ externalId: 'Müller' })
  const found = async (externalId: string) =>
    (await app.inject({ url: `/v1/payments?externalId=${externalId}`, headers: headers() })).json()
  expect(await found('M%C3%BCller')).toMatchObject({ count: 1 })
  // what says that there is none would be paid for again
  for (const wrong of ['M%FCller', '100%']) {
    expect(await found(wrong)).toMatchObject({ status: 400, code: 'request.not_utf8' })
  }
  const path = await app.inject({ url: '/v1/payments/M%FCller', headers: headers() })
  expect(path.headers).toMatchObject({
    'content-type': expect.stringContaining('application/problem+json'),
    'x-content-type-options': 'nosniff',
  })
  expect(path.json()).toMatchObject({
    ...{ status: 400, code: 'request.not_utf8', instance: expect.stringMatching(/^[\da-f-]{36}$/) },
  })
})

test('a filter is refused where there is none: all balances are not those of one currency', async () => {
  const id = await pay()
  for (const url of ['/v1/balances?currency=GBP', `/v1/payments/${id}?currency=GBP`]) {
    const refused = (await app.inject({ url, headers: headers() })).json()
    expect(refused, url).toMatchObject({ status: 400, errors: [{ path: 'currency' }] })
  }
})
