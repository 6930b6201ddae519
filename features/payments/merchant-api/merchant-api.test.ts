import { hash, randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { maxAmountMinor } from '@counterfoil/kit/contract/fields.ts'
import { unzip } from '@counterfoil/kit/testing/unzip.ts'
import { describe, expect, test } from 'vitest'

const testApi = await openTestApi()
const harbour = 'cf_test_demo_harbour'
const cardNumber = '4242424242424242'

const card = (number = cardNumber) => ({
  type: 'card',
  number,
  expiryMonth: 12,
  expiryYear: 2090,
  securityCode: '123',
})
const sale = (some: object = {}) => ({
  amount: 1250,
  currency: 'GBP',
  externalId: 'INV-1',
  method: card(),
  customer: { email: 'reader@example.com', country: 'GB' },
  ...some,
})

interface Sent {
  readonly key?: string
  readonly idempotencyKey?: string | null
  readonly body?: unknown
  readonly payload?: string
}

function post(url: string, { key = harbour, idempotencyKey, body, payload }: Sent = {}) {
  return testApi.app.inject({
    method: 'POST',
    url: `/v1${url}`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey ?? randomUUID() }),
    },
    payload: payload ?? JSON.stringify(body ?? {}),
  })
}

function get(url: string, key = harbour) {
  return testApi.app.inject({ url: `/v1${url}`, headers: { authorization: `Bearer ${key}` } })
}

async function paid(some: object = {}): Promise<string> {
  const answer = await post('/payments', { body: sale(some) })
  expect(answer.statusCode).toBe(201)
  return answer.json().id
}

/** A second API key of Harbour Books in Test, as one has while the first is replaced. */
async function rolledKey(): Promise<string> {
  const key = `cf_test_rolled_${randomUUID()}`
  const { owner } = testApi.test
  await owner.query(
    `with made as (
       insert into app.api_key
       select (jsonb_populate_record(k, jsonb_build_object('id', gen_random_uuid(), 'name', 'Rolled'))).*
       from app.api_key k join app.api_key_directory d on d.api_key_id = k.id where d.key_hash = $1
       returning tenant_id, id)
     insert into app.api_key_directory (key_hash, tenant_id, api_key_id) select $2, tenant_id, id from made`,
    [hash('sha256', harbour), hash('sha256', key)],
  )
  return key
}

test('takes a payment and tells all that it may', async () => {
  const answer = await post('/payments', { body: sale() })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({
    id: expect.any(String),
    status: 'captured',
    amount: 1250,
    authorisedAmount: 1250,
    capturedAmount: 1250,
    refundedAmount: 0,
    disputedAmount: 0,
    disputeState: null,
    currency: 'GBP',
    externalId: 'INV-1',
    metadata: null,
    websiteId: null,
    linkId: null,
    sessionId: null,
    channel: 'api',
    accountReference: null,
    mode: 'Test',
    method: { type: 'card', brand: 'visa', first6: '424242', last4: '4242' },
    storedCard: null,
    schemeTransactionId: expect.stringMatching(/^\d{15}$/),
    threeDSecure: null,
    declineCode: null,
    declineReason: null,
    declineAdvice: null,
    nextAction: null,
    authorisationExpiresAt: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    version: expect.any(Number),
  })
  const again = await get(`/payments/${answer.json().id}`)
  expect(again.json()).toEqual(answer.json())
})

test('a website is one of the merchant, in use', async () => {
  const unknown = await post('/payments', {
    body: sale({ websiteId: '0198a000-0000-7000-8000-000000000000' }),
  })
  expect(unknown.json()).toMatchObject({ status: 400, code: 'website.unknown' })
  const { rows } = await testApi.test.owner.query<{ id: string; slug: string }>(
    'select w.id, m.slug from website w join merchant m on (m.tenant_id, m.id) = (w.tenant_id, w.merchant_id) order by w.name',
  )
  const idOf = (slug: string) => rows.find((one) => one.slug === slug)?.id
  const own = await post('/payments', { body: sale({ websiteId: idOf('harbour') }) })
  expect(own.json()).toMatchObject({ status: 'captured', websiteId: idOf('harbour') })
  const another = await post('/payments', { body: sale({ websiteId: idOf('quayside') }) })
  expect(another.json()).toMatchObject({ status: 400, code: 'website.unknown' })
})

test('a decline is an answer with its reason', async () => {
  const answer = await post('/payments', { body: sale({ method: card('4000000000009995') }) })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    status: 'declined',
    declineCode: 'insufficient_funds',
    declineReason: 'Insufficient funds',
    capturedAmount: 0,
  })
})

