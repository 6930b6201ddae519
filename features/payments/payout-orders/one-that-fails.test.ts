import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import {
  accounts,
  balanceOf,
  carryOut,
  fund,
  onCluster,
  whileRefused,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'

// A payout that the database refuses to change keeps no other payout of its tenant waiting.

const testApi = await openTestApi()
const { owner } = testApi.test
const { token } = await testApi.actor('operator')
await fund(testApi, 100_000)

let keys = 0
const send = (url: string, bearer: string, payload: object) =>
  testApi.app.inject({
    ...{ method: 'POST', url, payload },
    headers: { authorization: `Bearer ${bearer}`, mode: 'Test', 'idempotency-key': `f-${++keys}` },
  })

async function pay(reference: string): Promise<string> {
  const answer = await send('/v1/payouts', 'cf_test_demo_harbour', {
    ...{ amount: 500, currency: 'GBP', reference },
    beneficiary: { name: 'Grace Hopper', ...accounts.paid, country: 'GB' },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

async function approved(reference: string): Promise<string> {
  const id = await pay(reference)
  const answer = await send('/api/crm/payouts/approvals', token, { payouts: [id] })
  expect(answer.json().data).toMatchObject([{ state: 'approved' }])
  return id
}

async function expired(reference: string): Promise<string> {
  const id = await pay(reference)
  await owner.query(
    `update payout_order set expires_at = now() - interval '1 minute' where id = $1`,
    [id],
  )
  return id
}

const stateOf = async (id: string) =>
  (await owner.query('select state from payout_order where id = $1', [id])).rows[0].state

/** Does `work` while no payout with the reference “Stuck” comes to one of these states. */
const whileStuck = (states: string, work: () => Promise<void>) =>
  whileRefused(
    testApi,
    'payout_order',
    `old.reference = 'Stuck' and new.state in (${states})`,
    work,
  )

test('one whose time is over and that cannot be ended keeps none behind it from its end, or from being sent', async ({
  skip,
}) => {
  skip(testApi.test.isCluster, onCluster)
  const stuck = await expired('Stuck')
  const behind = await expired('Rent')
  const due = await approved('Wages')
  await whileStuck(`'declined'`, async () => {
    await carryOut(testApi)
    expect(await stateOf(behind)).toBe('declined')
    await expect
      .poll(() => carryOut(testApi).then(() => stateOf(due)), { timeout: 20_000, interval: 300 })
      .toBe('paid')
  })
  expect(await stateOf(stuck)).toBe('waiting_for_approval')
  const before = await balanceOf(testApi, 'merchant_available')
  await carryOut(testApi)
  expect(await stateOf(stuck)).toBe('declined')
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before + 500)
})

test('one whose answer cannot be stored is asked for again, and those behind it are sent', async ({
  skip,
}) => {
  skip(testApi.test.isCluster, onCluster)
  const stuck = await approved('Stuck')
  const behind: string[] = []
  for (let n = 0; n < 12; n += 1) behind.push(await approved(`Wages ${n}`))
  await whileStuck(`'sent', 'paid'`, async () => {
    await carryOut(testApi)
    for (const id of behind) expect(['sent', 'paid']).toContain(await stateOf(id))
    const { rows } = await owner.query(
      'select failures, next_check_at > now() as later from payout_order where id = $1',
      [stuck],
    )
    expect(rows).toEqual([{ failures: 1, later: true }])
  })
  let aheadMs = 0
  const askLater = () => {
    aheadMs += 600_000
    return carryOut(testApi, aheadMs).then(() => stateOf(stuck))
  }
  await expect.poll(askLater, { timeout: 20_000, interval: 300 }).toBe('paid')
})
