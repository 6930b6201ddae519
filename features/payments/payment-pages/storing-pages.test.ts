// A checkout session of an amount of zero: its page saves the payer's card and takes no payment.
import { createHmac, randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { payersOf, tokenOf, workOf } from '@counterfoil/tools/testing/payers.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const { owner } = testApi.test
const good = '4242424242424242'
const challenged = '4000000000003220'
const email = 'reader@people.example'

const { api, sent, ...payers } = payersOf(testApi)
const order = (some: object = {}) => ({
  ...{ amount: 0, currency: 'GBP', externalId: 'CARD-1', customer: { email } },
  ...{ returnUrl: 'https://shop.example/cards?tab=1', storeCard: { uses: ['unscheduled'] } },
  ...some,
})
async function session(some: object = {}) {
  const made = await api('POST', '/checkout-sessions', order(some))
  expect(made.statusCode, made.body).toBe(201)
  return { id: made.json().id, token: tokenOf(made.json()), made: made.json() }
}
const readSession = async (id: string) => (await api('GET', `/checkout-sessions/${id}`)).json()

let addresses = 0
const newAddress = () => `10.30.${addresses >> 8}.${addresses++ & 255}`
const asked = async (token: string, path = '', remoteAddress = newAddress()) =>
  (await payers.asked(token, path, remoteAddress)).json()

/** A card that is ready to be sent; what is refused before that is its answer. */
async function prepare(
  token: string,
  {
    number = good,
    key = randomUUID() as string,
    ip = newAddress(),
    ...some
  }: { number?: string; key?: string; ip?: string } & Record<string, unknown> = {},
) {
  const { work, storeCard } = await asked(token, '', ip)
  const card = { number, expiryMonth: 12, expiryYear: 2090, securityCode: '123' }
  const made = await sent(token, '/card-tokens', card, randomUUID(), ip)
  if (made.statusCode !== 201) return { send: async () => made }
  const body = {
    ...{ token: made.json().id, work: workOf(work, key) },
    ...{ storeCard: { consent: true, version: storeCard?.version ?? '1' }, ...some },
  }
  return { send: async () => sent(token, '/cards', body, key, ip) }
}
const save = async (...given: Parameters<typeof prepare>) => (await prepare(...given)).send()

test('the payer saves a card without a payment, and the session says which [audit payer.createCard]', async () => {
  const { id, token, made } = await session()
  expect(made).toMatchObject({ status: 'open', amount: 0, paymentId: null, storedCardId: null })
  const page = await asked(token)
  expect(page).toMatchObject({
    ...{ status: 'open', amount: 0, email, methods: ['card'], storedCards: [] },
    storeCard: { text: { en: expect.stringContaining('Harbour Books') } },
  })
  const saved = await save(token, { language: 'tr' })
  expect(saved.json(), saved.body).toMatchObject({
    ...{ outcome: 'stored', method: { brand: 'visa', last4: '4242' }, reason: null },
  })
  const storedCardId = saved.json().id
  expect(await readSession(id)).toMatchObject({ status: 'stored', storedCardId, paymentId: null })
  expect((await api('GET', `/stored-cards/${storedCardId}`)).json()).toMatchObject({
    ...{ state: 'active', customerEmail: email, paymentId: null, uses: ['unscheduled'] },
    verification: { state: 'approved', securityCode: 'match' },
    consent: { source: 'page', language: 'tr', text: page.storeCard.text.tr },
  })
  // the merchant takes a payment with it
  const method = { type: 'stored', id: storedCardId, initiator: 'merchant' }
  const charged = await api('POST', '/payments', { amount: 700, currency: 'GBP', method })
  expect(charged.json().status).toBe('captured')
  expect(await asked(token)).toMatchObject({ status: 'stored' })
  expect((await save(token)).json().code).toBe('payment_page.stored')
  const entries = `select 1 from app.audit_entry where action = 'payer.createCard'`
  expect((await owner.query(entries)).rows).toEqual([])
})

test('the page takes no payment, and a page for a payment saves no card by itself', async () => {
  const { token } = await session()
  const ip = newAddress()
  const { work } = await asked(token, '', ip)
  const card = { number: good, expiryMonth: 12, expiryYear: 2090, securityCode: '123' }
  const { id } = (await sent(token, '/card-tokens', card, randomUUID(), ip)).json()
  const key = randomUUID()
  const body = { method: { type: 'token', token: id }, work: workOf(work, key) }
  const paid = await sent(token, '/payments', body, key, ip)
  expect(paid.json()).toMatchObject({ status: 409, code: 'payment_page.saves_card' })
  const other = await session({ amount: 990 })
  expect((await save(other.token)).json().code).toBe('payment_page.store_card')
})

test('the payer confirms at the bank, and comes back with a signed result', async () => {
  const { id, token } = await session()
  const pending = (await save(token, { number: challenged })).json()
  expect(pending.outcome).toBe('pending')
  expect(await readSession(id)).toMatchObject({ status: 'pending', storedCardId: pending.id })
  expect((await save(token)).json().code).toBe('payment_page.card_pending')
  const answered = await testApi.app.inject({
    ...{ method: 'POST', url: `${new URL(pending.confirmUrl).pathname}/confirm`, payload: '' },
    headers: { 'content-type': 'text/plain' },
  })
  expect(answered.body).toContain(`/pay/${token}?storedCardId=${pending.id}`)
  const { outcome, returnUrl } = await asked(token, `/cards/${pending.id}`)
  expect(outcome).toBe('stored')
  const query = new URL(returnUrl).searchParams
  const names = ['sessionId', 'storedCardId', 'status', 'timestamp']
  const signed = new URLSearchParams(names.map((name) => [name, query.get(name) ?? '']))
  expect(Object.fromEntries(signed)).toMatchObject({
    ...{ sessionId: id, storedCardId: pending.id, status: 'approved' },
  })
  const { token: merchantToken } = await testApi.actor('merchant')
  const shown = await testApi.app.inject({
    ...{ method: 'POST', url: '/api/developer-settings/hosted-payment/return-secret', payload: {} },
    headers: { authorization: `Bearer ${merchantToken}` },
  })
  const { secret } = shown.json().used
  expect(query.get('signature')).toBe(
    createHmac('sha256', secret).update(signed.toString()).digest('hex'),
  )
})

test('a card that the issuer declines, or the payer does not confirm, is not saved; another one may be tried', async () => {
  const { id, token } = await session()
  const declined = (await save(token, { number: '4000000000009995' })).json()
  expect(declined).toMatchObject({ outcome: 'refused', reason: 'funds', method: { last4: null } })
  expect(await readSession(id)).toMatchObject({ status: 'open', storedCardId: declined.id })
  const pending = (await save(token, { number: challenged })).json()
  await testApi.app.inject({
    ...{ method: 'POST', url: `${new URL(pending.confirmUrl).pathname}/refuse`, payload: '' },
    headers: { 'content-type': 'text/plain' },
  })
  expect(await asked(token, `/cards/${pending.id}`)).toMatchObject({
    ...{ outcome: 'refused', reason: 'confirmation' },
  })
  const saved = (await save(token)).json()
  expect(saved.outcome).toBe('stored')
  expect(await readSession(id)).toMatchObject({ status: 'stored', storedCardId: saved.id })
})

test('of five requests at once one saves a card; one that is repeated answers the same', async () => {
  const { id, token } = await session()
  const ready = await Promise.all(Array.from({ length: 5 }, () => prepare(token)))
  const answers = await Promise.all(ready.map(({ send }) => send()))
  const codes = answers.map(({ statusCode }) => statusCode).sort()
  expect(codes).toEqual([201, 409, 409, 409, 409])
  const { rows } = await owner.query('select id from app.payment_page_card where page_id = $1', [
    id,
  ])
  expect(rows).toHaveLength(1)

  const other = await session()
  const { send } = await prepare(other.token)
  const [first, again] = [await send(), await send()]
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json().id).toBe(first.json().id)
})

