// Lists of what grows with payments and with time: their pages are read from an index, so counting all that there ever was would
// be what a page costs. They say how many there are at least.
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { harbour, northwind } from './testing/call-samples.ts'
import { openTestApi } from './testing/test-api.ts'

const testApi = await openTestApi()
const operator = await testApi.actor('operator')
const endpointId = v7()
const rowCount = 1_100

const add = (columns: string, values: string) =>
  testApi.test.owner.query(
    `insert into ${columns} select ${values} from generate_series(1, $1::int) as n`,
    [rowCount],
  )
const own = `'${northwind}'::uuid, gen_random_uuid(), '${harbour}'::uuid`

await testApi.test.owner.query(
  `insert into webhook_endpoint (tenant_id, id, merchant_id, mode, url, secret, event_types, created_at)
   values ($1, $2, $3, 1, 'https://shop.example/hooks', 'none', '{*}', now())`,
  [northwind, endpointId, harbour],
)
await add(
  'webhook_delivery (tenant_id, id, merchant_id, endpoint_id, event_type, payload, state, created_at)',
  `${own}, '${endpointId}'::uuid, 'payment.captured', '{}', 'delivered', now()`,
)
await add(
  'acquirer_notice (tenant_id, id, merchant_id, provider, reference, body, body_hash, state, received_at, last_received_at)',
  `${own}, 'sandbox_alpha', n::text, '{}', 'x', 'taken', now(), now()`,
)
await add(
  `payout_order (tenant_id, id, merchant_id, mode, payee_name, payee_kind, payee_country, payee_iban, amount_minor, fee_minor,
     currency, rail, reference, end_to_end_id, state, send_at, maker_type, maker_id, maker_name, maker_keys, side, requirements,
     created_at, updated_at)`,
  `${own}, 1, 'Ada', 'person', 'GB', 'GB33BUKB20201555555555', 100, 0, 'GBP', 'faster_payments', 'Invoice', n::text, 'paid',
   now(), 'user', gen_random_uuid(), 'Ada', '{}', 'merchant', '[]', now(), now()`,
)
await add(
  'work_run (id, name, started_at, finished_at, outcome, is_requested)',
  `gen_random_uuid(), 'ledger.mature', now(), now(), 'succeeded', false`,
)

test.each([
  '/api/crm/acquirer-notices',
  '/api/crm/payouts',
  '/api/crm/settings/scheduler/process-logs',
  `/api/crm/settings/webhook-endpoints/${endpointId}/deliveries`,
])('%s counts no further than some beyond its page', async (url) => {
  const headers = { authorization: `Bearer ${operator.token}`, mode: 'Test' }
  const { data, ...counted } = (
    await testApi.app.inject({ url: `${url}?pageSize=20`, headers })
  ).json()
  expect(data).toHaveLength(20)
  expect(counted).toEqual({ count: null, countAtLeast: 1_020 })
})
