import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import type { RailState } from '@counterfoil/providers/rails/rail.ts'
import {
  accounts,
  balanceOf,
  carryOut,
  checkPayee,
  fund,
  merchantId,
  tenantId,
  workerOf,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'
import { carryOutOrder } from './carry-out.ts'

const testApi = await openTestApi()
const { owner } = testApi.test
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
await fund(testApi, 10_000)

let keys = 0
async function ask(token: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': `${++keys}` }
  const answer = await testApi.app.inject({ method, url, headers, ...(payload && { payload }) })
  return answer.json()
}

test('a rail that rejects what it paid is kept and said once, changes no books, and is asked ever more rarely', async () => {
  const { id: beneficiaryId } = await ask(
    ...([maker.token, 'POST', '/api/crm/settings/beneficiaries'] as const),
    {
      ...{ merchantId, name: 'Ada Ltd', kind: 'company', country: 'GB', currency: 'GBP' },
      ...accounts.paid,
    },
  )
  await checkPayee(testApi, beneficiaryId)
  const payout = { beneficiaryId, amount: 100, currency: 'GBP', reference: 'Invoice 7' }
  const { id } = await ask(maker.token, 'POST', '/api/payouts', payout)
  await ask(approver.token, 'POST', '/api/payouts/approvals', { payouts: [id] })
  await carryOut(testApi)
  const answered = async (answer: RailState) => {
    await owner.query(
      `update payout_order set next_check_at = now(), submitted_at = now() - interval '4 days' where id = $1`,
      [id],
    )
    const rails = {
      find: async () => answer,
      submit: () => Promise.reject(new Error('It was sent already')),
    }
    await carryOutOrder({ rails }, tenantScope(tenantId), id, workerOf(testApi))
  }
  await answered({ state: 'paid', railReference: 'FP-1', mayReturn: true })
  const books = await balanceOf(testApi, 'payouts_in_transit')
  for (const _ of ['at first', 'once more']) {
    await answered({ state: 'rejected', code: 'AC04' })
    const { rows } = await owner.query<{ later: boolean }>(
      `select next_check_at > now() + interval '5 hours' as later from payout_order where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ later: true }])
  }
  const { state, steps, code } = await ask(maker.token, 'GET', `/api/payouts/${id}`)
  const contradicted = steps.filter(({ kind }: { kind: string }) => kind === 'contradicted')
  expect([state, contradicted]).toMatchObject(['paid', [{ reason: 'AC04: The account is closed' }]])
  // a payout that is paid has no reason for why it is not
  expect(code).toBeNull()
  expect(await balanceOf(testApi, 'payouts_in_transit')).toBe(books)
  const { rows: notices } = await owner.query<{ url: string }>(
    `select data ->> 'objectUrl' as url from pgboss.job
     where name = 'notifications.fan-out' and data ->> 'type' = 'PaymentContradicted'`,
  )
  expect(notices).toEqual([{ url: `/transaction-management/payouts?payout=${id}` }])
})
