import { createHmac, hash, randomUUID } from 'node:crypto'
import { ask } from '@counterfoil/api/testing/resource-calls.ts'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { returnExample } from './signed-return.rules.ts'
import { websites } from './websites.resource.ts'

const testApi = await openTestApi()
const { app } = testApi
const merchant = await testApi.actor('merchant')
const call = (method: string, path: string, body?: object) =>
  ask(app, merchant, method, path, body === undefined ? {} : { body })
const previewOf = (query: Record<string, string>) =>
  ask(app, merchant, 'GET', '/developer-settings/hosted-payment/preview', { query })

const session = async (some: object) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/checkout-sessions',
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: { amount: 900, currency: 'GBP', externalId: 'W-1', ...some },
  })
  return answer.json()
}

const values = {
  name: 'Reading room',
  url: 'https://shop.example',
  merchantId: merchantIdOf('harbour'),
  returnAddresses: ['https://shop.example/checkout'],
  methods: ['bank_transfer'],
  languages: ['tr'],
  colour: '#102030',
}

test('payment pages are as their website says: look, languages, methods and where payers return to [setting websites]', async () => {
  const made = (await call('POST', websites.path, values)).json()
  const websiteId = made.id
  for (const returnUrl of [
    ...[
      'https://shop.example/other',
      'https://shop.example/checkouts',
      'http://shop.example/checkout',
    ],
    ...['https://shop.example.evil.example/checkout', 'https://shop.example:444/checkout'],
  ]) {
    const refused = await session({ websiteId, returnUrl })
    expect(refused, returnUrl).toMatchObject({ status: 400, code: 'website.return_address' })
  }
  const { id, url } = await session({ websiteId, returnUrl: 'https://shop.example/checkout/done' })
  expect(id).toBeDefined()
  const token = new URL(url).pathname.split('/').pop()
  const look = { methods: ['bank_transfer'], languages: ['tr'], colour: '#102030' }
  expect((await app.inject(`/api/pay/${token}`)).json()).toMatchObject(look)
  expect((await previewOf({ websiteId })).json()).toMatchObject(look)
  expect((await previewOf({ websiteId: randomUUID() })).status).toBe(404)
  // a payer's browser cannot choose what the page does not offer
  const card = await app.inject({
    method: 'POST',
    url: `/api/pay/${token}/card-tokens`,
    payload: { number: '4242424242424242', expiryMonth: 12, expiryYear: 2090, securityCode: '123' },
  })
  const paid = await app.inject({
    method: 'POST',
    url: `/api/pay/${token}/payments`,
    headers: { 'idempotency-key': randomUUID() },
    payload: {
      method: { type: 'token', token: card.json().id },
      work: { challenge: 'x', number: 0 },
    },
  })
  expect(paid.json()).toMatchObject({ status: 400, code: 'payment_page.method' })
  // without a website: the organisation's look, and everything
  const plain = (await previewOf({})).json()
  expect(plain).toMatchObject({
    methods: ['card', 'bank_transfer', 'pay_by_bank'],
    languages: ['en', 'tr'],
  })
  expect((await call('DELETE', `${websites.path}/${websiteId}`)).json()).toMatchObject({
    status: 409,
  })
})

test('the return secret is shown to whom the right is given, and that it was shown is kept', async () => {
  const path = '/developer-settings/hosted-payment/return-secret'
  const { secret } = (await call('POST', path, {})).json().used
  expect(secret).toMatch(/^cfret_[\w-]{43}$/)
  expect(createHmac('sha256', secret).update('x').digest('hex')).toHaveLength(64)
  const cashier = await testApi.actor('merchant', ['Merchant.Settings.PPC'])
  expect((await ask(app, cashier, 'POST', path, { body: {} })).status).toBe(403)
  const { rows } = await testApi.test.owner.query(
    `select e::text as text from app.audit_entry e where action = 'websites.return-secret'`,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].text).not.toContain(secret)
})

test('a return secret is replaced: both are there while the shop is prepared, then the old one ends [audit websites.make-return-secret] [audit websites.use-return-secret]', async () => {
  const path = '/developer-settings/hosted-payment/return-secret'
  // parameters of the shop's own that are called like ours
  const returnUrl = 'https://shop.example/thanks?status=new&linkId=its-own'
  const paidUrl = async () => {
    const { url } = await session({ returnUrl })
    const token = new URL(url).pathname.split('/').pop()
    const { work } = (await app.inject(`/api/pay/${token}`)).json()
    const key = randomUUID()
    const number = numberFor(work, key)
    const paid = await app.inject({
      ...{ method: 'POST', url: `/api/pay/${token}/payments`, headers: { 'idempotency-key': key } },
      payload: { method: { type: 'bank_transfer' }, work: { challenge: work.challenge, number } },
    })
    return new URL(paid.json().returnUrl)
  }
  const { isSigned } = await import(`data:text/javascript,${encodeURIComponent(returnExample)}`)
  const { used, next } = (await call('POST', path, {})).json()
  expect(next).toBeNull()
  const made = (await call('POST', `${path}/next`, { newest: used.version })).json()
  expect(made).toMatchObject({ used, next: { version: used.version + 1 } })
  expect(made.next.secret).toMatch(/^cfret_[\w-]{43}$/)
  expect(made.next.secret).not.toBe(used.secret)
  const first = await paidUrl()
  expect(isSigned(first, used.secret)).toBe(true)
  expect([first.searchParams.get('linkId'), first.searchParams.getAll('status')]).toEqual([
    'its-own',
    ['captured'],
  ])
  first.searchParams.set('status', 'declined')
  expect(isSigned(first, used.secret)).toBe(false)
  expect(isSigned('https://shop.example/thanks?signature=00', used.secret)).toBe(false)
  // who has not seen the newest one neither makes nor uses another
  for (const action of ['next', 'use']) {
    const late = await call('POST', `${path}/${action}`, { newest: used.version })
    expect(late.json()).toMatchObject({ status: 409, code: 'return_secret.changed' })
  }
  const { version } = made.next
  const cashier = await testApi.actor('merchant', ['Merchant.Settings.PPC'])
  for (const action of ['next', 'use']) {
    const refused = await ask(app, cashier, 'POST', `${path}/${action}`, {
      body: { newest: version },
    })
    expect(refused.status).toBe(403)
  }
  const after = (await call('POST', `${path}/use`, { newest: version })).json()
  expect(after).toEqual({ used: made.next, next: null })
  const url = await paidUrl()
  expect(isSigned(url, made.next.secret)).toBe(true)
  expect(isSigned(url, used.secret)).toBe(false)
  expect((await call('POST', `${path}/use`, { newest: version })).status).toBe(409)
  // of another merchant nothing has changed
  const { rows: versions } = await testApi.test.owner.query(
    'select count(*)::int as n from app.merchant where return_secret_newest > 0',
  )
  expect(versions).toEqual([{ n: 1 }])
  const { rows } = await testApi.test.owner.query(
    `select action, e::text as text from app.audit_entry e
     where action in ('websites.make-return-secret', 'websites.use-return-secret') order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    ...['websites.make-return-secret', 'websites.use-return-secret'],
  ])
  for (const { text } of rows) expect(text).not.toMatch(/cfret_/)
})

/** What a page asks of its payer's browser before a payment. */
function numberFor({ challenge, bits }: { challenge: string; bits: number }, key: string): number {
  for (let number = 0; ; number += 1) {
    const found = BigInt(`0x${hash('sha256', `${challenge}.${key}.${number}`)}`)
    if (found >> BigInt(256 - bits) === 0n) return number
  }
}
