import { randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { beforeAll, describe, expect, test } from 'vitest'

const testApi = await openTestApi()
const maker = await testApi.actor('operator')
const checker = await testApi.actor('operator')
const merchant = await testApi.actor('merchant')
const platform = await testApi.actor('platform')
const secondPlatform = await testApi.actor('platform')
const stranger = await testApi.actor('operator', ['Crm.Payments.PendingTransactions'])

async function paid(amount = 1000, method: object = {}, currency = 'GBP'): Promise<string> {
  const slug = currency === 'GBP' ? 'harbour' : 'galata'
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: `Bearer cf_test_demo_${slug}`, 'idempotency-key': randomUUID() },
    payload: {
      amount,
      currency,
      method: {
        type: 'card',
        number: '4242424242424242',
        expiryMonth: 12,
        expiryYear: 2090,
        ...method,
      },
    },
  })
  return answer.json().id
}

interface Sent {
  readonly body?: object
  readonly key?: string
  readonly mode?: string
}

function call(actor: Actor, path: string, { body, key, mode }: Sent = {}) {
  const prefix = actor.kind === 'merchant' ? '/api/transactions' : '/api/crm/transactions'
  return testApi.app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `${prefix}${path}`,
    headers: {
      authorization: `Bearer ${actor.token}`,
      'idempotency-key': key ?? randomUUID(),
      mode: mode ?? 'Test',
    },
    ...(body === undefined ? {} : { payload: body }),
  })
}

const ask = (by: Actor, id: string, amount: number, key?: string) =>
  call(by, `/${id}/payouts`, {
    body: { amount, reason: 'A prize' },
    ...(key === undefined ? {} : { key }),
  })
const approve = (by: Actor, transactions: string[], more: Sent = {}) =>
  call(by, '/payout/approvals', { body: { transactions }, ...more })
const decline = (by: Actor, transactions: string[], reason: string) =>
  call(by, '/payout/declinations', { body: { transactions, reason } })

// what the payouts are paid from
beforeAll(() => paid(100_000))

describe('a payout', () => {
  test('is asked for, seen by who decides, and approved by somebody else', async () => {
    const id = await paid()
    const asked = await ask(maker, id, 400)
    expect(asked.statusCode).toBe(200)
    const waiting = (await call(checker, '/payout/waiting')).json()
    expect(waiting).toMatchObject({
      count: 1,
      data: [{ id, amount: 400, currency: 'GBP', reason: 'A prize', isOwn: false }],
    })
    expect((await call(maker, '/payout/waiting')).json().data[0].isOwn).toBe(true)
    const other = await call(checker, `/payout/waiting?id=${await paid()}`)
    expect(other.json()).toEqual({ count: 0, data: [] })
    expect(waiting.data[0].reasonRequiredFor).toEqual([])
    const found = (await call(checker, '?payout=waiting')).json()
    expect(found.data.map((one: { id: string }) => one.id)).toEqual([id])
    const details = (await call(maker, `/${id}/details`)).json()
    expect(details.waitingPayout).toMatchObject({ amount: 400, reason: 'A prize' })
    expect(details.actions).toContainEqual(
      expect.objectContaining({ action: 'approvePayout', code: 'approvePayout.own_payout' }),
    )
    expect((await approve(checker, [id])).json()).toEqual({
      data: [{ id, state: 'succeeded', code: null, message: null }],
    })
    expect((await call(checker, '?payout=waiting')).json().data).toEqual([])
  })

  test('is told to the merchant with its amount', async () => {
    const id = await paid()
    await ask(maker, id, 300)
    await approve(checker, [id])
    const { rows } = await testApi.test.owner.query<{ payload: string }>(
      `select payload from merchant_event where payment_id = $1 order by id`,
      [id],
    )
    const result = rows.map(({ payload }) => JSON.parse(payload))
    const payouts = result.filter(({ type }) => type.startsWith('payout.'))
    expect(payouts.map(({ type }) => type)).toEqual([
      'payout.requested',
      'payout.approved',
      'payout.paid',
    ])
    expect(payouts[2].data.payout).toMatchObject({ amount: 300, currency: 'GBP' })
  })

  test('of a double click is asked for once, and approved once', async () => {
    const id = await paid()
    const key = randomUUID()
    const asked = await Promise.all([ask(maker, id, 100, key), ask(maker, id, 100, key)])
    expect(asked[0]?.body).toBe(asked[1]?.body)
    const approved = await Promise.all([
      approve(checker, [id], { key }),
      approve(checker, [id], { key }),
    ])
    expect(approved.map((one) => one.json().data[0].state)).toEqual(['succeeded', 'succeeded'])
  })

  test.each([
    ['without an amount', {}, 400, 'request.invalid'],
    ['of nothing', { amount: 0 }, 400, 'request.invalid'],
    ['beyond what is owed', { amount: 99_999_999 }, 409, 'payout.exceeds_balance'],
  ])('%s is refused', async (_what, body, status, code) => {
    const answer = await call(maker, `/${await paid()}/payouts`, { body })
    expect(answer.statusCode).toBe(status)
    expect(answer.json().code).toContain(code)
  })
})

