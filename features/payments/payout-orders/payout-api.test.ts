import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { accounts, fund } from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'

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

const pay = (externalId: string, reference: string) =>
  ask('/v1/payouts', {
    ...{ amount: 500, currency: 'GBP', reference, externalId },
    beneficiary: { name: 'Grace Hopper', ...accounts.paid, country: 'GB' },
  })

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
