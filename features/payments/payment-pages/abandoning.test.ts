// A payer who has begun to pay one way, and chooses another.
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { payersOf, tokenOf } from '@counterfoil/tools/testing/payers.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const challenged = '4000000000003220'

const { api, link, asked, sent, pay } = payersOf(testApi)

const abandon = (token: string, id: string) => sent(token, `/payments/${id}/abandon`, {})

test('a payer who has not transferred yet gives the transfer up, and pays by card [audit payer.abandonPayment]', async () => {
  const made = await link({ amount: 1006 })
  const token = tokenOf(made)
  const waits = (await pay(token, { method: { type: 'bank_transfer' }, ip: '10.6.0.1' })).json()
  expect(waits).toMatchObject({ outcome: 'pending', mayAbandon: true })
  expect((await pay(token, { ip: '10.6.0.1' })).json().code).toBe('payment_page.pending')
  expect((await abandon(tokenOf(await link()), waits.id)).statusCode).toBe(404)
  expect((await abandon(token, waits.id)).json()).toMatchObject({
    ...{ outcome: 'refused', reason: 'abandoned', mayAbandon: false },
  })
  // a transfer that comes now quotes a payment which does not wait for it
  expect((await api('GET', `/payments/${waits.id}`)).json()).toMatchObject({ status: 'declined' })
  const paid = (await pay(token, { ip: '10.6.0.1' })).json()
  expect(paid).toMatchObject({ outcome: 'paid', mayAbandon: false })
  // what is paid is not given up
  expect((await abandon(token, paid.id)).json()).toMatchObject({ outcome: 'paid' })
  expect((await api('GET', `/payment-links/${made.id}`)).json()).toMatchObject({
    ...{ status: 'paid', payments: [paid.id, waits.id] },
  })
  // it is in the payment's events, and in no audit entry
  const { rows } = await testApi.test.owner.query(
    `select (select json_agg(type order by id) from app.payment_event
              where payment_id = $1 and actor_type = 'payer') as events,
            (select count(*)::int from app.audit_entry where action = 'payer.abandonPayment') as entries`,
    [waits.id],
  )
  expect(rows[0].entries).toBe(0)
  expect(rows[0].events).toContain('payment.declined')
})

test('a confirmation at the bank that is given up is cancelled there, and cannot be confirmed afterwards', async () => {
  const token = tokenOf(await link())
  const waits = (await pay(token, { number: challenged, ip: '10.6.0.2' })).json()
  expect(waits.mayAbandon).toBe(true)
  expect((await abandon(token, waits.id)).json()).toMatchObject({ reason: 'abandoned' })
  const { pathname } = new URL(waits.confirmUrl)
  const headers = { 'content-type': 'text/plain' }
  const confirm = { method: 'POST', url: `${pathname}/confirm`, headers, payload: '' } as const
  await testApi.app.inject(confirm)
  expect((await asked(token, `/payments/${waits.id}`)).json().outcome).toBe('refused')
  expect((await pay(token, { ip: '10.6.0.2' })).json().outcome).toBe('paid')
  const { rows } = await testApi.test.owner.query(
    `select sum(captured_minor)::int as n from app.payment where id = $1`,
    [waits.id],
  )
  expect(rows).toEqual([{ n: 0 }])
})

test('what was confirmed before it is given up is paid', async () => {
  const token = tokenOf(await link())
  const waits = (await pay(token, { number: challenged, ip: '10.6.0.3' })).json()
  const { pathname } = new URL(waits.confirmUrl)
  const headers = { 'content-type': 'text/plain' }
  await testApi.app.inject({ method: 'POST', url: `${pathname}/confirm`, headers, payload: '' })
  expect((await abandon(token, waits.id)).json()).toMatchObject({ outcome: 'paid' })
  expect((await api('GET', `/payments/${waits.id}`)).json()).toMatchObject({ status: 'captured' })
})