describe('a balance', () => {
  const ofHarbour = `/api/crm/balances/${merchantIdOf('harbour')}`
  const balances = async (by: Actor, path: string) => {
    const headers = { authorization: `Bearer ${by.token}`, mode: 'Test' }
    const answer = await testApi.app.inject({ url: path, headers })
    return { status: answer.statusCode, data: answer.json().data }
  }

  test('says what is payable: what waits for approval is set aside, and comes back when declined', async () => {
    const id = await paid()
    const [before] = (await balances(maker, ofHarbour)).data
    await ask(maker, id, 300)
    const [after] = (await balances(maker, ofHarbour)).data
    expect(after).toEqual({
      ...before,
      payable: before.payable - 300,
      payoutsPending: before.payoutsPending + 300,
    })
    expect((await balances(merchant, '/api/balances')).data).toEqual([after])
    expect((await balances(platform, ofHarbour)).data).toEqual([after])
    await decline(checker, [id], 'Not ours')
    expect((await balances(maker, ofHarbour)).data).toEqual([before])
  })

  test('of another merchant is not there, and of a part of the payments is none', async () => {
    const limited = await testApi.actor('limited')
    const narrow = await testApi.actor('narrow')
    const quayside = `/api/crm/balances/${merchantIdOf('quayside')}`
    expect((await balances(maker, quayside)).status).toBe(200)
    expect((await balances(limited, quayside)).status).toBe(404)
    expect((await balances(maker, `/api/crm/balances/${merchantIdOf('galata')}`)).status).toBe(404)
    expect((await balances(narrow, ofHarbour)).status).toBe(403)
  })
})

