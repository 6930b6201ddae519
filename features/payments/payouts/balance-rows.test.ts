import { randomUUID } from 'node:crypto'
import { statementsOf } from '@counterfoil/api/testing/statements.ts'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import type { MerchantBalance } from './balances.contract.ts'

const testApi = await openTestApi()
const merchant = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
const merchantId = merchantIdOf('harbour')

async function send(path: string, payload: object): Promise<{ id: string }> {
  const answer = await testApi.app.inject({
    ...{ method: 'POST', url: path, payload },
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

const method = { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 }
const take = (amount: number) => send('/v1/payments', { amount, currency: 'GBP', method })

const call = (actor: Actor, url: string, mode = 'Test') =>
  testApi.app.inject({
    url,
    headers: { authorization: `Bearer ${actor.token}`, mode },
  })

async function setTerms(days: number): Promise<void> {
  await testApi.test.owner.query(
    `insert into settlement_terms (tenant_id, id, merchant_id, currency, settlement_days, reserve_basis_points, reserve_days,
       created_at, updated_at) values ($1, $2, $3, 'GBP', $4, 0, 0, now(), now())
     on conflict (tenant_id, merchant_id, currency) do update set settlement_days = excluded.settlement_days`,
    [tenantIdOf('northwind'), randomUUID(), merchantId, days],
  )
  await testApi.test.owner.query('update tenant set settings_version = settings_version + 1')
}

test('what is set aside for payouts, and what becomes available next, are the sums of their rows', async () => {
  await setTerms(0)
  const [paid] = [await take(5_000), await take(90_000)]
  const asked = await testApi.app.inject({
    ...{ method: 'POST', url: `/api/crm/transactions/${paid.id}/payouts` },
    headers: {
      ...{ authorization: `Bearer ${operator.token}`, mode: 'Test' },
      'idempotency-key': randomUUID(),
    },
    payload: { amount: 400, reason: 'A prize' },
  })
  expect(asked.statusCode, asked.body).toBe(200)
  const order = await send('/v1/payouts', {
    ...{ amount: 700, currency: 'GBP', reference: 'Invoice 7', externalId: 'PO-1' },
    beneficiary: {
      ...{ name: 'Ada Lovelace Ltd', country: 'GB' },
      ...{ sortCode: '20-00-00', accountNumber: '55779911' },
    },
  })
  await setTerms(2)
  const [first, second] = [await take(1_100), await take(1_300)]
  await setTerms(5)
  await take(9_000)

  const balances = (await call(merchant, '/api/balances')).json<{ data: MerchantBalance[] }>()
  const balance = balances.data.find(({ currency }) => currency === 'GBP')
  for (const [actor, path] of [
    [merchant, '/api/balances/rows'],
    [operator, `/api/crm/balances/${merchantId}/rows`],
  ] as const) {
    const payouts = (await call(actor, `${path}?part=payoutsPending&currency=GBP`)).json()
    expect(payouts).toMatchObject({ count: 2, amount: balance?.payoutsPending, on: null })
    expect(payouts.data).toMatchObject([
      { kind: 'payoutOrder', id: order.id, paymentId: null, name: 'Ada Lovelace Ltd' },
      { kind: 'payout', paymentId: paid.id },
    ])
    const next = (await call(actor, `${path}?part=next&currency=GBP`)).json()
    expect(next).toMatchObject({ count: 2, amount: balance?.next?.amount, on: balance?.next?.on })
    expect(next.data.map((row: { paymentId: string }) => row.paymentId)).toEqual([
      second.id,
      first.id,
    ])
    expect((await call(actor, `${path}?part=next&currency=GBP`, 'Live')).json().count).toBe(0)
  }
})

test('one who sees a part of the payments is given no rows of a balance, nor those of another tenant', async () => {
  const rows = (id: string) => `/api/crm/balances/${id}/rows?part=next&currency=GBP`
  const narrow = await testApi.actor('narrow')
  const refused = await call(narrow, rows(merchantId))
  const ofBalance = await call(narrow, `/api/crm/balances/${merchantId}`)
  expect([refused.statusCode, refused.json().code]).toEqual([403, ofBalance.json().code])
  expect((await call(operator, rows(merchantIdOf('galata')))).statusCode).toBe(404)
})

test.skipIf(testApi.test.isCluster)(
  'what is set aside is found by the indexes of what is open, not among all that was ever paid',
  async () => {
    const url = '/api/balances/rows?part=payoutsPending&currency=GBP'
    const texts = await statementsOf(() => call(merchant, url))
    const asked = texts.find((text) => text.includes('payouts_in_transit')) ?? ''
    const { owner } = testApi.test
    await owner.query('begin')
    // as if there were a million of each
    await owner.query(
      `update pg_class set reltuples = 1000000, relpages = 1 where relname in ('payment', 'payment_operation', 'payout_order')`,
    )
    const { rows } = await owner.query<Record<'QUERY PLAN', string>>(
      `explain (generic_plan) ${asked}`,
    )
    await owner.query('rollback')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const index of [
      'payment_operation_held',
      'payment_operation_open',
      'payout_order_waiting',
    ]) {
      expect(plan).toContain(index)
    }
  },
)
