// How card holders are authenticated by 3-D Secure 2, and what is kept and shown of it.
import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { openText } from '@counterfoil/kit/database/vault.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const { owner } = testApi.test
const key = 'cf_test_demo_harbour'
const [visa, mastercard, troy] = ['4242424242424242', '5555555555554444', '9792030000000000']
const [challenged, refusing] = ['4000000000003220', '4000000000000531']

const browser = {
  ...{ acceptHeader: 'text/html', userAgent: 'Mozilla/5.0', javaScriptEnabled: true },
  ...{ language: 'en-GB', colorDepth: 30, screenHeight: 1080, screenWidth: 1920 },
  ...{ timeZoneOffset: -180, javaEnabled: false, challengeWindowSize: '05', ip: '192.0.2.7' },
}

async function ask(body: object) {
  const answer = await testApi.app.inject({
    ...{ method: 'POST', url: '/v1/payments' },
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
    payload: { amount: 1250, currency: 'GBP', ...body },
  })
  return answer.json()
}
const pay = (number: string, some: object = {}) =>
  ask({
    method: { type: 'card', number, expiryMonth: 12, expiryYear: 2090, securityCode: '123' },
    ...some,
  })
const read = async (path: string) =>
  (
    await testApi.app.inject({ url: `/v1${path}`, headers: { authorization: `Bearer ${key}` } })
  ).json()
const answer = (url: string, choice: 'confirm' | 'refuse') =>
  testApi.app.inject({
    ...{ method: 'POST', url: `${new URL(url).pathname}/${choice}`, payload: '' },
    headers: { 'content-type': 'text/plain' },
  })

const attemptsOf = async (id: string) => {
  const { rows } = await owner.query(
    `select id, state, decline_code as code, is_soft_decline as soft, three_d_secure as known,
       authentication_value as proof from app.payment_attempt where payment_id = $1 order by sequence`,
    [id],
  )
  return rows
}

test.each([
  [visa, '05'],
  ['378282246310005', '05'],
  [troy, '05'],
  [mastercard, '02'],
])(
  'a payer at a browser is authenticated without a question: card %s, ECI %s',
  async (number, eci) => {
    const securityCode = number.startsWith('37') ? '1234' : '123'
    const method = { type: 'card', number, expiryMonth: 12, expiryYear: 2090, securityCode }
    const paid = await ask({ method, browser })
    expect(paid.status).toBe('captured')
    const known = {
      ...{ version: '2.2.0', outcome: 'authenticated', flow: 'frictionless', eci },
      ...{ dsTransactionId: expect.stringMatching(/^[0-9a-f-]{36}$/), liabilityShift: 'issuer' },
      exemption: null,
    }
    expect(paid.threeDSecure).toEqual(known)
    expect((await read(`/payments/${paid.id}`)).threeDSecure).toEqual(known)
    const [attempt] = await attemptsOf(paid.id)
    expect(attempt.known).toEqual(known)
  },
)

test('the proof is sealed with the tenant’s key, and is in no answer, log, audit entry or webhook', async () => {
  const paid = await pay(visa, { browser })
  const [{ proof }] = await attemptsOf(paid.id)
  expect(proof).toMatch(/^k1\./)
  const place = {
    ...{ database: testApi.test.database, keys: testApi.providers.keys },
    ...{ tenantId: tenantIdOf('northwind'), now: new Date() },
  }
  const opened = await openText(place, 'payment_attempt', proof)
  expect(Buffer.from(opened, 'base64')).toHaveLength(20)
  const { rows: tables } = await owner.query(
    `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('app', 'sandbox') and table_type = 'BASE TABLE'`,
  )
  for (const { name } of tables) {
    const { rows } = await owner.query(
      `select 1 from ${name} as t where position($1 in t::text) > 0 limit 1`,
      [opened],
    )
    expect(rows, name).toEqual([])
  }
  expect(JSON.stringify(await read(`/payments/${paid.id}`))).not.toContain(opened)
})

test('a payment of which no browser is known says nothing', async () => {
  expect(await pay(visa)).toMatchObject({ status: 'captured', threeDSecure: null })
})

test.each([
  ['4000000000000499', 'captured', 'attempted', '06', 'issuer'],
  ['4000000000000507', 'captured', 'unavailable', '07', 'merchant'],
  ['4000000000000515', 'declined', 'failed', '07', 'merchant'],
  ['4000000000000523', 'declined', 'rejected', null, 'merchant'],
])('card %s is %s: %s', async (number, status, outcome, eci, liabilityShift) => {
  const paid = await pay(number, { browser })
  const known = { outcome, eci, liabilityShift, flow: 'frictionless' }
  expect(paid).toMatchObject({ status, threeDSecure: known })
  const [{ proof }] = await attemptsOf(paid.id)
  expect(proof === null).toBe(liabilityShift === 'merchant')
})

test('a challenge is open until the payer confirms it; then the issuer is liable', async () => {
  const pending = await pay(challenged)
  expect(pending).toMatchObject({
    status: 'pending',
    threeDSecure: {
      outcome: 'challenged',
      flow: 'challenge',
      eci: null,
      liabilityShift: 'merchant',
    },
  })
  await answer(pending.nextAction.url, 'confirm')
  expect(await read(`/payments/${pending.id}`)).toMatchObject({
    status: 'captured',
    threeDSecure: {
      ...{ outcome: 'authenticated', flow: 'challenge', eci: '05', liabilityShift: 'issuer' },
      dsTransactionId: pending.threeDSecure.dsTransactionId,
    },
  })
})

