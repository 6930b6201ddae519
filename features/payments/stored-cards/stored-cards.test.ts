import { randomUUID } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { type ActorKind, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { expect, test } from 'vitest'
import { followStoredCards } from './stored-cards.jobs.ts'

const testApi = await openTestApi()
const { owner } = testApi.test
const harbour = 'cf_test_demo_harbour'
const card = { type: 'card', expiryMonth: 12, expiryYear: 2090, securityCode: '123' }
const visa = '4242424242424242'
const mastercard = '5555555555554444'

type Body = Record<string, unknown>

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: Body, some: Body = {}) {
  const { key = harbour, once = randomUUID() } = some as { key?: string; once?: string }
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': once }
  const answer = await testApi.app.inject({
    ...{ method, url: `/v1${url}`, headers },
    ...(body === undefined ? {} : { payload: body }),
  })
  return { ...answer.json(), statusCode: answer.statusCode, headers: answer.headers }
}

const pay = (some: Body, options: Body = {}) =>
  call('POST', '/payments', { amount: 1250, currency: 'GBP', ...some }, options)

async function store(
  some: { number?: string; uses?: string[]; email?: string; key?: string } = {},
) {
  const { number = visa, uses = ['customer', 'unscheduled'], email, key } = some
  return pay(
    {
      method: { ...card, number },
      customer: { email: email ?? `${randomUUID()}@people.example` },
      storeCard: { consent: true, uses, version: '2', text: 'Keep my card', language: 'en' },
    },
    key === undefined ? {} : { key },
  )
}

const use = (id: string, initiator: string, some: Body = {}, options: Body = {}) =>
  pay({ method: { type: 'stored', id, initiator, ...some } }, options)

const storedId = async (some: Parameters<typeof store>[0] = {}): Promise<string> =>
  (await store(some)).storedCard.id

const refused = async (answer: ReturnType<typeof pay>) => {
  const { status, code, errors } = await answer
  return [status, code, errors?.[0]?.path]
}

test('a card is stored with the consent, then charged by the payer and by the merchant', async () => {
  const email = `Ada.${randomUUID()}@people.example`
  const first = await store({ email })
  expect(first).toMatchObject({
    ...{ statusCode: 201, status: 'captured' },
    schemeTransactionId: expect.stringMatching(/^\d{15}$/),
    storedCard: { use: 'first', initiator: 'customer', reason: null },
  })
  const { id } = first.storedCard
  const stored = await call('GET', `/stored-cards/${id}`)
  expect(stored).toMatchObject({
    ...{ state: 'active', mode: 'Test', customerEmail: email, brand: 'visa' },
    ...{ first6: '424242', last4: '4242', expiryMonth: 12, expiryYear: 2090 },
    ...{ uses: ['customer', 'unscheduled'], paymentId: first.id, stopped: null },
    consent: { source: 'api', version: '2', text: 'Keep my card', language: 'en' },
    schemeTransactionId: first.schemeTransactionId,
  })
  expect(await use(id, 'customer')).toMatchObject({
    ...{ statusCode: 201, status: 'captured' },
    method: { type: 'card', brand: 'visa', first6: '424242', last4: '4242' },
    storedCard: { id, use: 'subsequent', initiator: 'customer', reason: null },
  })
  const charged = await use(id, 'merchant')
  expect(charged).toMatchObject({
    status: 'captured',
    storedCard: {
      ...{ id, use: 'subsequent', initiator: 'merchant', reason: 'unscheduled' },
      firstSchemeTransactionId: first.schemeTransactionId,
    },
  })
  expect(charged.schemeTransactionId).not.toBe(first.schemeTransactionId)
  expect(await call('GET', `/payments/${charged.id}`)).toMatchObject({
    storedCard: charged.storedCard,
  })
  expect((await call('GET', `/stored-cards/${id}`)).lastUsedAt).not.toBeNull()
  const found = await call('GET', `/stored-cards?customerEmail=${email.toLowerCase()}`)
  expect(found).toMatchObject({ count: 1, nextCursor: null, data: [{ id }] })
})

test('the ids of a Mastercard have its shape', async () => {
  const first = await store({ number: mastercard })
  expect(first.schemeTransactionId).toMatch(/^MCC[0-9A-F]{6}\d{4}$/)
  const { rows } = await owner.query('select scheme_link_id from app.stored_card where id = $1', [
    first.storedCard.id,
  ])
  expect(rows[0].scheme_link_id).toMatch(/^[\w-]{22}$/)
})

