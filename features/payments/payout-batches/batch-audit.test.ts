import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { fund } from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'

const testApi = await openTestApi()
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
await fund(testApi, 1_000_000)

let keys = 0
const ask = (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  testApi.app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${token}`, mode: 'Test', 'idempotency-key': `e-${++keys}` },
    ...(payload === undefined ? {} : { payload }),
  })

test('what people do with a file leaves an entry, without accounts [audit payout-batches.upload] [audit payout-batches.submitBatch] [audit payout-batches.stopBatch] [audit payout-batches.export] [audit payout-batches.exportStatus] [audit payout-batches.approve] [audit payout-batches.approve-merchant] [audit payout-batches.decline] [audit payout-batches.decline-merchant]', async () => {
  const path = '/api/payout-batches'
  const made = async () => {
    const content = `name,country,currency,amount,sortCode,accountNumber,reference\nAda,GB,GBP,1,200000,55779911,x${++keys}`
    const answer = await ask(maker.token, 'POST', path, { fileName: 'a.csv', content })
    expect(answer.statusCode, answer.body).toBe(201)
    const { id } = answer.json()
    await ask(maker.token, 'POST', `${path}/${id}/submissions`, { count: 1 })
    return id as string
  }
  const [first, second, third, fourth] = [await made(), await made(), await made(), await made()]
  const reason = 'no'
  await ask(approver.token, 'POST', `${path}/${first}/approvals`, {})
  await ask(operator.token, 'POST', `/api/crm/payout-batches/${second}/approvals`, {})
  await ask(approver.token, 'POST', `${path}/${third}/declinations`, { reason })
  await ask(operator.token, 'POST', `/api/crm/payout-batches/${fourth}/declinations`, { reason })
  await ask(maker.token, 'POST', `${path}/${second}/stop`)
  await ask(maker.token, 'GET', `${path}/${first}/csv`)
  await ask(maker.token, 'GET', `${path}/${first}/pain002`)
  const { rows } = await testApi.test.owner.query<{ action: string; whole: string }>(
    `select action, e::text as whole from app.audit_entry e where record_type = 'payout-batch'`,
  )
  const four = (action: string) => Array.from({ length: 4 }, () => action)
  expect(rows.map(({ action }) => action).toSorted()).toEqual(
    [
      ...four('payout-batches.upload'),
      ...four('payout-batches.submitBatch'),
      ...['payout-batches.approve', 'payout-batches.approve-merchant', 'payout-batches.decline'],
      ...['payout-batches.decline-merchant', 'payout-batches.stopBatch'],
      ...['payout-batches.export', 'payout-batches.exportStatus'],
    ].toSorted(),
  )
  for (const { whole } of rows) expect(whole).not.toContain('55779911')
})
