import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import {
  accounts,
  balanceOf,
  carryOut,
  fund,
  merchantId,
  setMerchantStatus,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test, vi } from 'vitest'

const testApi = await openTestApi()
await fund(testApi, 100_000)

let keys = 0
async function ask(url: string, payload?: object, key = 'cf_test_demo_harbour') {
  const answer = await testApi.app.inject({
    ...{ method: payload === undefined ? 'GET' : 'POST', url },
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': `list-${++keys}` },
    ...(payload === undefined ? {} : { payload }),
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

const pay = (externalId: string, reference: string, account: object = accounts.paid) =>
  ask('/v1/payouts', {
    ...{ amount: 500, currency: 'GBP', reference, externalId },
    beneficiary: { name: 'Grace Hopper', ...account, country: 'GB' },
  })

async function approve(id: string): Promise<void> {
  const { token } = await testApi.actor('operator')
  const approval = await testApi.app.inject({
    ...{ method: 'POST', url: '/api/crm/payouts/approvals', payload: { payouts: [id] } },
    headers: { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': id },
  })
  expect(approval.json().data, approval.body).toMatchObject([{ state: 'approved' }])
}

test('a merchant’s server finds payouts by its own id, by status, and page by page', async () => {
  const made = [await pay('po-1', 'PO 1'), await pay('po-2', 'PO 2'), await pay('po-3', 'PO 3')]
  const [first, second, third] = made.map(({ id }) => id)
  expect(await ask('/v1/payouts?externalId=po-2')).toEqual({
    ...{ data: [made[1]], count: 1, nextCursor: null },
  })
  const waiting = await ask('/v1/payouts?status=waiting_for_approval')
  expect(waiting.data.map(({ id }: { id: string }) => id)).toEqual([third, second, first])
  expect((await ask('/v1/payouts?status=paid')).data).toEqual([])
  const page = await ask('/v1/payouts?limit=2')
  expect(page).toMatchObject({ data: [{ id: third }, { id: second }], nextCursor: second })
  const rest = await ask(`/v1/payouts?limit=2&cursor=${page.nextCursor}`)
  expect(rest).toMatchObject({ data: [{ id: first }], nextCursor: null })
  const other = await ask('/v1/payouts', undefined, 'cf_test_demo_quayside')
  expect(other.data).toEqual([])
})

test('a payee’s name holds nothing that its approver cannot see, as a beneficiary’s does not', async () => {
  const answer = await testApi.app.inject({
    ...{ method: 'POST', url: '/v1/payouts' },
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': 'unseen' },
    payload: {
      ...{ amount: 500, currency: 'GBP', reference: 'PO 4' },
      beneficiary: { name: 'Grace \u202erepoH', ...accounts.paid, country: 'GB' },
    },
  })
  expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: 'beneficiary.name' }] })
})

test('a payout changes with what is shown of it, and not when its rail is asked once more', async () => {
  const { id } = await pay('po-5', 'PO 5')
  await approve(id)
  await setMerchantStatus(testApi, 'Suspended')
  await carryOut(testApi)
  const held = await ask(`/v1/payouts/${id}`)
  expect(held.reason).toMatchObject({ code: 'payout.merchant_not_active' })
  await carryOut(testApi, 60 * 60_000)
  expect(await ask(`/v1/payouts/${id}`)).toEqual(held)
  await setMerchantStatus(testApi, 'Active')
  const paid = async () => {
    await carryOut(testApi, 2 * 60 * 60_000)
    return ask(`/v1/payouts/${id}`)
  }
  await expect.poll(paid, { timeout: 20_000, interval: 300 }).toMatchObject({ status: 'paid' })
  const events = await ask('/v1/events?types=payout.paid')
  const { data } = events.data.find((one: { data: { id: string } }) => one.data.id === id)
  for (const hours of [3, 6, 12]) {
    await carryOut(testApi, hours * 60 * 60_000)
    expect(await ask(`/v1/payouts/${id}`)).toEqual(data)
  }
})