test('a challenge that the payer refuses has failed', async () => {
  const pending = await pay(challenged)
  await answer(pending.nextAction.url, 'refuse')
  expect(await read(`/payments/${pending.id}`)).toMatchObject({
    status: 'declined',
    threeDSecure: { outcome: 'failed', flow: 'challenge', eci: '07', liabilityShift: 'merchant' },
  })
})

test.each([
  [visa, 3_000, 'low_value', '07'],
  [mastercard, 50_000, 'transaction_risk_analysis', '06'],
  [visa, 90_000, 'trusted_beneficiary', '07'],
  [challenged, 90_000, 'secure_corporate', '07'],
])(
  'an exemption is granted at the merchant’s risk: card %s, %s, %s',
  async (number, amount, exemption, eci) => {
    expect(await pay(number, { amount, exemption, browser })).toMatchObject({
      status: 'captured',
      threeDSecure: {
        ...{ version: null, outcome: 'exempted', flow: null, eci, liabilityShift: 'merchant' },
        exemption: { asked: exemption, granted: true },
      },
    })
  },
)

test.each([
  [refusing, 1_000, '1A', '05'],
  ['5200000000000015', 1_000, '65', '02'],
  [visa, 3_001, '1A', '05'],
])(
  'an exemption that is refused is a soft decline, and the payer confirms: card %s, %s',
  async (number, amount, code, eci) => {
    const pending = await pay(number, { amount, exemption: 'low_value', browser })
    const exemption = { asked: 'low_value', granted: false }
    expect(pending).toMatchObject({
      status: 'pending',
      threeDSecure: { outcome: 'challenged', exemption },
    })
    const [refused, asked] = await attemptsOf(pending.id)
    expect(refused).toMatchObject({ state: 'declined', code, soft: true, known: { exemption } })
    expect(asked).toMatchObject({ state: 'challenge', known: { exemption: null } })
    await answer(pending.nextAction.url, 'confirm')
    expect(await read(`/payments/${pending.id}`)).toMatchObject({
      status: 'captured',
      threeDSecure: { outcome: 'authenticated', eci, liabilityShift: 'issuer', exemption },
    })
    const { rows } = await owner.query(
      `select cause_code from app.payment_event where payment_id = $1 and type = 'payment.authentication_needed'`,
      [pending.id],
    )
    expect(rows).toEqual([{ cause_code: 'exemption.refused' }])
  },
)

const firstTryOf = async (id: string) =>
  (await owner.query('select first_try as tried from app.payment where id = $1', [id])).rows[0]
    .tried

test.each([
  ['confirm', 'approved'],
  ['refuse', 'declined'],
] as const)(
  'an exemption that is refused and its challenge are one try: %s is %s',
  async (choice, tried) => {
    const pending = await pay(refusing, { amount: 1_000, exemption: 'low_value', browser })
    expect(await attemptsOf(pending.id)).toHaveLength(2)
    expect(await firstTryOf(pending.id)).toBeNull()
    await answer(pending.nextAction.url, choice)
    expect(await firstTryOf(pending.id)).toBe(tried)
  },
)

test('what a merchant takes with a stored card is out of scope, whatever is asked', async () => {
  const first = await pay(mastercard, {
    ...{ browser, customer: { email: `${randomUUID()}@people.example` } },
    storeCard: { consent: true, uses: ['unscheduled'] },
  })
  expect(first).toMatchObject({ status: 'captured', threeDSecure: { eci: '02' } })
  const method = { type: 'stored', id: first.storedCard.id, initiator: 'merchant' }
  expect(await ask({ method, exemption: 'low_value' })).toMatchObject({
    status: 'captured',
    threeDSecure: {
      ...{ version: null, outcome: null, eci: '07', liabilityShift: 'merchant' },
      exemption: { asked: 'merchant_initiated', granted: true },
    },
  })
})

test('an order by telephone is out of scope', async () => {
  const { token } = await testApi.actor('merchant')
  const post = async (path: string, payload: object, more: object = {}) =>
    (
      await testApi.app.inject({
        ...{ method: 'POST', url: `/api/virtual-terminal${path}`, payload },
        headers: {
          ...{ authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': randomUUID() },
          ...more,
        },
      })
    ).json()
  const { ticket } = await post('/tickets', {})
  const card = { number: visa, expiryMonth: 12, expiryYear: 2090, securityCode: '123' }
  const made = await testApi.app.inject({
    ...{ method: 'POST', url: '/api/virtual-terminal/card-tokens', headers: { origin: 'null' } },
    payload: { ticket, ...card },
  })
  const order = { amount: 3000, currency: 'GBP', orderType: 'telephone' }
  expect(await post('/payments', { ...order, token: made.json().id })).toMatchObject({
    status: 'captured',
    threeDSecure: { outcome: null, exemption: { asked: 'moto', granted: true } },
  })
})

test('an exemption is asked for of a card that is not stored with the payment', async () => {
  const exemption = 'low_value'
  expect(await ask({ method: { type: 'bank_transfer' }, exemption })).toMatchObject({
    ...{ status: 400, code: 'exemption.no_card' },
  })
  const customer = { email: 'a@people.example' }
  const storeCard = { consent: true, uses: ['unscheduled'] }
  expect(await pay(visa, { exemption, customer, storeCard })).toMatchObject({
    ...{ status: 400, code: 'exemption.not_when_storing' },
  })
})