test.each([
  [
    'no consent',
    { storeCard: { uses: ['customer'] } },
    [400, 'request.invalid', 'storeCard.consent'],
  ],
  [
    'a consent that was refused',
    { storeCard: { consent: false, uses: ['customer'] } },
    [400, 'request.invalid', 'storeCard.consent'],
  ],
  [
    'no use',
    { storeCard: { consent: true, uses: [] } },
    [400, 'request.invalid', 'storeCard.uses'],
  ],
  [
    'one use twice',
    { storeCard: { consent: true, uses: ['customer', 'customer'] } },
    [400, 'request.invalid', 'storeCard.uses'],
  ],
  [
    'no customer',
    { storeCard: { consent: true, uses: ['customer'] }, customer: undefined },
    [400, 'stored_card.no_customer', 'customer.email'],
  ],
  [
    'a transfer',
    { storeCard: { consent: true, uses: ['customer'] }, method: { type: 'bank_transfer' } },
    [400, 'stored_card.no_card', 'storeCard'],
  ],
])('with %s nothing is stored', async (_name, some, expected) => {
  const customer = { email: 'ada@people.example' }
  expect(await refused(pay({ method: { ...card, number: visa }, customer, ...some }))).toEqual(
    expected,
  )
})

test('without storeCard nothing is stored; with a token a card is', async () => {
  const plain = await pay({ method: { ...card, number: visa } })
  expect(plain.storedCard).toBeNull()
  expect(plain.schemeTransactionId).toMatch(/^\d{15}$/)
  const { type: _type, ...fields } = card
  const token = await call(
    'POST',
    '/tokens',
    { ...fields, number: visa },
    {
      key: 'cf_pub_test_demo_harbour',
    },
  )
  const first = await pay({
    method: { type: 'token', token: token.id },
    customer: { email: 'ada@people.example' },
    storeCard: { consent: true, uses: ['recurring'] },
  })
  expect(await use(first.storedCard.id, 'merchant')).toMatchObject({
    ...{ status: 'captured', storedCard: { reason: 'recurring' } },
  })
})

test('a card whose first payment is declined is not stored', async () => {
  const first = await store({ number: '4000000000000002' })
  expect(first).toMatchObject({ status: 'declined', storedCard: { id: null, use: 'first' } })
  const { rows } = await owner.query(`select * from app.stored_card where payment_id = $1`, [
    first.id,
  ])
  expect(rows).toMatchObject([{ state: 'deleted', card_last4: null, customer_email: null }])
})

test('after 3-D Secure the card is stored; until then it cannot be charged', async () => {
  const first = await store({ number: '4000000000003220' })
  const { id } = first.storedCard
  expect(await refused(use(id, 'customer'))).toEqual([409, 'stored_card.pending', 'method.id'])
  const { pathname } = new URL(first.nextAction.url)
  const asked = await testApi.app.inject({ url: pathname })
  const [, url = ''] = /action="([^"]+\/confirm)"/.exec(asked.body) ?? []
  const headers = { 'content-type': 'text/plain' }
  await testApi.app.inject({ method: 'POST', url, headers, payload: '' })
  expect((await call('GET', `/stored-cards/${id}`)).state).toBe('active')
  // no payer is there to confirm what the merchant takes
  expect(await use(id, 'merchant')).toMatchObject({ status: 'captured', nextAction: null })
})

test('what the consent does not cover is refused', async () => {
  const forPayer = await storedId({ uses: ['customer'] })
  const forMerchant = await storedId({ uses: ['recurring', 'instalment'] })
  expect(await refused(use(forPayer, 'merchant'))).toEqual([
    409,
    'stored_card.not_covered',
    'method.reason',
  ])
  expect(await refused(use(forPayer, 'customer', { reason: 'recurring' }))).toEqual([
    400,
    'stored_card.reason_of_customer',
    'method.reason',
  ])
  expect(await refused(use(forMerchant, 'customer'))).toEqual([
    409,
    'stored_card.not_covered',
    'method.initiator',
  ])
  expect(await refused(use(forMerchant, 'merchant'))).toEqual([
    400,
    'stored_card.reason_missing',
    'method.reason',
  ])
  expect(await refused(use(forMerchant, 'merchant', { reason: 'unscheduled' }))).toEqual([
    409,
    'stored_card.not_covered',
    'method.reason',
  ])
  expect(await use(forMerchant, 'merchant', { reason: 'instalment' })).toMatchObject({
    status: 'captured',
  })
})

