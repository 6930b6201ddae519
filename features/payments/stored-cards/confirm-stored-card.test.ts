// Whether a payer who pays with a stored card is asked to confirm, and what follows; a merchant's own payments never ask.
import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const { owner } = testApi.test
const key = 'cf_test_demo_harbour'
const challenged = '4000000000003220'

async function pay(body: object) {
  const answer = await testApi.app.inject({
    ...{ method: 'POST', url: '/v1/payments' },
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
    payload: { amount: 1250, currency: 'GBP', ...body },
  })
  return answer.json()
}
const read = async (path: string) =>
  (
    await testApi.app.inject({ url: `/v1${path}`, headers: { authorization: `Bearer ${key}` } })
  ).json()

/** What the payer does at the bank, on its page. */
async function answer(url: string, choice: 'confirm' | 'refuse'): Promise<string> {
  const { pathname } = new URL(url)
  const headers = { 'content-type': 'text/plain' }
  return (
    await testApi.app.inject({
      ...{ method: 'POST', url: `${pathname}/${choice}`, headers, payload: '' },
    })
  ).body
}

async function storedCard(number: string): Promise<{ id: string; schemeTransactionId: string }> {
  const first = await pay({
    method: { type: 'card', number, expiryMonth: 12, expiryYear: 2090, securityCode: '123' },
    customer: { email: `${randomUUID()}@people.example` },
    storeCard: { consent: true, uses: ['customer', 'unscheduled'] },
  })
  if (first.nextAction !== null) await answer(first.nextAction.url, 'confirm')
  const { id } = first.storedCard
  const { schemeTransactionId } = await read(`/stored-cards/${id}`)
  return { id, schemeTransactionId }
}

const use = (id: string, initiator: string, some: object = {}) =>
  pay({ method: { type: 'stored', id, initiator }, ...some })

test('the payer confirms a payment with the stored card, and comes back to the shop', async () => {
  const { id } = await storedCard(challenged)
  const returnUrl = 'https://shop.example/done?cart=7'
  const pending = await use(id, 'customer', { returnUrl })
  expect(pending).toMatchObject({
    status: 'pending',
    nextAction: { type: 'redirect', url: expect.stringContaining('/sandbox/3ds/') },
    storedCard: { id, use: 'subsequent', initiator: 'customer' },
  })
  const page = await answer(pending.nextAction.url, 'confirm')
  expect(page).toContain(`https://shop.example/done?cart=7&amp;paymentId=${pending.id}`)
  const done = await read(`/payments/${pending.id}`)
  expect(done).toMatchObject({ status: 'captured', capturedAmount: 1250, nextAction: null })
  // a payer who loads the bank's page again is sent back to the shop; a second answer changes nothing
  const { pathname } = new URL(pending.nextAction.url)
  const loadedAgain = await testApi.app.inject({ url: pathname })
  expect(loadedAgain.body).toContain(`&amp;paymentId=${pending.id}`)
  expect(loadedAgain.body).not.toContain('<form')
  await answer(pending.nextAction.url, 'refuse')
  expect((await read(`/payments/${pending.id}`)).version).toBe(done.version)
})

test('a payer who refuses pays nothing, and may pay with the stored card later', async () => {
  const { id } = await storedCard(challenged)
  const pending = await use(id, 'customer')
  await answer(pending.nextAction.url, 'refuse')
  expect(await read(`/payments/${pending.id}`)).toMatchObject({
    ...{ status: 'declined', declineCode: 'authentication_failed', capturedAmount: 0 },
  })
  expect((await read(`/stored-cards/${id}`)).stopped).toBeNull()
  const again = await use(id, 'customer')
  await answer(again.nextAction.url, 'confirm')
  expect((await read(`/payments/${again.id}`)).status).toBe('captured')
})

test('a bank that is content asks the payer nothing', async () => {
  const { id } = await storedCard('4242424242424242')
  expect(await use(id, 'customer')).toMatchObject({ status: 'captured', nextAction: null })
})

test('what the merchant takes is never confirmed, and names the payment of the consent', async () => {
  const { id, schemeTransactionId } = await storedCard(challenged)
  expect(schemeTransactionId).toMatch(/^\d{15}$/)
  expect(await use(id, 'merchant')).toMatchObject({
    ...{ status: 'captured', nextAction: null },
    storedCard: { initiator: 'merchant', firstSchemeTransactionId: schemeTransactionId },
  })
  // the acquirer was sent that id: with another it refuses, and asks nothing either
  await owner.query(`update app.stored_card set scheme_transaction_id = $2 where id = $1`, [
    ...[id, '000000000000000'],
  ])
  expect(await use(id, 'merchant')).toMatchObject({
    ...{ status: 'declined', declineCode: 'no_agreement', nextAction: null },
  })
})

test('who telephones is asked nothing: such an order is out of the scope of strong authentication', async () => {
  const { id } = await storedCard(challenged)
  const { token } = await testApi.actor('merchant')
  const sold = await testApi.app.inject({
    ...{ method: 'POST', url: '/api/virtual-terminal/payments' },
    headers: { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': randomUUID() },
    payload: {
      ...{ amount: 900, currency: 'GBP', orderType: 'telephone' },
      storedCard: { id, initiator: 'customer' },
    },
  })
  expect(sold.json()).toMatchObject({ status: 'captured', nextAction: null })
})
