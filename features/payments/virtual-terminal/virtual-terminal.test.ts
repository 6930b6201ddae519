import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { isSandboxAlone } from './virtual-terminal.rules.ts'

const testApi = await openTestApi()
const merchant = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
const card = { number: '5555555555554444', expiryMonth: 12, expiryYear: 2090, securityCode: '123' }

const post = (token: string, path: string, payload: object, mode = 'Test') =>
  testApi.app.inject({
    method: 'POST',
    url: `/api/virtual-terminal${path}`,
    headers: { authorization: `Bearer ${token}`, mode, 'idempotency-key': randomUUID() },
    payload,
  })
const typed = (ticket: string, some: object = {}) =>
  testApi.app.inject({
    method: 'POST',
    url: '/api/virtual-terminal/card-tokens',
    headers: { origin: 'null' },
    payload: { ticket, ...card, ...some },
  })
const order = { amount: 3000, currency: 'GBP', orderType: 'telephone', externalId: 'T-1' }

async function sell(token: string, some: object = {}, opening: object = {}) {
  const { ticket } = (await post(token, '/tickets', opening)).json()
  const made = await typed(ticket)
  return post(token, '/payments', { ...order, ...opening, token: made.json().id, ...some })
}

test('a telephone order is charged, marked as such, and refunded [audit virtual-terminal.createTerminalToken] [audit virtual-terminal.createTerminalPayment]', async () => {
  const sold = await sell(merchant.token)
  expect(sold.json()).toMatchObject({
    ...{ status: 'captured', channel: 'virtual_terminal', orderType: 'telephone', mode: 'Test' },
    method: { brand: 'mastercard', last4: '4444' },
  })
  const refunded = await testApi.app.inject({
    method: 'POST',
    url: `/api/transactions/${sold.json().id}/refunds`,
    headers: {
      ...{ authorization: `Bearer ${merchant.token}`, systemmode: 'Test' },
      'idempotency-key': randomUUID(),
    },
    payload: { reason: 'Returned' },
  })
  expect(refunded.statusCode, refunded.body).toBeLessThan(300)
  const { rows } = await testApi.test.owner.query(
    `select refunded_minor::int as refunded from app.payment where id = $1`,
    [sold.json().id],
  )
  expect(rows).toEqual([{ refunded: 3000 }])
  const entries = await testApi.test.owner.query(
    `select action from app.audit_entry e where e::text like '%' || $1 || '%' order by e.id limit 1`,
    [sold.json().id],
  )
  expect(entries.rows).toEqual([{ action: 'virtual-terminal.createTerminalPayment' }])
  // a token is used at once, by the payment that the entry is of
  const ofTokens = `select 1 from app.audit_entry where action = 'virtual-terminal.createTerminalToken'`
  expect((await testApi.test.owner.query(ofTokens)).rows).toEqual([])
})

test('an order by mail is reserved, and nobody is asked to confirm it', async () => {
  const { ticket } = (await post(merchant.token, '/tickets', {})).json()
  const made = await typed(ticket, { number: '4000000000003220' })
  const body = { ...order, orderType: 'mail', capture: false, token: made.json().id }
  expect((await post(merchant.token, '/payments', body)).json()).toMatchObject({
    ...{ status: 'reserved', orderType: 'mail', nextAction: null },
  })
})

test('an operator sells for a merchant that it names', async () => {
  const quayside = { merchantId: merchantIdOf('quayside') }
  expect((await sell(operator.token, {}, quayside)).json()).toMatchObject({
    ...{ status: 'captured', merchantId: quayside.merchantId },
  })
  expect((await post(operator.token, '/tickets', {})).json().code).toBe('virtual_terminal.merchant')
  const galata = { merchantId: merchantIdOf('galata') }
  expect((await post(operator.token, '/tickets', galata)).statusCode).toBe(404)
  expect((await post(merchant.token, '/tickets', quayside)).statusCode).toBe(404)
})

test.each([
  ['is in boarding', 'piernine', '', 'merchant.not_active'],
  ['has the sandbox alone', 'quayside', '', 'merchant.mode_not_allowed'],
  ['is on hold', 'harbour', `merchant_status = 'On hold'`, 'merchant.not_active'],
  [
    'has no processing',
    'harbour',
    `processing_status = 'NoProcessing'`,
    'merchant.mode_not_allowed',
  ],
])(
  'before a card is typed, a merchant that %s reads that it takes no payment',
  async (_name, slug, change, code) => {
    const merchantId = merchantIdOf(slug)
    const { rows } = await testApi.test.owner.query(`select * from app.merchant where id = $1`, [
      merchantId,
    ])
    if (change !== '') {
      await testApi.test.owner.query(`update app.merchant set ${change} where id = $1`, [
        merchantId,
      ])
    }
    const opened = await post(operator.token, '/tickets', { merchantId }, 'Live')
    await testApi.test.owner.query(
      `update app.merchant set merchant_status = $2, processing_status = $3 where id = $1`,
      [merchantId, rows[0].merchant_status, rows[0].processing_status],
    )
    expect([opened.statusCode, opened.json().code]).toEqual([409, code])
  },
)

