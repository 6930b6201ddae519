import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { accounts, checkPayee, fund, merchantId } from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
await fund(testApi, 1_000_000)

let keys = 0
const ask = (token: string, url: string, payload?: object) =>
  testApi.app.inject({
    ...{ method: 'POST', url },
    headers: { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': `a-${++keys}` },
    ...(payload === undefined ? {} : { payload }),
  })

test('every step that a person takes leaves an entry about the payout, without the whole account [audit merchantApi.createPayout] [audit merchantApi.withdrawPayout] [audit payout-orders.create] [audit payout-orders.cancel] [audit payout-orders.approve] [audit payout-orders.approve-merchant] [audit payout-orders.decline] [audit payout-orders.decline-merchant] [audit beneficiaries.checkPayee]', async () => {
  const { id: payee } = (
    await ask(maker.token, '/api/crm/settings/beneficiaries', {
      ...{ merchantId, name: 'Ada Ltd', kind: 'company', country: 'GB', currency: 'GBP' },
      ...accounts.paid,
    })
  ).json()
  await checkPayee(testApi, payee)
  await ask(maker.token, `/api/crm/settings/beneficiaries/${payee}/payee-checks`)
  await checkPayee(testApi, payee)
  const order = { beneficiaryId: payee, amount: 100, currency: 'GBP', reference: 'Invoice' }
  const pay = async () => (await ask(maker.token, '/api/payouts', order)).json().id as string
  const [first, second, third, fourth, fifth] = [
    ...[await pay(), await pay(), await pay(), await pay(), await pay()],
  ]
  await ask(maker.token, `/api/payouts/${first}/cancel`)
  await ask(approver.token, '/api/payouts/approvals', { payouts: [second] })
  await ask(operator.token, '/api/crm/payouts/approvals', { payouts: [third] })
  const reason = 'not now'
  await ask(approver.token, '/api/payouts/declinations', { payouts: [fourth], reason })
  await ask(operator.token, '/api/crm/payouts/declinations', { payouts: [fifth], reason })
  const byServer = (url: string, payload: object) =>
    testApi.app.inject({
      ...{ method: 'POST', url, payload },
      headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': `s-${++keys}` },
    })
  const { id: ofServer } = (await byServer('/v1/payouts', order)).json()
  await byServer(`/v1/payouts/${ofServer}/withdrawals`, {})
  const { rows } = await testApi.test.owner.query<{ action: string; actor: string; whole: string }>(
    `select action, actor_id::text as actor, e::text as whole from app.audit_entry e
     where record_type in ('payout-order', 'beneficiaries') and action <> 'beneficiaries.create' order by id`,
  )
  expect(rows.map(({ action }) => action).toSorted()).toEqual(
    [
      ...['beneficiaries.checkPayee', 'merchantApi.createPayout', 'payout-orders.cancel'],
      'merchantApi.withdrawPayout',
      ...Array.from({ length: 5 }, () => 'payout-orders.create'),
      ...['payout-orders.approve', 'payout-orders.approve-merchant'],
      ...['payout-orders.decline', 'payout-orders.decline-merchant'],
    ].toSorted(),
  )
  for (const { whole } of rows) expect(whole).not.toContain(accounts.paid.accountNumber)
  const actorOf = (action: string) => rows.find((one) => one.action === action)?.actor
  expect(actorOf('payout-orders.approve')).toBe(operator.subject)
  expect(actorOf('payout-orders.approve-merchant')).toBe(approver.subject)
})
