import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'

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

test('a telephone order is charged, marked as such, and refunded', async () => {
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