test('the whole way of a reserved payment', async () => {
  const id = await paid({ capture: false })
  const captured = await post(`/payments/${id}/captures`, { body: { amount: 1000 } })
  expect(captured.statusCode).toBe(201)
  expect(captured.json()).toMatchObject({
    id,
    status: 'partially_captured',
    capturedAmount: 1000,
    operation: { amount: 1000, status: 'succeeded' },
  })
  const voided = await post(`/payments/${id}/voids`)
  expect(voided.json()).toMatchObject({
    ...{ status: 'partially_captured', operation: { amount: 250 } },
  })
  const refund = await post(`/payments/${id}/refunds`, { body: { amount: 400 } })
  expect(refund.json()).toEqual({
    id: expect.any(String),
    paymentId: id,
    amount: 400,
    currency: 'GBP',
    status: 'succeeded',
    declineReason: null,
    createdAt: expect.any(String),
  })
  expect((await get(`/refunds/${refund.json().id}`)).json()).toEqual(refund.json())
  const rest = await post(`/payments/${id}/refunds`)
  expect(rest.json()).toMatchObject({ amount: 600 })
  expect((await get(`/payments/${id}`)).json()).toMatchObject({ status: 'refunded' })
  const tooMuch = await post(`/payments/${id}/refunds`, { body: { amount: 1 } })
  expect(tooMuch.statusCode).toBe(409)
  expect(tooMuch.json()).toMatchObject({ code: 'refund.all_refunded', status: 409 })
})

test('a partial approval is only for merchants that ask for it', async () => {
  const method = card('4000000000000044')
  const refused = await post('/payments', { body: sale({ method }) })
  expect(refused.json()).toMatchObject({
    ...{ status: 'declined', declineCode: 'partial_approval', authorisedAmount: 0 },
  })
  const taken = await post('/payments', { body: sale({ method, partialApproval: true }) })
  expect(taken.json()).toMatchObject({ status: 'partially_captured', capturedAmount: 750 })
})

test('the last capture releases the rest', async () => {
  const id = await paid({ capture: false })
  const last = await post(`/payments/${id}/captures`, { body: { amount: 1000, final: true } })
  expect(last.json()).toMatchObject({ status: 'partially_captured', capturedAmount: 1000 })
  const more = await post(`/payments/${id}/captures`, { body: { amount: 1 } })
  expect(more.json()).toMatchObject({ code: 'capture.nothing_left' })
})

describe('idempotency', () => {
  test('the same key is answered the same, byte for byte, and pays once', async () => {
    const idempotencyKey = randomUUID()
    const externalId = randomUUID()
    const sent = { idempotencyKey, body: sale({ externalId }) }
    const first = await post('/payments', sent)
    await post(`/payments/${first.json().id}/refunds`)
    const second = await post('/payments', sent)
    expect(second.statusCode).toBe(first.statusCode)
    expect(second.body).toBe(first.body)
    expect((await get(`/payments?externalId=${externalId}`)).json()).toMatchObject({ count: 1 })
  })

  test('two at once wait for one another', async () => {
    const sent = { idempotencyKey: randomUUID(), body: sale({ method: card('4000000000000036') }) }
    const answers = await Promise.all([
      post('/payments', sent),
      post('/payments', sent),
      post('/payments', sent),
    ])
    expect(new Set(answers.map((one) => one.body)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ status: 'captured' })
  })

  test('another body under the key is refused, were it only the card', async () => {
    const idempotencyKey = randomUUID()
    await post('/payments', { idempotencyKey, body: sale() })
    for (const some of [{ amount: 1251 }, { method: card('5555555555554444') }]) {
      const answer = await post('/payments', { idempotencyKey, body: sale(some) })
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ code: 'idempotency.key_reused' })
    }
  })

  test('an answer that was stored before payments had a version is given again', async () => {
    const sent = { idempotencyKey: randomUUID(), body: sale() }
    const { id } = (await post('/payments', sent)).json()
    const { rowCount } = await testApi.test.owner.query(
      `update idempotency_key set response = (response::jsonb - 'version' - 'updatedAt'
         - 'authorisationExpiresAt')::text
       where response::jsonb ->> 'id' = $1`,
      [id],
    )
    expect(rowCount).toBe(1)
    const again = await post('/payments', sent)
    expect(again.statusCode).toBe(201)
    expect(again.json()).toMatchObject({ id, status: 'captured' })
  })

  test('a merchant that rolls its API key pays once, and the repetition is marked', async () => {
    const key = await rolledKey()
    const sent = { idempotencyKey: randomUUID(), body: sale() }
    const first = await post('/payments', sent)
    const second = await post('/payments', { ...sent, key })
    expect(second.json().id).toBe(first.json().id)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second.headers['idempotent-replayed']).toBe('true')
  })

  test('the same key in the other mode is another one', async () => {
    const sent = { idempotencyKey: randomUUID(), body: sale() }
    const test = await post('/payments', sent)
    const live = await post('/payments', { ...sent, key: 'cf_live_demo_harbour' })
    expect(live.statusCode).toBe(201)
    expect(live.json().id).not.toBe(test.json().id)
  })

  test('keys of different callers never meet', async () => {
    const idempotencyKey = randomUUID()
    const one = await post('/payments', { idempotencyKey, body: sale() })
    const other = await post('/payments', {
      idempotencyKey,
      body: sale(),
      key: 'cf_test_demo_quayside',
    })
    expect(other.statusCode).toBe(201)
    expect(other.json().id).not.toBe(one.json().id)
  })

  test('a refusal leaves the key free', async () => {
    const id = await paid({ capture: false })
    const idempotencyKey = randomUUID()
    const early = await post(`/payments/${id}/refunds`, { idempotencyKey })
    expect(early.json()).toMatchObject({ code: 'refund.nothing_captured' })
    await post(`/payments/${id}/captures`)
    const now = await post(`/payments/${id}/refunds`, { idempotencyKey })
    expect(now.json()).toMatchObject({ status: 'succeeded', amount: 1250 })
  })

  test('a key is needed, and not longer than 255 characters', async () => {
    const without = await post('/payments', { idempotencyKey: null, body: sale() })
    expect(without.json()).toMatchObject({ status: 400, code: 'idempotency.key_missing' })
    const long = await post('/payments', { idempotencyKey: 'k'.repeat(256), body: sale() })
    expect(long.json()).toMatchObject({ status: 400, code: 'idempotency.key_invalid' })
    // any text is one; what could be a card's number is kept by its hash
    const ofCard = { idempotencyKey: '5105105105105100', body: sale() }
    const [first, again] = [await post('/payments', ofCard), await post('/payments', ofCard)]
    expect([first.statusCode, again.json().id]).toEqual([201, first.json().id])
    const { rows } = await testApi.test.owner.query(
      `select 1 from idempotency_key k where k::text ~ '5105105105105100'
       union all select 1 from api_log l where l::text ~ '5105105105105100'`,
    )
    expect(rows).toEqual([])
    const longest = await post('/payments', { idempotencyKey: 'k'.repeat(255), body: sale() })
    expect(longest.statusCode).toBe(201)
  })
})

