import { randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { settleOrder } from '@counterfoil/features/payments/bank-transfers/bank-orders.jobs.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { releaseLapsed } from './suspense.jobs.ts'

const testApi = await openTestApi()
const { owner, database, jobs } = testApi.test
const operator = await testApi.actor('operator')
const colleague = await testApi.actor('operator')
const platform = await testApi.actor('platform')
const tenantId = tenantIdOf('northwind')
const providers = openProviders({
  sandboxDatabaseUrl: testApi.test.urls.app,
  publicUrl: 'http://localhost:4000',
  mayReachPrivate: false,
})
afterAll(() => providers.close())

const context = {
  ...{ database, jobs, log: pino({ level: 'silent' }), now: () => new Date() },
  signal: new AbortController().signal,
}
const reason = 'The payer confirmed it'

/** A Live payment that waits for a bank transfer. */
async function waitingPayment(amount: number): Promise<{ id: string; accountReference: string }> {
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_live_demo_harbour', 'idempotency-key': randomUUID() },
    payload: { amount, currency: 'GBP', method: { type: 'bank_transfer' } },
  })
  expect([answer.statusCode, answer.json().status]).toEqual([201, 'pending'])
  return answer.json()
}

/** Lines of a statement that were settled; the ids, in their order. */
async function booked(...lines: { amount: number; reference?: string }[]): Promise<string[]> {
  const orderId = newId(new Date())
  await owner.query(
    `insert into bank_order (tenant_id, id, bank_name, account_number, file_name, sha256, line_count, uploaded_by, created_at)
     select $1, $2, 'Barclays', 'GB29', 'x.csv', $3, 1, id, now() from app_user where tenant_id = $1 limit 1`,
    [tenantId, orderId, randomUUID()],
  )
  const ids = lines.map(() => newId(new Date()))
  for (const [index, { amount, reference }] of lines.entries()) {
    await owner.query(
      `insert into bank_order_item (tenant_id, id, bank_order_id, line, booked_on, amount_minor, currency, reference, payer, state)
       values ($1, $2, $3, $4, '2026-03-14', $5, 'GBP', $6, 'Jane', 'waiting')`,
      [tenantId, ids[index], orderId, index + 2, amount, reference ?? 'a present'],
    )
  }
  await settleOrder(providers, { tenantId, orderId }, context)
  return ids
}

const post = (actor: Actor, path: string, payload: object) =>
  testApi.app.inject({
    method: 'POST',
    url: `/api/crm/${path}`,
    headers: {
      authorization: `Bearer ${actor.token}`,
      mode: 'Live',
      'idempotency-key': randomUUID(),
    },
    payload,
  })

const match = (actor: Actor, transfer: string, paymentId: string, amount: number) =>
  post(actor, `suspense/${transfer}/matches`, { payments: [{ paymentId, amount }], reason })

test('a part that is taken back while the rest is matched counts once or not at all', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { id } = await waitingPayment(10_006)
    const [large = '', small = ''] = await booked({ amount: 6000 }, { amount: 4006 })
    const clearingId = (await match(operator, large, id, 6000)).json().clearings[0].id
    const [back, rest] = await Promise.all([
      post(operator, `suspense/${large}/take-backs`, { clearingId, reason }),
      match(colleague, small, id, 4006),
    ])
    expect([back.statusCode, rest.statusCode]).toEqual([expect.any(Number), 200])
    const { rows } = await owner.query(
      `select p.status, i.cleared_minor::int as cleared from payment p
       join bank_order_item i on i.tenant_id = p.tenant_id where p.id = $1 and i.id = $2`,
      [id, large],
    )
    expect(rows).toEqual(
      back.statusCode === 200
        ? [{ status: 'pending', cleared: 0 }]
        : [{ status: 'captured', cleared: 6000 }],
    )
  }
})

test('the rest of a payment that was paid in part, with its reference, completes it by itself', async () => {
  const { id, accountReference } = await waitingPayment(5006)
  const [part = '', less = ''] = await booked(
    { amount: 2006, reference: accountReference },
    { amount: 2999, reference: accountReference },
  )
  await match(operator, part, id, 2006)
  // another amount than the rest waits for somebody
  const [more = ''] = await booked({ amount: 3001, reference: accountReference })
  const cleared = async () => {
    const { rows } = await owner.query(
      `select i.cleared_minor::int as cleared from bank_order_item i
       where i.id = any ($1) order by array_position($1, i.id)`,
      [[part, less, more]],
    )
    return rows.map((row) => row.cleared)
  }
  expect(await cleared()).toEqual([2006, 0, 0])
  const [rest = ''] = await booked({ amount: 3000, reference: accountReference })
  expect(await facts(rest)).toEqual({ cleared: 3000, state: 'posted' })
  expect(await cleared()).toEqual([2006, 0, 0])
  const { rows } = await owner.query(
    `select p.status, p.captured_minor::int as captured, e.cause from payment p
     join payment_event e on e.tenant_id = p.tenant_id and e.payment_id = p.id and e.type = 'payment.captured'
     where p.id = $1`,
    [id],
  )
  expect(rows).toEqual([
    { status: 'captured', captured: 5006, cause: `Barclays: ${accountReference}` },
  ])
  // what comes once more is not known
  const [again = ''] = await booked({ amount: 3000, reference: accountReference })
  expect(await facts(again)).toBeUndefined()
})

test.each(['paid in full by its payer', 'declined'])(
  'what was collected for a payment that is then %s is open again',
  async (end) => {
    const { id, accountReference } = await waitingPayment(5006)
    const [transfer = ''] = await booked({ amount: 2006 })
    await match(operator, transfer, id, 2006)
    // while the payment waits its part stays
    await releaseLapsed(context)
    expect(await facts(transfer)).toEqual({ cleared: 2006, state: 'collected' })
    if (end === 'declined') {
      const declined = await testApi.app.inject({
        method: 'PUT',
        url: `/api/crm/transactions/${id}/StatusChange`,
        headers: {
          authorization: `Bearer ${platform.token}`,
          mode: 'Live',
          'idempotency-key': randomUUID(),
        },
        payload: { actionType: 'Declined', declineReason: 'not paid in time' },
      })
      expect(declined.statusCode).toBe(200)
    } else await booked({ amount: 5006, reference: accountReference })
    await Promise.all([releaseLapsed(context), releaseLapsed(context)])
    expect(await facts(transfer)).toEqual({ cleared: 0, state: 'taken_back' })
    const open = await testApi.app.inject({
      url: '/api/crm/suspense?which=open&pageSize=100',
      headers: { authorization: `Bearer ${operator.token}`, mode: 'Live' },
    })
    expect(open.json().data).toContainEqual(
      expect.objectContaining({ id: transfer, remaining: 2006 }),
    )
    // and it can be used
    const other = await waitingPayment(2006)
    expect((await match(operator, transfer, other.id, 2006)).json()).toMatchObject({ remaining: 0 })
  },
)

async function facts(transfer: string): Promise<object | undefined> {
  const { rows } = await owner.query(
    `select i.cleared_minor::int as cleared, c.state from bank_order_item i
     join suspense_clearing c on c.tenant_id = i.tenant_id and c.bank_order_item_id = i.id where i.id = $1`,
    [transfer],
  )
  return rows[0]
}