describe('in bulk', () => {
  test('payouts are approved, each by itself, and told one by one [transactions.payouts.bulk]', async () => {
    const good = await paid()
    const own = await paid()
    const none = await paid()
    const refused = await paid(1000, { number: '4000000000000283' })
    await Promise.all([ask(maker, good, 10), ask(checker, own, 10), ask(maker, refused, 10)])
    const nobodys = randomUUID()
    const answer = await approve(checker, [good, own, none, refused, nobodys, good])
    expect(answer.statusCode).toBe(200)
    const { data } = answer.json()
    expect(data.map((one: { id: string }) => one.id)).toEqual([good, own, none, refused, nobodys])
    expect(data).toMatchObject([
      { state: 'succeeded', code: null },
      { state: null, code: 'approvePayout.own_payout' },
      { state: null, code: 'approvePayout.no_payout' },
      { state: 'declined', code: null, message: 'The issuer declined without a reason' },
      { state: null, code: 'not_found' },
    ])
    const live = await approve(checker, [own], { mode: 'Live' })
    expect(live.json().data[0].code).toBe('mode.mismatch')
    await decline(checker, [own], '')
  })

  test('a payout that was seen is decided on, and not another one that its maker asked for since', async () => {
    const id = await paid()
    await ask(maker, id, 10)
    const [{ payoutId }] = (await call(checker, `/payout/waiting?id=${id}`)).json().data
    await decline(maker, [id], 'I meant more')
    await ask(maker, id, 900)
    const body = { transactions: [id], payouts: [payoutId], reason: 'A prize' }
    for (const decision of ['approvals', 'declinations']) {
      const answer = await call(checker, `/payout/${decision}`, { body })
      expect(answer.json().data).toMatchObject([{ state: null, code: 'payout.other_waits' }])
    }
    const { data } = (await call(checker, `/payout/waiting?id=${id}`)).json()
    expect(data).toMatchObject([{ amount: 900 }])
    const again = { ...body, payouts: [data[0].payoutId] }
    const approved = await call(checker, '/payout/approvals', { body: again })
    expect(approved.json().data).toMatchObject([{ state: 'succeeded' }])
  })

  test('each decision stands in the audit trail of its own organisation, with what it changed', async () => {
    await paid(100_000, {}, 'TRY')
    const [here, there, none] = [await paid(), await paid(1000, {}, 'TRY'), await paid()]
    await Promise.all([ask(maker, here, 10), ask(secondPlatform, there, 20)])
    const answer = await approve(platform, [here, there, none])
    expect(answer.json().data).toMatchObject([
      { state: 'succeeded' },
      { state: 'succeeded' },
      { code: 'approvePayout.no_payout' },
    ])
    const { rows } = await testApi.test.owner.query(
      // of another organisation none is found
      `select a.merchant_id = p.merchant_id as "isOfMerchant", a.record_id as id, a.before, a.after
       from audit_entry a join payment p on p.tenant_id = a.tenant_id and p.id::text = a.record_id
       where a.request_id = $1 order by a.record_id`,
      [answer.headers['x-request-id']],
    )
    const entryOf = (id: string, amount: number) => ({
      ...{ id, isOfMerchant: true, before: { state: 'waiting_for_approval' } },
      after: { state: 'succeeded', amount, reason: null },
    })
    expect(rows).toEqual([entryOf(here, 10), entryOf(there, 20)])
    const refused = await approve(platform, [none])
    const left = await testApi.test.owner.query(
      'select tenant_id, record_type, after from audit_entry where request_id = $1',
      [refused.headers['x-request-id']],
    )
    const { tenantId } = platform
    expect(left.rows).toEqual([
      { tenant_id: tenantId, record_type: 'payout', after: { refused: [none] } },
    ])
  })

  test('they are declined, with a reason or none [transactions.payouts.decline-reason]', async () => {
    const [with_, without] = [await paid(), await paid()]
    await Promise.all([ask(maker, with_, 10), ask(maker, without, 10)])
    const first = await decline(checker, [with_], 'Not agreed on')
    expect(first.json().data).toMatchObject([{ state: 'declined', message: 'Not agreed on' }])
    const second = await decline(checker, [without], '')
    expect(second.json().data).toMatchObject([{ state: 'declined', code: null }])
    const missing = await call(checker, '/payout/declinations', {
      body: { transactions: [without] },
    })
    expect(missing.statusCode).toBe(400)
  })

  test('they are approved by no second account of whoever requested them', async () => {
    const id = await paid()
    await ask(maker, id, 10)
    const { rows } = await testApi.test.owner.query('select email from app_user where id = $1', [
      maker.subject,
    ])
    const again = await makeUser(testApi.test, {
      ...{ tenant_id: maker.tenantId, user_type: 'tenant', permissions: maker.permissions },
      email: String(rows[0].email).replace('@', '+2@'),
    })
    const second = { ...maker, subject: again.id, token: await testApi.issuer.token(again.id) }
    expect((await approve(second, [id])).json().data).toMatchObject([
      { state: null, code: 'approvePayout.own_payout' },
    ])
    expect((await approve(checker, [id])).json().data).toMatchObject([{ state: 'succeeded' }])
  })

  test('platform staff decide in the payment’s tenant, merchants on their own', async () => {
    const [theirs, ours] = [await paid(), await paid()]
    await Promise.all([ask(merchant, theirs, 10), ask(maker, ours, 10)])
    expect((await approve(platform, [theirs])).json().data[0].state).toBe('succeeded')
    expect((await approve(merchant, [ours])).json().data[0].state).toBe('succeeded')
  })

  test('who may not decide is not told of any', async () => {
    expect((await approve(stranger, [await paid()])).statusCode).toBe(403)
    expect((await call(stranger, '/payout/waiting')).statusCode).toBe(403)
  })
})