describe('what is refused', () => {
  test.each<[string, object, string]>([
    ['a number that is not one', { method: card('4242424242424241') }, 'card.invalid'],
    ['an expired card', { method: { ...card(), expiryYear: 2020 } }, 'card.invalid'],
    [
      'a security code of the wrong length',
      { method: { ...card(), securityCode: '1234' } },
      'card.invalid',
    ],
    [
      'a card number in the description',
      { description: `pays 4242 4242 4242 4242` },
      'card.in_text',
    ],
    ['a card number as the order number', { externalId: '5555555555554444' }, 'card.in_text'],
    [
      'a card number in the e-mail',
      { customer: { email: `${cardNumber}@a.example` } },
      'card.in_text',
    ],
    ['a currency that does not exist', { currency: 'GBX' }, 'currency.unknown'],
    ['a currency in small letters', { currency: 'gbp' }, 'request.invalid'],
    ['no amount', { amount: undefined }, 'request.invalid'],
    ['an amount of zero', { amount: 0 }, 'request.invalid'],
    ['a negative amount', { amount: -1 }, 'request.invalid'],
    ['half a minor unit', { amount: 12.5 }, 'request.invalid'],
    ['an amount as text', { amount: '1250' }, 'request.invalid'],
    ['an amount beyond all bounds', { amount: 1e15 }, 'request.invalid'],
    ['a month that does not exist', { method: { ...card(), expiryMonth: 13 } }, 'request.invalid'],
    ['a method that does not exist', { method: { type: 'cheque' } }, 'request.invalid'],
    ['a field that nobody knows', { amuont: 1 }, 'request.invalid'],
  ])('%s', async (_name, some, code) => {
    const answer = await post('/payments', { body: sale(some) })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ code, status: 400 })
    expect(answer.body).not.toContain(cardNumber)
  })

  test('JSON that is none, and text of a megabyte', async () => {
    expect((await post('/payments', { payload: '{"amount": 12' })).statusCode).toBe(400)
    const big = sale({ description: 'x'.repeat(1_100_000) })
    expect((await post('/payments', { body: big })).statusCode).toBe(413)
  })

  test('a filter that does not exist is no list of everything', async () => {
    await paid()
    const answer = await get('/payments?state=refunded')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ errors: [{ path: 'state' }] })
  })

  test('a misspelt amount is no refund of everything', async () => {
    const id = await paid()
    const answer = await post(`/payments/${id}/refunds`, { body: { amuont: 5 } })
    expect(answer.statusCode).toBe(400)
    expect((await get(`/payments/${id}`)).json()).toMatchObject({ refundedAmount: 0 })
  })
})