test('a stored card is of its merchant and mode', async () => {
  const id = await storedId()
  for (const key of ['cf_test_demo_quayside', 'cf_live_demo_harbour', 'cf_test_demo_galata']) {
    expect(await refused(use(id, 'merchant', {}, { key }))).toEqual([
      400,
      'stored_card.unknown',
      'method.id',
    ])
    expect((await call('GET', `/stored-cards/${id}`, undefined, { key })).statusCode).toBe(404)
    expect((await call('DELETE', `/stored-cards/${id}`, undefined, { key })).statusCode).toBe(404)
    const { data } = await call('GET', '/stored-cards?limit=100', undefined, { key })
    expect(data.map((one: { id: string }) => one.id)).not.toContain(id)
  }
})

test('the same key charges once, also when the card was deleted in between', async () => {
  const id = await storedId()
  const once = randomUUID()
  const [charged, again] = await Promise.all([
    use(id, 'merchant', {}, { once }),
    use(id, 'merchant', {}, { once }),
  ])
  expect(again.id).toBe(charged.id)
  await call('DELETE', `/stored-cards/${id}`)
  const replayed = await use(id, 'merchant', {}, { once })
  expect(replayed.id).toBe(charged.id)
  expect(replayed.headers['idempotent-replayed']).toBe('true')
  expect(await refused(use(id, 'merchant'))).toEqual([409, 'stored_card.deleted', 'method.id'])
})

const follow = () => followStoredCards(testApi.providers, jobContextOf(testApi.test))

test('a deletion erases what identifies the card, here and at the acquirer; payments stay [audit merchantApi.deleteStoredCard]', async () => {
  const id = await storedId({ email: 'gone@people.example' })
  const charged = await use(id, 'merchant')
  const deleted = await call('DELETE', `/stored-cards/${id}`)
  expect(deleted).toMatchObject({
    ...{ statusCode: 200, state: 'deleted', customerEmail: null, first6: null, last4: null },
    ...{ expiryMonth: null, expiryYear: null, uses: ['customer', 'unscheduled'] },
    consent: { text: 'Keep my card' },
  })
  expect((await call('DELETE', `/stored-cards/${id}`)).deletedAt).toBe(deleted.deletedAt)
  const { rows: attempts } = await owner.query<{ id: string }>(
    `select a.id from app.stored_card c
     join app.payment_attempt a on (a.tenant_id, a.payment_id) = (c.tenant_id, c.payment_id) where c.id = $1`,
    [id],
  )
  const vault = () =>
    owner.query('select deleted_at from sandbox.vault_card where request = any ($1)', [
      attempts.map((attempt) => attempt.id),
    ])
  expect((await vault()).rows).toEqual([{ deleted_at: null }])
  await follow()
  expect((await vault()).rows).toEqual([{ deleted_at: expect.any(Date) }])
  const { rows } = await owner.query('select * from app.stored_card where id = $1', [id])
  expect(rows[0]).toMatchObject({
    ...{ vault_reference: null, card_fingerprint: null, expires_at: null },
  })
  expect(await call('GET', `/payments/${charged.id}`)).toMatchObject({
    ...{ status: 'captured', method: { last4: '4242' } },
  })
  const audited = await owner.query(
    `select action from app.audit_entry where record_id = $1 and action = 'merchantApi.deleteStoredCard'`,
    [id],
  )
  expect(audited.rows).toHaveLength(1)
})

test('after a decline that is final the merchant does not try again', async () => {
  const stolen = await storedId({ number: '4000000000000465' })
  const declined = await use(stolen, 'merchant')
  expect(declined).toMatchObject({
    ...{ statusCode: 201, status: 'declined' },
    declineAdvice: { retry: 'never', payer: null, merchant: null },
  })
  // also where the tenant maps it to something milder
  const merchant = { en: 'Ask the payer', tr: 'Ödeyene sorun' }
  await owner.query('update app.payment set decline_advice = $2 where id = $1', [
    ...[declined.id, JSON.stringify({ retry: 'later', payer: null, merchant })],
  ])
  expect(await call('GET', `/payments/${declined.id}`)).toMatchObject({
    declineAdvice: { retry: 'never', payer: null, merchant },
  })
  for (const initiator of ['merchant', 'customer']) {
    expect(await refused(use(stolen, initiator))).toEqual([
      409,
      'stored_card.do_not_retry',
      'method.id',
    ])
  }
  expect((await call('GET', `/stored-cards/${stolen}`)).stopped).toMatchObject({
    ...{ declineCode: 'stolen_card', for: 'everyone' },
  })
  const poor = await storedId({ number: '4000000000000473' })
  expect(await use(poor, 'merchant')).toMatchObject({
    ...{ declineCode: 'insufficient_funds', declineAdvice: null },
  })
  expect((await use(poor, 'merchant')).status).toBe('declined')
  expect((await use(poor, 'customer')).status).toBe('captured')
})