test('nothing is saved without the work, the text as it is, and the card of its page', async () => {
  const { token } = await session()
  const undone = await save(token, { work: { challenge: 'made-up', number: 0 } })
  expect(undone.json().code).toBe('payment_page.work')
  const older = await save(token, { storeCard: { consent: true, version: '1' } })
  expect(older.json().code).toBe('payment_page.consent_changed')
  const unasked = await save(token, { storeCard: { consent: false, version: '2026-11' } })
  expect(unasked.statusCode).toBe(400)
  const { id } = (await save(token)).json()
  const other = await session()
  expect(await asked(other.token, `/cards/${id}`)).toMatchObject({ status: 404 })
})

test('whoever tries card after card has to wait, on a page for payments as well', async () => {
  const [ip, { token }] = [newAddress(), await session()]
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await save(token, { number: '4000000000000069', ip })).statusCode).toBe(201)
  }
  expect((await save(token)).json().code).toBe('payment_page.too_many')
  const other = await session({ amount: 990 })
  expect((await asked(other.token, '', ip)).waitS).toBeGreaterThan(0)
})

test('a card that is refused before its issuer is asked counts as a try, and the payer is not shown why', async () => {
  const merchantId = merchantIdOf('harbour')
  const { token } = await session()
  const status = 'update app.merchant set merchant_status = $2 where id = $1'
  await owner.query(status, [merchantId, 'Suspended'])
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      const { status: code, ...refused } = (await save(token)).json()
      expect([code, refused.code]).toEqual([409, 'payment_page.card_refused'])
    }
    expect((await save(token)).json().code).toBe('payment_page.too_many')
  } finally {
    await owner.query(status, [merchantId, 'Active'])
  }
})

test.each([
  ['no use of the card', { storeCard: undefined }, 'checkout_session.amount_zero', 'storeCard'],
  ['no customer', { customer: undefined }, 'stored_card.no_customer', 'customer.email'],
  ['a customer without an e-mail', { customer: {} }, 'stored_card.no_customer', 'customer.email'],
  ['an amount below zero', { amount: -1 }, 'request.invalid', 'amount'],
])('with %s no such session is opened', async (_name, some, code, path) => {
  const answer = (await api('POST', '/checkout-sessions', order(some))).json()
  expect([answer.status, answer.code, answer.errors[0].path]).toEqual([400, code, path])
})

test('a payment link is of more than zero', async () => {
  const { customer: _, returnUrl: __, ...link } = order({ usage: 'single', description: 'A card' })
  const answer = (await api('POST', '/payment-links', link)).json()
  expect([answer.status, answer.errors[0].path]).toEqual([400, 'amount'])
})
