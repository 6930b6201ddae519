import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { confirmationsOf } from '@counterfoil/tools/testing/confirmations.ts'
import { afterEach, expect, test } from 'vitest'

const testApi = await openTestApi()
const { owner } = testApi.test
const maker = await testApi.actor('operator')
const checker = await testApi.actor('operator')
const merchant = await testApi.actor('merchant')
const { post, paid, level, waiting } = confirmationsOf(testApi, { operator: checker, merchant })

afterEach(() => owner.query('delete from confirmation_level'))

// what the payouts are paid from
await paid({ amount: 100_000 })

const cardOf = (number: string) => ({
  method: { type: 'card', number, expiryMonth: 12, expiryYear: 2090 },
})
const payOut = (id: string, amount: number) =>
  post(maker, `${id}/payouts`, { amount, reason: 'A prize' })

/** Asked for by one, and approved by another, as every payout is. */
async function paidOut(id: string, amount: number): Promise<void> {
  const asked = await payOut(id, amount)
  expect(asked.statusCode, asked.body).toBe(200)
  const approved = await post(checker, 'payout/approvals', { transactions: [id] })
  expect(approved.json().data).toMatchObject([{ state: 'succeeded', code: null }])
}

test('payouts of a day to one card come to a level together, whichever payments they are of', async () => {
  await level(['payout'], { currency: 'GBP', amountMinor: 500, confirmers: 2 })
  const card = cardOf('4000000000000143')
  const id = await paid(card)
  await paidOut(id, 300)
  waiting(await payOut(id, 200))
  const another = await paid(card)
  await paidOut(another, 199)
  waiting(await payOut(await paid(card), 1))
  // another card is another payee
  await paidOut(await paid(cardOf('5555555555554444')), 499)
})

test('what was declined, and what was paid out the day before, does not count', async () => {
  await level(['payout'], { currency: 'GBP', amountMinor: 500 })
  const id = await paid(cardOf('4000000000000150'))
  expect((await payOut(id, 400)).statusCode).toBe(200)
  await post(checker, 'payout/declinations', { transactions: [id], reason: 'No' })
  await paidOut(id, 400)
  waiting(await payOut(id, 100))
  await owner.query(
    `update payment_operation set created_at = created_at - interval '25 hours' where payment_id = $1`,
    [id],
  )
  expect((await payOut(id, 400)).statusCode).toBe(200)
})
