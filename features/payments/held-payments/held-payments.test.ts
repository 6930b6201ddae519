import { openSettingsFixture } from '@counterfoil/api/testing/settings-fixture.ts'
import { expect, test } from 'vitest'

// Held payments as a queue: the oldest first, until somebody decides.
const { makeRule, pay, operator, testApi } = await openSettingsFixture()
const merchant = await testApi.actor('merchant')

const ask = async (actor: typeof merchant, url: string, payload?: object) => {
  const answer = await testApi.app.inject({
    ...{ method: payload === undefined ? 'GET' : 'POST', url },
    headers: { authorization: `Bearer ${actor.token}`, mode: 'Test', 'idempotency-key': url },
    ...(payload === undefined ? {} : { payload }),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

test('what a rule holds waits in the queue, the oldest first, and leaves it when somebody decides', async () => {
  await makeRule({
    ...{ rule: 'amount_ceiling', outcome: 'review', merchantId: null, mode: null, threshold: null },
    ...{ currency: 'GBP', amountMinor: 70_000, countries: [] },
  })
  const customer = { email: 'reader@example.com' }
  const first = await pay({ amount: 70_001, customer })
  const second = await pay({ amount: 70_002, merchant: 'quayside' })
  await pay({ amount: 100 })
  const queue = await ask(operator, '/api/crm/held-payments')
  expect(queue.count).toBe(2)
  expect(queue.data).toMatchObject([
    { id: first.id, amount: 70_001, rules: ['amount_ceiling'], customerEmail: customer.email },
    { id: second.id, rules: ['amount_ceiling'] },
  ])
  // merchants see their own, without what the rules found
  const own = await ask(merchant, '/api/held-payments')
  expect(own).toMatchObject({ count: 1, data: [{ id: first.id, rules: [] }] })

  await ask(operator, `/api/crm/transactions/${first.id}/approves`, { reason: 'Known' })
  await ask(operator, `/api/crm/transactions/${second.id}/declines`, { reason: 'Stolen card' })
  expect(await ask(operator, '/api/crm/held-payments')).toMatchObject({ count: 0, data: [] })
})
