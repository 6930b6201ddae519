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
const operator = await testApi.actor('operator')
await fund(testApi, 100_000)

let keys = 0
async function ask(token: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': `${++keys}` }
  const answer = await testApi.app.inject({ method, url, headers, ...(payload && { payload }) })
  return answer.json()
}

async function beneficiary(account: object): Promise<string> {
  const { id } = await ask(maker.token, 'POST', '/api/crm/settings/beneficiaries', {
    ...{ merchantId, name: 'Ada & Co', kind: 'company', country: 'GB', currency: 'GBP' },
    ...account,
  })
  await checkPayee(testApi, id)
  return id
}

async function pay(beneficiaryId: string): Promise<string> {
  const payout = { beneficiaryId, amount: 100, currency: 'GBP', reference: 'Invoice 7' }
  return (await ask(maker.token, 'POST', '/api/payouts', payout)).id
}

const approve = (id: string) =>
  ask(approver.token, 'POST', '/api/payouts/approvals', { payouts: [id] })

const noticesOf = async (ids: readonly string[]) => {
  const { rows } = await owner.query<{ id: string; title: string; to: object; text: string }>(
    `select split_part(data ->> 'objectUrl', 'payout=', 2) as id, data -> 'title' ->> 'en' as title,
       data -> 'description' ->> 'en' as text, data -> 'to' as to from pgboss.job
     where name = 'notifications.fan-out' and data ->> 'type' = 'ActionDecided'`,
  )
  return ids.map((id) => rows.filter((row) => row.id === id))
}

test('who asked for a payout is notified once how it ended, unless they ended it or are a server', async () => {
  const paid = await beneficiary(accounts.paid)
  const declined = await pay(paid)
  await ask(operator.token, 'POST', '/api/crm/payouts/declinations', {
    ...{ payouts: [declined], reason: 'not now' },
  })
  const own = await pay(paid)
  await ask(maker.token, 'POST', `/api/payouts/${own}/cancel`)
  const expired = await pay(paid)
  await owner.query(
    `update payout_order set expires_at = now() - interval '1 second' where id = $1`,
    [expired],
  )
  const byServer = await pay(paid)
  await owner.query(`update payout_order set maker_type = 'api_key' where id = $1`, [byServer])
  await ask(operator.token, 'POST', '/api/crm/payouts/declinations', {
    ...{ payouts: [byServer], reason: 'not now' },
  })
  const failed = await pay(await beneficiary(accounts.rejected))
  const returned = await pay(await beneficiary(accounts.returned))
  const good = await pay(paid)
  for (const id of [failed, returned, good]) await approve(id)
  const ended = [...[declined, own, expired, byServer], ...[failed, returned, good]]
  await expect
    .poll(
      async () => {
        await carryOut(testApi)
        return (await noticesOf(ended)).map((some) => some.map(({ title }) => title))
      },
      { timeout: 20_000, interval: 300 },
    )
    .toEqual([
      ['A payout was declined'],
      [],
      ['A payout was not confirmed in time'],
      [],
      ['A payout failed at the bank'],
      ['A payout came back'],
      [],
    ])
  const [[notice] = []] = await noticesOf(ended)
  expect(notice?.text).toContain('to Ada &amp; Co')
  expect(notice?.to).toEqual({
    userIds: [maker.subject],
    otherwise: {
      ...{ audience: 'merchant', permission: 'Merchant.Payments.Single.View', merchantId },
    },
  })
})

test('a rail that rejects what it paid is kept and said once, changes no books, and is asked ever more rarely', async () => {
  const id = await pay(await beneficiary(accounts.paid))
  await approve(id)
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