test('a payout that is paid and returned in one answer of its rail is returned later', async () => {
  const { id } = await pay('po-6', 'PO 6', accounts.returned)
  await approve(id)
  await carryOut(testApi)
  // the rail is not asked before both have happened there
  await testApi.test.owner.query(
    `update sandbox.rail_transfer set accepted_at = accepted_at - interval '1 hour'`,
  )
  await carryOut(testApi, 60 * 60_000)
  type Event = { type: string; timestamp: string; data: { id: string; updatedAt: string } }
  const { data } = await ask('/v1/events?types=payout.paid,payout.returned')
  const own = data.filter((one: Event) => one.data.id === id)
  expect(own.map(({ type }: Event) => type)).toEqual(['payout.paid', 'payout.returned'])
  const [paid, returned] = own.map(({ data: { updatedAt } }: Event) => updatedAt)
  expect(returned > paid, `${returned} > ${paid}`).toBe(true)
  expect(await ask(`/v1/payouts/${id}`)).toEqual(own[1].data)
})

test('a server takes back what a server of its merchant asked for, once, and nothing that a person did', async () => {
  const before = await balanceOf(testApi, 'merchant_available')
  const { id } = await pay('po-7', 'PO 7')
  expect(await balanceOf(testApi, 'merchant_available')).toBeLessThan(before)
  const withdraw = (of: string, key: string) =>
    testApi.app.inject({
      ...{ method: 'POST', url: `/v1/payouts/${of}/withdrawals`, payload: {} },
      headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': key },
    })
  // by a key that was replaced meanwhile
  const { owner } = testApi.test
  await owner.query('update app.payout_order set maker_id = gen_random_uuid() where id = $1', [id])
  const answer = await withdraw(id, 'back')
  expect([answer.statusCode, answer.json()]).toMatchObject([
    ...[201, { id, status: 'declined', reason: { code: 'payout.withdrawn' } }],
  ])
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  const again = await withdraw(id, 'back')
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([answer.body, 'true'])
  expect((await withdraw(id, 'back-2')).json()).toMatchObject({
    status: 409,
    code: 'payout.decided',
  })
  const { data } = await ask('/v1/events?types=payout.declined')
  expect(data.at(-1).data).toEqual(answer.json())
  const { id: other } = await pay('po-8', 'PO 8')
  await owner.query(`update app.payout_order set maker_type = 'user' where id = $1`, [other])
  expect((await withdraw(other, 'theirs')).json()).toMatchObject({
    ...{ status: 403, code: 'payout.not_own' },
  })
})

test.each([
  ['is given another account', `account_number = '13349101'`, 409, 'payout.payee_changed'],
  ['is archived', 'is_active = false', 404, 'not_found'],
])(
  'a beneficiary that %s while its bank is asked for the name is not paid',
  async (_, change, status, code) => {
    const { token } = await testApi.actor('merchant')
    const made = await testApi.app.inject({
      ...{ method: 'POST', url: '/api/crm/settings/beneficiaries' },
      headers: { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': randomUUID() },
      payload: {
        ...{ merchantId, name: 'Grace Hopper', kind: 'person', country: 'GB', currency: 'GBP' },
        ...accounts.paid,
      },
    })
    const { id: beneficiaryId } = made.json()
    const bank = vi
      .spyOn(testApi.providers.payeeChecks, 'check')
      .mockImplementationOnce(async () => {
        await testApi.test.owner.query(
          `update app.beneficiary set ${change}, version = version + 1 where id = $1`,
          [beneficiaryId],
        )
        return { result: 'match', bankName: null }
      })
    const before = await balanceOf(testApi, 'merchant_available')
    const answer = await testApi.app.inject({
      ...{ method: 'POST', url: '/v1/payouts' },
      headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
      payload: { amount: 500, currency: 'GBP', reference: 'PO 9', beneficiaryId },
    })
    expect(bank).toHaveBeenCalledOnce()
    bank.mockRestore()
    expect(answer.json()).toMatchObject({ status, code })
    expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  },
)
