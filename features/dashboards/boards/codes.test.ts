// Figures behind a permission that the reader's role guards with codes.
import { endpointPath } from '@counterfoil/features/dashboards/widgets/widget-data.contract.ts'
import { sampleCode } from '@counterfoil/kit/testing/test-server.ts'
import { dashboardFixture } from '@counterfoil/tools/testing/dashboards.ts'
import { expect, test } from 'vitest'

const { db, call, own, seller } = await dashboardFixture()
await db.owner.query('update role set sca_required_permissions = $2 where id = $1', [
  ...[seller.role_id, ['Merchant.Transaction.View']],
])

test.each([
  ['a dashboard', `${own}/data`],
  ['a preview of a widget', `${own}/data?widgetIds=statuses`],
  ['a widget by itself', `${endpointPath}/transactions-by-status`],
])('%s asks for the code that the list of payments asks for', async (_what, path) => {
  const read = (headers = {}) => call(seller, `GET ${path}`, { headers })
  const refused = await read()
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'sca.required'])
  expect((await read({ scacode: sampleCode })).statusCode).toBe(200)
})

test('figures that nothing guards are shown without one', async () => {
  expect((await call(seller, `GET ${own}/data?widgetIds=toDo`)).statusCode).toBe(200)
})