test('a card is charged by the acquirer that keeps it, and by no other', async () => {
  const id = await storedId()
  const { rows } = await owner.query(
    `update app.stored_card set provider = 'sandbox_other' where id = $1 returning id`,
    [id],
  )
  expect(rows).toHaveLength(1)
  expect(await use(id, 'merchant')).toMatchObject({
    ...{ status: 'failed', declineCode: 'stored_card.no_route' },
    declineReason: 'No account at sandbox_other, which keeps the stored card, takes this payment',
  })
})

test('merchants are notified once of cards that expire, and once of cards that have expired', async () => {
  const id = await storedId()
  const set = (at: string) =>
    owner.query(`update app.stored_card set expires_at = now() + $2::interval where id = $1`, [
      ...[id, at],
    ])
  const events = async () =>
    (
      await owner.query(
        `select type, payload::jsonb -> 'data' ->> 'state' as state from app.merchant_event
         where payload::jsonb -> 'data' ->> 'id' = $1 order by id`,
        [id],
      )
    ).rows
  await set('31 days')
  await follow()
  expect(await events()).toEqual([])
  await set('29 days')
  await follow()
  await follow()
  const expiring = { type: 'stored_card.expiring', state: 'active' }
  expect(await events()).toEqual([expiring])
  expect((await use(id, 'merchant')).status).toBe('captured')
  await set('-1 minute')
  expect(await refused(use(id, 'merchant'))).toEqual([409, 'stored_card.expired', 'method.id'])
  await follow()
  await follow()
  expect(await events()).toEqual([expiring, { type: 'stored_card.expired', state: 'expired' }])
  expect((await call('GET', `/stored-cards/${id}`)).state).toBe('expired')
  const { data } = await call('GET', '/events?types=stored_card.*&limit=100')
  expect(data.map((one: { data: { id: string } }) => one.data.id)).toEqual([id, id])
  const notices = await owner.query(
    `select data->>'type' as type, data->'to'->'seeing' as seeing from pgboss.job
     where name = 'notifications.fan-out' and data->>'type' like 'StoredCards%' order by 1`,
  )
  // who is limited to another provider sees no such card
  const seeing = { merchantId: expect.any(String), method: 'card', provider: 'sandbox_alpha' }
  expect(notices.rows).toEqual([
    { type: 'StoredCardsExpire', seeing },
    { type: 'StoredCardsExpired', seeing },
  ])
})

test('the portal deletes a card of those it shows, with an own right [audit stored-cards.deleteStoredCard]', async () => {
  const { id } = (await store()).storedCard
  const remove = async (kind: ActorKind, without: readonly string[] = []) => {
    const { token } = await testApi.actor(kind, without)
    const headers = { authorization: `Bearer ${token}` }
    return testApi.app.inject({ method: 'DELETE', url: `/api/stored-cards/${id}`, headers })
  }
  const rights = ['Merchant.StoredCards.Delete', 'CRM.StoredCards.Delete']
  expect((await remove('merchant', rights)).statusCode).toBe(403)
  expect((await remove('operator', rights)).statusCode).toBe(403)
  expect((await remove('merchant')).json()).toEqual({ id })
  expect((await call('GET', `/stored-cards/${id}`)).state).toBe('deleted')
  const audited = await owner.query(
    `select action from app.audit_entry where record_id = $1 and action = 'stored-cards.deleteStoredCard'`,
    [id],
  )
  expect(audited.rows).toHaveLength(1)
})

test('a list is walked by its cursor', async () => {
  const email = `${randomUUID()}@people.example`
  const ids = []
  for (const _ of [1, 2, 3]) ids.unshift(await storedId({ email }))
  const first = await call('GET', `/stored-cards?customerEmail=${email}&limit=2`)
  expect(first.data.map((one: { id: string }) => one.id)).toEqual(ids.slice(0, 2))
  const rest = await call('GET', `/stored-cards?customerEmail=${email}&cursor=${first.nextCursor}`)
  expect(rest).toMatchObject({ nextCursor: null, data: [{ id: ids[2] }] })
})

test('no table has the number of a stored card', async () => {
  await storedId({ number: mastercard })
  const tables = await owner.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('app', 'sandbox', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables.rows) {
    const { rows } = await owner.query(`select 1 from ${name} t where t::text like $1 limit 1`, [
      `%${mastercard}%`,
    ])
    expect({ name, rows: rows.length }).toEqual({ name, rows: 0 })
  }
})
