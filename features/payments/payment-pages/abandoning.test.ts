// A payer who has begun to pay one way, and chooses another.
import { hash, randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const harbour = 'cf_test_demo_harbour'
const good = '4242424242424242'
const challenged = '4000000000003220'

const api = (
  method: 'GET' | 'POST',
  url: string,
  body?: object,
  key = harbour,
  idempotencyKey = randomUUID(),
) =>
  testApi.app.inject({
    method,
    url: `/v1${url}`,
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey },
    ...(body === undefined ? {} : { payload: body }),
  })

const link = async (some: object = {}) => {
  const body = { amount: 1250, currency: 'GBP', description: 'Two books', usage: 'single', ...some }
  const made = await api('POST', '/payment-links', body)
  expect(made.statusCode, made.body).toBe(201)
  return made.json()
}
const tokenOf = ({ url }: { url: string }) => new URL(url).pathname.split('/').pop() ?? ''

const asked = (token: string, path = '', remoteAddress = '10.0.0.1') =>
  testApi.app.inject({ url: `/api/pay/${token}${path}`, remoteAddress })
const sent = (
  token: string,
  path: string,
  payload: object,
  key: string = randomUUID(),
  ip = '10.0.0.1',
) =>
  testApi.app.inject({
    method: 'POST',
    url: `/api/pay/${token}${path}`,
    headers: { 'idempotency-key': key },
    payload,
    remoteAddress: ip,
  })

function workOf({ challenge, bits }: { challenge: string; bits: number }, key: string) {
  for (let number = 0; ; number += 1) {
    const found = hash('sha256', `${challenge}.${key}.${number}`)
    if (BigInt(`0x${found}`) >> BigInt(256 - bits) === 0n) return { challenge, number }
  }
}

async function pay(
  token: string,
  {
    number = good,
    key = randomUUID() as string,
    ip,
    ...some
  }: { number?: string; key?: string; ip?: string } & Record<string, unknown> = {},
) {
  const page = (await asked(token, '', ip)).json()
  const card = { number, expiryMonth: 12, expiryYear: 2090, securityCode: '123' }
  const made = await sent(token, '/card-tokens', card, randomUUID(), ip)
  if (made.statusCode !== 201) return made
  const method = { type: 'token', token: made.json().id }
  const body = { method, email: 'reader@example.com', work: workOf(page.work, key), ...some }
  return sent(token, '/payments', body, key, ip)
}

const abandon = (token: string, id: string) => sent(token, `/payments/${id}/abandon`, {})

test('a payer who has not transferred yet gives the transfer up, and pays by card', async () => {
  const made = await link({ amount: 1006 })
  const token = tokenOf(made)
  const waits = (await pay(token, { method: { type: 'bank_transfer' }, ip: '10.6.0.1' })).json()
  expect(waits).toMatchObject({ outcome: 'pending', mayAbandon: true })
  expect((await pay(token, { ip: '10.6.0.1' })).json().code).toBe('payment_page.pending')
  expect((await abandon(tokenOf(await link()), waits.id)).statusCode).toBe(404)
  expect((await abandon(token, waits.id)).json()).toMatchObject({
    ...{ outcome: 'refused', reason: 'abandoned', mayAbandon: false },
  })
  // a transfer that comes now quotes a payment which does not wait for it
  expect((await api('GET', `/payments/${waits.id}`)).json()).toMatchObject({ status: 'declined' })
  const paid = (await pay(token, { ip: '10.6.0.1' })).json()
  expect(paid).toMatchObject({ outcome: 'paid', mayAbandon: false })
  // what is paid is not given up
  expect((await abandon(token, paid.id)).json()).toMatchObject({ outcome: 'paid' })
  expect((await api('GET', `/payment-links/${made.id}`)).json()).toMatchObject({
    ...{ status: 'paid', payments: [paid.id, waits.id] },
  })
  // it is in the payment's events, and in no audit entry
  const { rows } = await testApi.test.owner.query(
    `select (select json_agg(type order by id) from app.payment_event
              where payment_id = $1 and actor_type = 'payer') as events,
            (select count(*)::int from app.audit_entry where action = 'payer.abandonPayment') as entries`,
    [waits.id],
  )
  expect(rows[0].entries).toBe(0)
  expect(rows[0].events).toContain('payment.declined')
})

test('a confirmation at the bank that is given up is cancelled there, and cannot be confirmed afterwards', async () => {
  const token = tokenOf(await link())
  const waits = (await pay(token, { number: challenged, ip: '10.6.0.2' })).json()
  expect(waits.mayAbandon).toBe(true)
  expect((await abandon(token, waits.id)).json()).toMatchObject({ reason: 'abandoned' })
  const { pathname } = new URL(waits.confirmUrl)
  const headers = { 'content-type': 'text/plain' }
  const confirm = { method: 'POST', url: `${pathname}/confirm`, headers, payload: '' } as const
  await testApi.app.inject(confirm)
  expect((await asked(token, `/payments/${waits.id}`)).json().outcome).toBe('refused')
  expect((await pay(token, { ip: '10.6.0.2' })).json().outcome).toBe('paid')
  const { rows } = await testApi.test.owner.query(
    `select sum(captured_minor)::int as n from app.payment where id = $1`,
    [waits.id],
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('what was confirmed before it is given up is paid', async () => {
  const token = tokenOf(await link())
  const waits = (await pay(token, { number: challenged, ip: '10.6.0.3' })).json()
  const { pathname } = new URL(waits.confirmUrl)
  const headers = { 'content-type': 'text/plain' }
  await testApi.app.inject({ method: 'POST', url: `${pathname}/confirm`, headers, payload: '' })
  expect((await abandon(token, waits.id)).json()).toMatchObject({ outcome: 'paid' })
  expect((await api('GET', `/payments/${waits.id}`)).json()).toMatchObject({ status: 'captured' })
})