test('card fields of no terminal make no token, and a token of one mode is not paid with in the other', async () => {
  const { ticket } = (await post(merchant.token, '/tickets', {})).json()
  const forged = ticket.replace(/\.1\./, '.2.')
  for (const wrong of [
    'nothing',
    `${ticket}x`,
    forged,
    forged.replace(/[\da-f]{36}/, randomUUID()),
  ]) {
    expect((await typed(wrong)).statusCode, wrong).toBeGreaterThanOrEqual(403)
  }
  const made = await typed(ticket)
  expect(made.headers['access-control-allow-origin']).toBe('*')
  const body = { ...order, token: made.json().id }
  expect((await post(merchant.token, '/payments', body, 'Live')).json().code).toBe(
    'card_token.gone',
  )
})

test.each([
  ['no amount', { amount: undefined }, 'amount'],
  ['an order that came by no way', { orderType: 'fax' }, 'orderType'],
  ['a token that is none', { token: randomUUID() }, 'token'],
  ['a website of another', { websiteId: randomUUID() }, 'websiteId'],
  ['a card number as the reference', { externalId: '4242424242424242' }, 'externalId'],
])('%s is refused at its field', async (_name, some, path) => {
  const answer = await sell(merchant.token, some)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0].path).toBe(path)
})

/** A card that a customer let Harbour Books keep, for their own payments and for what is due. */
async function storeCard(email: string, number = '4242424242424242'): Promise<string> {
  const answer = await testApi.app.inject({
    ...{ method: 'POST', url: '/v1/payments' },
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: {
      ...{ amount: 1250, currency: 'GBP', customer: { email } },
      method: { type: 'card', ...card, number },
      storeCard: { consent: true, uses: ['customer', 'unscheduled'] },
    },
  })
  return answer.json().storedCard.id
}
const storedOf = async (token: string, email: string) =>
  (
    await testApi.app.inject({
      url: `/api/virtual-terminal/stored-cards?email=${encodeURIComponent(email)}`,
      headers: { authorization: `Bearer ${token}`, mode: 'Test' },
    })
  ).json()

test('a stored card is charged for the customer on the telephone, and by the merchant for what is due', async () => {
  const email = `${randomUUID()}@people.example`
  const id = await storeCard(email)
  expect(await storedOf(merchant.token, email.toUpperCase())).toMatchObject({
    data: [{ id, brand: 'visa', last4: '4242', uses: ['customer', 'unscheduled'] }],
  })
  const charge = (storedCard: object, some: object = {}) =>
    post(merchant.token, '/payments', { ...order, email, storedCard, ...some })
  const telephoned = await charge({ id, initiator: 'customer' })
  expect(telephoned.json(), telephoned.body).toMatchObject({
    ...{ status: 'captured', orderType: 'telephone', nextAction: null },
    method: { brand: 'visa', last4: '4242' },
  })
  const due = await charge({ id, initiator: 'merchant' }, { orderType: undefined })
  expect(due.json(), due.body).toMatchObject({ status: 'captured', orderType: null })
  const { rows } = await testApi.test.owner.query(
    `select initiator, merchant_reason as reason, order_type from app.payment
     where stored_card_id = $1 and credential_use = 'subsequent' order by id`,
    [id],
  )
  expect(rows).toEqual([
    { initiator: 'customer', reason: null, order_type: 'telephone' },
    { initiator: 'merchant', reason: 'unscheduled', order_type: null },
  ])
  const codes = async (some: object, more: object = {}) => {
    const answer = (await charge(some, more)).json()
    return [answer.code, answer.errors?.[0]?.path]
  }
  const byMerchant = { id, initiator: 'merchant' }
  expect(await codes({ ...byMerchant, reason: 'recurring' }, { orderType: undefined })).toEqual([
    ...['stored_card.not_covered', 'method.reason'],
  ])
  expect(await codes(byMerchant)).toEqual(['virtual_terminal.no_order', 'orderType'])
  expect(await codes({ id, initiator: 'customer' }, { orderType: undefined })).toEqual([
    ...['virtual_terminal.order_type', 'orderType'],
  ])
  expect(await codes(byMerchant, { orderType: undefined, token: randomUUID() })).toEqual([
    ...['virtual_terminal.one_card', 'token'],
  ])
  const foreign = await post(operator.token, '/payments', {
    ...{ ...order, merchantId: merchantIdOf('quayside') },
    storedCard: { id, initiator: 'customer' },
  })
  expect(foreign.json().code).toBe('stored_card.unknown')
})

