import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import {
  accounts,
  carryOut,
  checkPayee,
  fund,
  merchantId,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'

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

test('who asked for a payout is told once how it ended, unless it was them or they are a server', async () => {
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
