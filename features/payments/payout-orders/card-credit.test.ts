// Payouts to cards that their holders let a merchant keep for it.
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { balanceOf, carryOut, fund, merchantId } from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
await fund(testApi, 1_000_000)
await fund(testApi, 1_000_000, 'USD')

let keys = 0
const send = (bearer: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  testApi.app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${bearer}`, mode: 'Test', 'idempotency-key': `k-${++keys}` },
    ...(payload === undefined ? {} : { payload }),
  })
const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
  send(maker.token, method, url, payload)
const apiKey = 'cf_test_demo_harbour'

async function keep(number: string, uses: string[] = ['payout']): Promise<string> {
  const stored = await send(apiKey, 'POST', '/v1/stored-cards', {
    method: { type: 'card', number, expiryMonth: 12, expiryYear: 2090, securityCode: '123' },
    ...{ currency: 'GBP', customer: { email: `ada${++keys}@people.example` } },
    storeCard: { consent: true, uses },
  })
  expect(stored.json()).toMatchObject({ state: 'active', uses })
  return stored.json().id
}

const newBeneficiary = (storedCardId: string, more: object = {}) =>
  ask('POST', '/api/crm/settings/beneficiaries', {
    ...{ merchantId, name: 'Ada Lovelace', kind: 'person', country: 'US', currency: 'GBP' },
    ...{ paidTo: 'card', storedCardId, ...more },
  })

async function beneficiary(storedCardId: string, more: object = {}): Promise<string> {
  const made = await newBeneficiary(storedCardId, more)
  expect(made.statusCode, made.body).toBe(201)
  return made.json().id
}

const pay = (beneficiaryId: string, amount: number, currency = 'GBP') =>
  ask('POST', '/api/payouts', { beneficiaryId, amount, currency, reference: 'Claim 7' })
const approve = async (id: string) =>
  (await send(approver.token, 'POST', '/api/payouts/approvals', { payouts: [id] })).json().data[0]
const read = async (id: string) => (await ask('GET', `/api/payouts/${id}`)).json()

async function until(id: string, state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await carryOut(testApi)
        return (await read(id)).state
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe(state)
}

test('a card is paid by its acquirer, and the number is nowhere', async () => {
  const storedCardId = await keep('4242424242424242')
  const options = await ask(
    'GET',
    `/api/crm/settings/beneficiaries/options/storedCardId?partOf=${merchantId}`,
  )
  expect(options.json()).toContainEqual({
    id: storedCardId,
    name: expect.stringMatching(/^Visa •••• 4242 · ada\d+@people.example · Test$/),
  })
  const payee = await beneficiary(storedCardId)
  expect((await ask('GET', `/api/crm/settings/beneficiaries/${payee}`)).json()).toMatchObject({
    ...{ accountHint: 'Visa •••• 4242', payeeCheck: 'not_needed', iban: null },
  })
  const preview = await ask(
    'GET',
    `/api/payouts/preview?beneficiaryId=${payee}&amount=1200&reference=Claim`,
  )
  expect(preview.json()).toMatchObject({
    ...{ rail: 'card_credit', speeds: ['instant'], maxReference: 25, payeeCheck: 'not_needed' },
  })
  const before = await balanceOf(testApi, 'merchant_available')
  const made = await pay(payee, 1200)
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json()
  expect(await approve(id)).toMatchObject({ state: 'approved' })
  await until(id, 'paid')
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before - 1200)
  expect(await balanceOf(testApi, 'payouts_in_transit')).toBe(0)
  expect((await read(id)).payee).toMatchObject({ account: 'Visa •••• 4242', result: null })
  const asApi = await send(apiKey, 'GET', `/v1/payouts/${id}`)
  expect(asApi.json()).toMatchObject({
    ...{ status: 'paid', rail: 'card_credit', payeeCheck: null },
    beneficiary: { storedCardId, iban: null, sortCode: null, accountNumber: null },
  })
  // nothing can be recalled, and the screen says so
  expect((await ask('GET', `/api/payouts/${id}/recalls`)).json().obstacle).toMatchObject({
    code: 'payout_recall.no_recall',
  })
  const { rows } = await testApi.test.owner.query(
    `select 1 from app.payout_order o where o::text like '%4242424242424242%'
     union all select 1 from sandbox.rail_transfer r where r::text like '%4242424242424242%'`,
  )
  expect(rows).toEqual([])
})

test('a card is paid in any currency, by `/v1` without a beneficiary too', async () => {
  const storedCardId = await keep('5555555555554444')
  const body = { amount: 500, currency: 'USD', reference: 'Claim' }
  const payee = { name: 'Ada Lovelace', kind: 'person', country: 'DE', storedCardId }
  const made = await send(apiKey, 'POST', '/v1/payouts', { ...body, beneficiary: payee })
  expect(made.json()).toMatchObject({ rail: 'card_credit', status: 'waiting_for_approval' })
  expect(await approve(made.json().id)).toMatchObject({ state: 'approved' })
  await until(made.json().id, 'paid')
  const both = { ...payee, iban: 'DE89370400440532013000' }
  const refused = await send(apiKey, 'POST', '/v1/payouts', { ...body, beneficiary: both })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { code: 'payee.card_two', errors: [{ path: 'beneficiary.storedCardId' }] },
  ])
})

test('a card whose holder agreed to charges alone is not paid, and one for payouts is not charged', async () => {
  const forCharges = await keep('4242424242424242', ['customer'])
  const refused = await newBeneficiary(forCharges)
  expect(refused.json()).toMatchObject({
    ...{ code: 'stored_card.no_payouts', errors: [{ path: 'storedCardId' }] },
  })
  const named = { name: 'Ada', kind: 'person', country: 'GB', storedCardId: forCharges }
  const body = { amount: 500, currency: 'GBP', reference: 'Claim', beneficiary: named }
  expect((await send(apiKey, 'POST', '/v1/payouts', body)).json().code).toBe(
    'stored_card.no_payouts',
  )
  const forPayouts = await keep('4242424242424242')
  for (const initiator of ['customer', 'merchant']) {
    const charged = await send(apiKey, 'POST', '/v1/payments', {
      ...{ amount: 500, currency: 'GBP', method: { type: 'stored', id: forPayouts, initiator } },
    })
    expect([charged.statusCode, charged.json().code]).toEqual([409, 'stored_card.not_covered'])
  }
})

test('a card of another merchant or of the other mode is not found', async () => {
  const { rows } = await testApi.test.owner.query<{ id: string }>(
    `select id from app.merchant where id <> $1 and tenant_id = (select tenant_id from app.merchant where id = $1) limit 1`,
    [merchantId],
  )
  const foreign = await keep('4242424242424242')
  const live = await keep('4242424242424242')
  await testApi.test.owner.query('update app.stored_card set merchant_id = $2 where id = $1', [
    foreign,
    rows[0]?.id,
  ])
  await testApi.test.owner.query('update app.stored_card set mode = 2 where id = $1', [live])
  for (const storedCardId of [foreign, live]) {
    const named = { name: 'Ada', kind: 'person', country: 'GB', storedCardId }
    const body = { amount: 500, currency: 'GBP', reference: 'Claim', beneficiary: named }
    const refused = await send(apiKey, 'POST', '/v1/payouts', body)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'stored_card.unknown_payee'])
  }
  expect((await newBeneficiary(foreign)).statusCode).toBe(422)
  // a beneficiary is of both modes, its card of one
  const payee = await beneficiary(live)
  expect((await pay(payee, 500)).json().code).toBe('stored_card.unknown_payee')
})

test.each([
  ['at once', '4000000000000283'],
  ['later', '4000000000000325'],
])('what the issuer refuses %s is the merchant’s again', async (_when, number) => {
  const payee = await beneficiary(await keep(number))
  const before = await balanceOf(testApi, 'merchant_available')
  const { id } = (await pay(payee, 300)).json()
  await approve(id)
  await until(id, 'failed')
  expect(await read(id)).toMatchObject({
    ...{ code: '57', message: 'The card takes no such payments' },
  })
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
})

test('a lost answer is asked for, and the card is paid once', async () => {
  const payee = await beneficiary(await keep('4000000000000309'))
  const { id } = (await pay(payee, 300)).json()
  await approve(id)
  await until(id, 'paid')
  const { rows } = await testApi.test.owner.query(
    'select submissions from sandbox.rail_transfer where end_to_end_id = (select end_to_end_id from app.payout_order where id = $1)',
    [id],
  )
  expect(rows).toEqual([{ submissions: 1 }])
})

test('a card that is deleted before it is paid leaves the money with the merchant', async () => {
  const cardId = await keep('4242424242424242')
  const payee = await beneficiary(cardId)
  const before = await balanceOf(testApi, 'merchant_available')
  const { id } = (await pay(payee, 400)).json()
  expect((await send(apiKey, 'DELETE', `/v1/stored-cards/${cardId}`)).statusCode).toBe(200)
  expect(await approve(id)).toMatchObject({ state: 'approved' })
  await until(id, 'failed')
  expect(await read(id)).toMatchObject({ code: '14', message: 'The card is unknown' })
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  expect((await pay(payee, 400)).json()).toMatchObject({
    ...{ code: 'stored_card.not_payable', errors: [{ path: 'beneficiaryId' }] },
  })
})

test('cooling-off counts what goes to one card, however often it is stored', async () => {
  const rule = { currency: 'USD', approval: 'levels', coolingHours: 24, coolingLimitMinor: 1000 }
  const operator = await testApi.actor('operator')
  const made = await send(operator.token, 'POST', '/api/crm/settings/payouts/rules', {
    ...{ ...rule, merchantId },
  })
  expect(made.statusCode, made.body).toBe(201)
  const number = '9792030000000000'
  const usd = { currency: 'USD' }
  const once = await beneficiary(await keep(number), usd)
  const again = await beneficiary(await keep(number), usd)
  await pay(once, 800, 'USD')
  expect((await pay(again, 300, 'USD')).json()).toMatchObject({ code: 'payout.cooling_off' })
  expect((await pay(again, 200, 'USD')).statusCode).toBe(201)
})