test('a card is kept without a payment, on what the customer agreed to by telephone [audit virtual-terminal.storeTerminalCard]', async () => {
  const email = `${randomUUID()}@people.example`
  const keep = async (number: string, some: object = {}) => {
    const { ticket } = (await post(merchant.token, '/tickets', {})).json()
    const token = (await typed(ticket, { number })).json().id
    return post(merchant.token, '/stored-cards', {
      ...{ email, currency: 'GBP', orderType: 'telephone', consent: true, token },
      ...{ uses: ['customer', 'unscheduled'], ...some },
    })
  }
  // who telephones confirms nothing at the bank
  const kept = await keep('4000000000003220')
  expect(kept.json(), kept.body).toMatchObject({
    ...{ brand: 'visa', last4: '3220' },
    verification: { state: 'approved', securityCode: 'match', nextAction: null },
  })
  const { id } = kept.json()
  expect((await storedOf(merchant.token, email)).data).toMatchObject([
    { id, uses: ['customer', 'unscheduled'] },
  ])
  const due = await post(merchant.token, '/payments', {
    ...{ amount: 500, currency: 'GBP', storedCard: { id, initiator: 'merchant' } },
  })
  expect(due.json()).toMatchObject({ status: 'captured' })
  const declined = await keep('4000000000009979')
  expect(declined.json()).toMatchObject({
    ...{ last4: null, verification: { state: 'declined', declineCode: 'stolen_card' } },
  })
  expect((await storedOf(merchant.token, email)).data).toHaveLength(1)
  for (const [some, path] of [
    [{ consent: false }, 'consent'],
    [{ uses: [] }, 'uses'],
    [{ email: 'nobody' }, 'email'],
    [{ token: randomUUID() }, 'token'],
  ] as const) {
    const answer = await keep('4242424242424242', some)
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, path])
  }
  const galata = { merchantId: merchantIdOf('galata') }
  expect((await keep('4242424242424242', galata)).statusCode).toBe(404)
  const { rows } = await testApi.test.owner.query(
    `select action from app.audit_entry where action = 'virtual-terminal.storeTerminalCard'`,
  )
  expect(rows).toHaveLength(2)
})

test('a stored card that may not be tried again is not offered', async () => {
  const email = `${randomUUID()}@people.example`
  const id = await storeCard(email)
  const stop = (by: string, who: string) =>
    testApi.test.owner.query(
      'update app.stored_card set stopped_by = $2, stopped_for = $3, stopped_at = now() where id = $1',
      [id, by, who],
    )
  await stop('payments_stopped', 'merchant')
  expect((await storedOf(merchant.token, email)).data[0].uses).toEqual(['customer'])
  await stop('lost_card', 'everyone')
  expect((await storedOf(merchant.token, email)).data).toEqual([])
})

test('opened in Live it claims no real money where sandbox acquirers alone could take it', async () => {
  const opened = async (mode: string) =>
    (await post(merchant.token, '/tickets', {}, mode)).json<{ mode: string; isSandbox: boolean }>()
  expect(await opened('Live')).toMatchObject({ mode: 'Live', isSandbox: true })
  expect(await opened('Test')).toMatchObject({ mode: 'Test', isSandbox: true })
})

test.each([
  ['sandbox alone', [{}], true],
  ['one of another acquirer', [{}, { provider: 'bank' }], false],
  ['one of no acquirer that is known', [{ provider: 'gone' }], false],
  [
    'another one that is switched off, or of the other mode',
    [{}, { provider: 'bank', isActive: false }, { provider: 'bank', mode: 1 }],
    true,
  ],
  ['none', [], false],
])('MIDs of a merchant: %s', (_, mids, expected) => {
  const acquirers = new Map([
    ['sandbox_alpha', { isSandbox: true }],
    ['bank', { isSandbox: false }],
  ])
  const all = mids.map((some) => ({ provider: 'sandbox_alpha', mode: 2, isActive: true, ...some }))
  expect(isSandboxAlone(all, 2, acquirers)).toBe(expected)
})
