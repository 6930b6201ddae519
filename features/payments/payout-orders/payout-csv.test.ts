// Payouts as a file for spreadsheets: the rows of the list, in the mode and scope of who asks.
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import { accounts, checkPayee, fund, merchantId } from '@counterfoil/tools/testing/payout-orders.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const merchant = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
const another = await makeUser(testApi.test, {
  ...{ user_type: 'merchant', tenant_id: tenantIdOf('northwind') },
  ...{ merchant_id: merchantIdOf('quayside'), permissions: ['Merchant.Payments.Single.View'] },
})
const strangersToken = await testApi.issuer.token(another.id)
await fund(testApi, 1_000_000)

let keys = 0
const ask = (token: string, url: string, payload?: object, mode = 'Test') =>
  testApi.app.inject({
    ...{ method: payload === undefined ? 'GET' : 'POST', url },
    headers: { authorization: `Bearer ${token}`, mode, 'idempotency-key': `c-${++keys}` },
    ...(payload === undefined ? {} : { payload }),
  })
const rowsAt = async (token: string, url: string, mode?: string) =>
  parse((await ask(token, url, undefined, mode)).body, { bom: true, columns: true }) as {
    readonly [column: string]: string
  }[]

test('what the list finds is downloaded with amounts that add up, in its mode, with an entry [audit payout-orders.downloadPayouts] [audit payout-orders.downloadPayouts-operator]', async () => {
  const { id: payee } = (
    await ask(merchant.token, '/api/crm/settings/beneficiaries', {
      ...{ merchantId, name: '=Ada Ltd', kind: 'company', country: 'GB', currency: 'GBP' },
      ...accounts.paid,
    })
  ).json()
  await checkPayee(testApi, payee)
  const order = { beneficiaryId: payee, currency: 'GBP', reference: 'Invoice' }
  const create = async (amount: number, externalId: string) =>
    (await ask(merchant.token, '/api/payouts', { ...order, amount, externalId })).json().id
  const ids = [await create(1205, 'B-1'), await create(7, 'B-2')]
  const rows = await rowsAt(merchant.token, '/api/payouts/csv')
  expect(rows).toMatchObject([
    { id: ids[1], amount: '0.07', external_id: 'B-2' },
    {
      ...{ id: ids[0], amount: '12.05', currency: 'GBP', external_id: 'B-1', payee: "'=Ada Ltd" },
      account: '20-••-•• ••••9911',
      state: 'waiting_for_approval',
    },
  ])
  expect(await rowsAt(operator.token, '/api/crm/payouts/csv')).toEqual(rows)
  await testApi.test.owner.query(
    `update app.payout_order set payee_iban = 'DE89370400440532013000', payee_sort_code = null,
       payee_account_number = null where id = $1`,
    [ids[1]],
  )
  // both kinds of account as the list shows them
  const listed = (await ask(merchant.token, '/api/payouts')).json().data
  const accountsOf = (some: { account?: string; accountHint?: string }[]) =>
    some.map(({ account, accountHint }) => account ?? accountHint)
  expect(accountsOf(await rowsAt(merchant.token, '/api/payouts/csv'))).toEqual(accountsOf(listed))
  const found = await rowsAt(merchant.token, '/api/payouts/csv?searchKey=b-2')
  expect(found.map(({ id }) => id)).toEqual([ids[1]])
  expect(await rowsAt(merchant.token, '/api/payouts/csv?state=paid')).toEqual([])
  expect(await rowsAt(merchant.token, '/api/payouts/csv', 'Live')).toEqual([])
  expect(await rowsAt(strangersToken, '/api/payouts/csv')).toEqual([])
  const { rows: entries } = await testApi.test.owner.query<{ action: string }>(
    `select distinct action from app.audit_entry where action like '%download%' order by 1`,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'payout-orders.downloadPayouts',
    'payout-orders.downloadPayouts-operator',
  ])
})
