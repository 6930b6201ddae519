import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { paymentChannels } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { makePayment } from '@counterfoil/kit/testing/makers.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PaymentRow } from './lookup.contract.ts'

const testApi = await openTestApi()
const [operator, merchant, platform] = await Promise.all([
  testApi.actor('operator'),
  testApi.actor('merchant'),
  testApi.actor('platform'),
])

const pay = (some: object) =>
  testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: {
      amount: 1000,
      currency: 'GBP',
      method: { type: 'card', number: '4242424242424242', expiryMonth: 12, expiryYear: 2090 },
      ...some,
    },
  })

beforeAll(async () => {
  for (const [externalId, channel] of [
    ['C-1', 'api'],
    ['C-2', 'pos'],
    ['C-3', 'recurring'],
  ]) {
    const answer = await pay({ externalId, channel })
    expect(answer.json()).toMatchObject({ channel })
  }
})

const get = (actor: { token: string }, url: string) =>
  testApi.app.inject({ url, headers: { authorization: `Bearer ${actor.token}`, mode: 'Test' } })

describe('the channel of a payment', () => {
  test.each([
    ['operator', operator, '/api/crm/transactions'],
    ['merchant', merchant, '/api/transactions'],
    ['platform', platform, '/api/crm/transactions'],
  ])('is a filter of the list, its totals and its export: %s', async (_who, actor, path) => {
    const listed = async (channel: string) =>
      (await get(actor, `${path}?channel=${channel}`))
        .json<{ data: PaymentRow[] }>()
        .data.map((row) => [row.externalId, row.channel])
    expect(await listed('pos')).toEqual([['C-2', 'pos']])
    expect(await listed('pos,recurring')).toEqual([
      ['C-3', 'recurring'],
      ['C-2', 'pos'],
    ])
    expect(await listed('api')).toEqual([['C-1', 'api']])
    const totals = await get(actor, `${path}/totals?channel=recurring`)
    expect(totals.json()).toMatchObject({ count: 1, totals: [{ currency: 'GBP', amount: 1000 }] })
    expect((await get(actor, `${path}?channel=pigeon`)).statusCode).toBe(400)
  })

  test('is not for a server to claim that the portal gives itself', async () => {
    for (const channel of ['virtual_terminal', 'payment_link', 'batch', 'pigeon']) {
      expect((await pay({ channel })).statusCode, channel).toBe(400)
    }
    expect((await pay({ externalId: 'C-4' })).json()).toMatchObject({ channel: 'api' })
  })

  test('that is rare is read through an index of its own', async () => {
    for (let made = 0; made < 40; made += 1) {
      await makePayment(testApi.test, {
        tenant_id: merchant.tenantId,
        merchant_id: merchantIdOf('harbour'),
        channel: 'api',
      })
    }
    const client = testApi.test.owner
    await client.query('analyze payment')
    // within a transaction, so that it holds on the machines of a cluster too
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query(
      `explain select id from payment where tenant_id = $1 and channel = any ($2::text[]) order by id desc limit 20`,
      [merchant.tenantId, ['pos', 'recurring']],
    )
    await client.query('commit')
    expect(JSON.stringify(rows)).toContain('payment_other_channel')
  })
})

describe('the choice of channels', () => {
  const codes = [...paymentChannels].toSorted()
  const read = async (actor: { token: string }, path: string) =>
    (await get(actor, `/api/${path}`)).json<{ id: string }[]>().map((one) => one.id)

  test('is the same as the machine knows; those in use for filters, all for looking back', async () => {
    await testApi.test.owner.query(`update payment_channel set is_active = code <> 'batch'`)
    expect((await read(operator, 'crm/lookup/payment-channels')).toSorted()).toEqual(
      codes.filter((code) => code !== 'batch'),
    )
    const query = `?organizationId=${merchantIdOf('harbour')}`
    for (const all of [
      await read(operator, `crm/payment-channels/all${query}`),
      await read(platform, 'crm/payment-channels/all'),
      await read(merchant, 'payment-channels/all'),
    ]) {
      expect(all.toSorted()).toEqual(codes)
    }
  })

  test('is not told of a merchant that is not there for the caller', async () => {
    const url = `/api/crm/payment-channels/all?organizationId=${merchantIdOf('quayside')}`
    expect((await get(operator, url)).statusCode).toBe(200)
    expect((await get(await testApi.actor('limited'), url)).statusCode).toBe(404)
  })
})
