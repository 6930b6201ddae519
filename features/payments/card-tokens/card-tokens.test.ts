import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const publishable = 'cf_pub_test_demo_harbour'
const secret = 'cf_test_demo_harbour'
const card = {
  ...{ number: '5555 5555 5555 4444', expiryMonth: 12, expiryYear: 2090, securityCode: '123' },
}

function post(path: string, body: object, key: string, headers: Record<string, string> = {}) {
  return testApi.app.inject({
    method: 'POST',
    url: `/v1${path}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
    payload: body,
  })
}

const createToken = async (): Promise<string> =>
  (await post('/tokens', card, publishable)).json().id

const pay = (token: string, idempotencyKey: string = randomUUID(), key = secret) =>
  post(
    '/payments',
    { amount: 1250, currency: 'GBP', method: { type: 'token', token }, metadata: { order: '7' } },
    key,
    { 'idempotency-key': idempotencyKey },
  )

const storedTokens = async () =>
  (await testApi.test.owner.query('select t::text as row from app.card_token t')).rows

test('a browser of another site makes a token with a publishable key; nothing of the card is readable', async () => {
  const asked = await testApi.app.inject({
    method: 'OPTIONS',
    url: '/v1/tokens',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  })
  expect(asked.statusCode).toBe(204)
  expect(asked.headers['access-control-allow-origin']).toBe('*')
  expect(asked.headers['access-control-allow-headers']).toContain('authorization')
  const made = await post('/tokens', card, publishable, { origin: 'https://shop.example' })
  expect(made.statusCode).toBe(201)
  expect(made.headers['access-control-allow-origin']).toBe('*')
  const { id, expiresAt, ...rest } = made.json()
  expect(rest).toEqual({ brand: 'mastercard', first6: '555555', last4: '4444' })
  expect(Date.parse(expiresAt) - Date.now()).toBeCloseTo(15 * 60_000, -4)
  const [row] = (await storedTokens()).filter(({ row }) => row.includes(id))
  expect(row.row).toMatch(/k1\./)
  expect(row.row).not.toMatch(/5555|4444/)
})

test('a token is paid with once; the same request again gets the same answer [audit merchantApi.createToken]', async () => {
  const token = await createToken()
  const key = randomUUID()
  const paid = await pay(token, key)
  expect(paid.json()).toMatchObject({
    ...{ status: 'captured', metadata: { order: '7' } },
    method: { type: 'card', brand: 'mastercard', last4: '4444' },
  })
  expect(await storedTokens()).not.toContainEqual({ row: expect.stringContaining(token) })
  const again = await pay(token, key)
  expect(again.json().id).toBe(paid.json().id)
  expect(again.headers['idempotent-replayed']).toBe('true')
  // the payment's events and the API log say what a token was used for
  const entries = `select 1 from app.audit_entry where action = 'merchantApi.createToken'`
  expect((await testApi.test.owner.query(entries)).rows).toEqual([])
  expect((await pay(token)).json()).toMatchObject({
    ...{ status: 400, code: 'card_token.gone', errors: [{ path: 'method.token' }] },
  })
})

test('of payments at once with one token, one is taken', async () => {
  const token = await createToken()
  const answers = await Promise.all(Array.from({ length: 5 }, () => pay(token)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400, 400, 400, 400])
})

test('a token is of its merchant and mode, and ends', async () => {
  const token = await createToken()
  for (const key of ['cf_test_demo_quayside', 'cf_live_demo_harbour', 'cf_test_demo_galata']) {
    expect((await pay(token, randomUUID(), key)).json().code).toBe('card_token.gone')
  }
  await testApi.test.owner.query(
    `update app.card_token set expires_at = now() - interval '1 second' where id = $1`,
    [token],
  )
  expect((await pay(token)).json().code).toBe('card_token.gone')
})

test('the same key makes one token', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const [first, second] = await Promise.all([
    post('/tokens', card, publishable, headers),
    post('/tokens', card, publishable, headers),
  ])
  expect(second.json().id).toBe(first.json().id)
  const other = await post('/tokens', { ...card, expiryMonth: 11 }, publishable, headers)
  expect(other.json().code).toBe('idempotency.key_reused')
})

test('a publishable key does nothing else, and a secret key makes no tokens', async () => {
  expect((await post('/tokens', card, secret)).json().code).toBe('api_key.scope_missing')
  const read = await testApi.app.inject({
    url: '/v1/payments',
    headers: { authorization: `Bearer ${publishable}` },
  })
  expect(read.json().code).toBe('api_key.scope_missing')
})

test.each([
  ['a wrong check digit', { number: '4242424242424241' }, 'number'],
  ['a card that has expired', { expiryYear: 2020 }, 'expiryYear'],
  ['a code that is too short', { securityCode: '12' }, 'securityCode'],
  ['a code of the wrong length', { securityCode: '1234' }, 'securityCode'],
  ['a month that does not exist', { expiryMonth: 13 }, 'expiryMonth'],
  ['no number', { number: undefined }, 'number'],
])('%s is refused at its field, and the browser may read why', async (_name, some, path) => {
  const answer = await post('/tokens', { ...card, ...some }, publishable)
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['access-control-allow-origin']).toBe('*')
  expect(answer.json().errors[0].path).toBe(path)
  expect(answer.body).not.toContain('5555')
})
