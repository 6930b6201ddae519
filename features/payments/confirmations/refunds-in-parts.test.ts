import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const [admin, maker] = [await testApi.actor('operator'), await testApi.actor('operator')]

const ask = (token: string, url: string, payload: object) =>
  testApi.app.inject({
    ...{ method: 'POST', url, payload },
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID(), mode: 'Test' },
  })

async function paid(number: string): Promise<string> {
  const method = { type: 'card', number, expiryMonth: 12, expiryYear: 2090 }
  const order = { amount: 1000, currency: 'GBP', method }
  const answer = await ask('cf_test_demo_harbour', '/v1/payments', order)
  expect(answer.json().status, answer.body).toBe('captured')
  return answer.json().id
}
const refund = (id: string) =>
  ask(maker.token, `/api/crm/transactions/${id}/refunds`, { amount: 200 })

const level = await ask(admin.token, '/api/crm/settings/confirmation-levels', {
  ...{ name: 'Large refunds', actions: ['refund'], mode: null, currency: 'GBP', amountMinor: 500 },
  ...{ onlyNewPayees: false, makerRoleId: null, confirmerRoleId: null, confirmers: 1, hours: 72 },
})
expect(level.statusCode, level.body).toBe(201)

test('of refunds at the same moment the one that passes the level with the others waits', async () => {
  const id = await paid('4242424242424242')
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => refund(id)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(2)
  // one waits at a time; a later one takes its place where the payment has changed since
  expect(statuses).toContain(202)
  const { rows } = await testApi.test.owner.query(
    'select refunded_minor::int as refunded from app.payment where id = $1',
    [id],
  )
  expect(rows).toEqual([{ refunded: 400 }])
})

test('a refund that its acquirer has not decided counts for the level', async () => {
  const id = await paid('4000000000000150')
  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1) statuses.push((await refund(id)).statusCode)
  expect(statuses).toEqual([200, 200, 202])
})

test.each([
  ['4242424242424242', 'succeeded'],
  ['4000000000000143', 'declined'],
  ['4000000000000150', 'pending'],
])('the answer to a refund of %s says that it is %s', async (card, status) => {
  const answer = await refund(await paid(card))
  expect(answer.statusCode).toBe(200)
  const { operation } = answer.json()
  expect(operation.status).toBe(status)
  expect(operation.declineReason === null).toBe(status !== 'declined')
})