test.each([
  ['KWD', 1234, 1, '1.234'],
  ['JPY', 1234, 1, '1234'],
  ['GBP', maxAmountMinor, maxAmountMinor - 1, '9999999999.99'],
])(
  '%s %i: amounts are minor units to the last one, from the call to ledger and export',
  async (currency, amount, part, written) => {
    const externalId = `exact-${currency}`
    const id = await paid({ amount, currency, externalId })
    const refund = await post(`/payments/${id}/refunds`, { body: { amount: part } })
    expect(refund.json()).toMatchObject({ amount: part, status: 'succeeded' })
    const beyond = await post(`/payments/${id}/refunds`, { body: { amount: amount - part + 1 } })
    expect(beyond.statusCode).toBe(409)
    expect((await get(`/payments/${id}`)).json()).toMatchObject({
      ...{ amount, currency, capturedAmount: amount, refundedAmount: part },
    })
    const { rows } = await testApi.test.owner.query(
      `select sum(amount_minor)::text as net from ledger_entry where payment_id = $1 and account = 'acquirer_receivable'`,
      [id],
    )
    expect(rows).toEqual([{ net: String(amount - part) }])
    const { token } = await testApi.actor('merchant')
    const csv = await testApi.app.inject({
      url: `/api/transactions/csv?mode=Test&externalId=${externalId}&columns=amount,currency`,
      headers: { authorization: `Bearer ${token}`, mode: 'Test' },
    })
    expect(unzip(csv.rawPayload).text.trim().split('\n')[1]).toBe(`${written},${currency}`)
  },
)

test('a key sees and moves the payments of its merchant and mode alone', async () => {
  const id = await paid()
  for (const key of ['cf_test_demo_quayside', 'cf_test_demo_galata', 'cf_live_demo_harbour']) {
    expect((await get(`/payments/${id}`, key)).statusCode, key).toBe(404)
  }
  for (const key of ['cf_test_demo_quayside', 'cf_test_demo_galata']) {
    expect((await post(`/payments/${id}/refunds`, { key })).statusCode, key).toBe(404)
  }
  const live = await post(`/payments/${id}/refunds`, { key: 'cf_live_demo_harbour' })
  expect(live.json()).toMatchObject({ status: 409, code: 'mode.mismatch' })
})

test('a list is walked to its end by cursors, newest first', async () => {
  const externalId = randomUUID()
  const ids: string[] = []
  for (let turn = 0; turn < 5; turn += 1) ids.unshift(await paid({ externalId }))
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page = (await get(`/payments?externalId=${externalId}&limit=2${query}`)).json()
    seen.push(...page.data.map((one: { id: string }) => one.id))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(ids)
})

test('the number of a card is stored nowhere', async () => {
  const unusual = '5555555555554444'
  await paid({ method: card(unusual) })
  await post('/payments', { body: sale({ method: card('4000000000009995') }) })
  const { rows: tables } = await testApi.test.owner.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('app', 'sandbox', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(30)
  for (const { name } of tables) {
    // as a field: a refusal may name the field that was wrong
    const { rows } = await testApi.test.owner.query(
      `select 1 from ${name} as t where t::text ~ '${unusual}|4000000000009995|"securityCode"+ *:'`,
    )
    expect(rows, name).toEqual([])
  }
})

test('the call itself is kept, with its answer and without its secrets', async () => {
  const id = await paid()
  const { rows } = await testApi.test.owner.query(
    `select direction, peer, request, response, status, idempotency_key from api_log where payment_id = $1 order by id`,
    [id],
  )
  expect(rows).toMatchObject([
    {
      direction: 'outbound',
      peer: 'sandbox_alpha',
      response: { result: 'approved' },
      idempotency_key: null,
    },
    {
      direction: 'inbound',
      status: 201,
      idempotency_key: expect.stringMatching(/./),
      request: { amount: 1250, method: { type: 'card', first6: '424242', last4: '4242' } },
      response: { id, status: 'captured' },
    },
  ])
})

test('the customer confirms on a page without JavaScript', async () => {
  const answer = await post('/payments', { body: sale({ method: card('4000000000003220') }) })
  const { id, status, nextAction } = answer.json()
  expect(status).toBe('pending')
  const { pathname } = new URL(nextAction.url)
  const page = await testApi.app.inject({ url: pathname })
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toContain('<script')
  const [, action = ''] = page.body.match(/action="([^"]+\/confirm)"/) ?? []
  const confirmed = await testApi.app.inject({
    method: 'POST',
    url: action,
    headers: { 'content-type': 'text/plain' },
    payload: '',
  })
  expect(confirmed.statusCode).toBe(200)
  expect(confirmed.body).toContain('captured')
  expect((await get(`/payments/${id}`)).json()).toMatchObject({
    status: 'captured',
    nextAction: null,
  })
  expect((await testApi.app.inject({ url: pathname })).body).toContain('captured')
})
