import { randomUUID } from 'node:crypto'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { proveBooks } from '@counterfoil/features/accounting/proofs/proofs.jobs.ts'
import { settleOrder } from '@counterfoil/features/payments/bank-transfers/bank-orders.jobs.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import {
  accounts,
  carryOut,
  checkPayee,
  fund,
  merchantId,
  tenantId,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

const testApi = await openTestApi()
const { owner, database, jobs } = testApi.test
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
const providers = openProviders({
  sandboxDatabaseUrl: testApi.test.urls.app,
  publicUrl: 'http://localhost:4000',
  mayReachPrivate: false,
})
afterAll(() => providers.close())
beforeAll(() => fund(testApi, 1_000_000, 'GBP', 2))

const context = {
  ...{ database, jobs, log: pino({ level: 'silent' }), now: () => new Date() },
  signal: new AbortController().signal,
}
const reason = 'The bank cut the reference'

function send(token: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...{ mode: 'Live', 'idempotency-key': randomUUID() },
  }
  return testApi.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
}
const ask = (path: string, payload?: object) =>
  send(operator.token, payload === undefined ? 'GET' : 'POST', `/api/crm/suspense/${path}`, payload)

interface Payout {
  readonly id: string
  readonly endToEndId: string
  readonly railReference: string
}

/** A Live payout that was approved and carried out, as its payee's account has it end. */
async function payout(amount: number, account: object, state: string): Promise<Payout> {
  const made = await send(maker.token, 'POST', '/api/crm/settings/beneficiaries', {
    ...{ merchantId, name: 'Ada Lovelace Ltd', kind: 'company', country: 'GB', currency: 'GBP' },
    ...account,
  })
  expect(made.statusCode, made.body).toBe(201)
  await checkPayee(testApi, made.json().id)
  const asked = await send(maker.token, 'POST', '/api/payouts', {
    ...{ beneficiaryId: made.json().id, amount, currency: 'GBP', reference: 'Invoice 7' },
  })
  expect(asked.statusCode, asked.body).toBe(201)
  const { id } = asked.json()
  await send(approver.token, 'POST', '/api/payouts/approvals', { payouts: [id] })
  await carryOut(testApi)
  // long enough ago for the rail to have paid it, and to have sent it back
  await owner.query(
    `update sandbox.rail_transfer set accepted_at = accepted_at - interval '1 hour'`,
  )
  await owner.query(
    'update payout_order set next_check_at = now() - make_interval(secs => 1) where id = $1',
    [id],
  )
  await carryOut(testApi)
  const { rows } = await owner.query(
    'select id, state, end_to_end_id as "endToEndId", rail_reference as "railReference" from payout_order where id = $1',
    [id],
  )
  expect(rows[0].state).toBe(state)
  return rows[0]
}

/** Lines of a statement that were settled; the statement and the ids of its lines. */
async function booked(...lines: { amount: number; reference: string }[]) {
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
       values ($1, $2, $3, $4, current_date, $5, 'GBP', $6, 'Jane', 'waiting')`,
      [tenantId, ids[index], orderId, index + 2, amount, reference],
    )
  }
  await settleOrder(providers, { tenantId, orderId }, context)
  return { orderId, ids }
}

/** What stands at the bank and in suspense of the Live books. */
async function balances(): Promise<{ bank: number; suspense: number }> {
  const { rows } = await owner.query(
    `select coalesce(sum(amount_minor) filter (where account = 'bank'), 0)::int as bank,
       coalesce(sum(amount_minor) filter (where account = 'suspense'), 0)::int as suspense
     from ledger_entry where tenant_id = $1 and mode = 2 and currency = 'GBP'`,
    [tenantId],
  )
  return rows[0]
}

async function differences(): Promise<{ subject: string }[]> {
  await owner.query('delete from ledger_proof')
  await proveBooks(providers, context)
  const { rows } = await owner.query('select differences from ledger_proof where tenant_id = $1', [
    tenantId,
  ])
  return rows[0].differences.filter((one: { check: string }) => one.check === 'suspense')
}

test('a statement’s line of a payout is matched to it, and books nothing a second time', async () => {
  const before = await balances()
  const one = await payout(1000, accounts.paid, 'paid')
  const paid = { ...before, bank: before.bank - 1000 }
  expect(await balances()).toEqual(paid)
  const { orderId } = await booked({ amount: -1000, reference: `FPO EREF+${one.endToEndId}` })
  expect(await balances()).toEqual(paid)
  const items = await send(operator.token, 'GET', `/api/crm/tenpaybankorders/items/${orderId}`)
  expect(items.json().data).toMatchObject([
    { status: 'Matched', reason: null, payout: { id: one.id, isReturn: false } },
  ])
  // each is booked once, and never of another amount
  const { ids } = await booked(
    { amount: -1000, reference: one.endToEndId },
    { amount: -999, reference: one.railReference },
  )
  expect(await balances()).toEqual({ bank: paid.bank - 1999, suspense: paid.suspense + 1999 })
  const [again] = ids
  const body = { subject: 'payout', subjectId: one.id, reason }
  expect((await ask(`${again}/bookings`, body)).json()).toMatchObject({
    code: 'suspense.no_booking',
  })
  expect(await differences()).toEqual([])
})

test('a returned payout’s line out and line in are matched to it, by the rail’s reference too', async () => {
  const before = await balances()
  const one = await payout(2000, accounts.returned, 'returned')
  expect(await balances()).toEqual(before)
  const { orderId } = await booked(
    { amount: -2000, reference: one.railReference },
    { amount: 2000, reference: `RETURN ${one.endToEndId}` },
  )
  expect(await balances()).toEqual(before)
  const items = await send(operator.token, 'GET', `/api/crm/tenpaybankorders/items/${orderId}`)
  expect(items.json().data).toMatchObject([
    { status: 'Matched', payout: { id: one.id, isReturn: false } },
    { status: 'Matched', payout: { id: one.id, isReturn: true } },
  ])
})

test('a payout that the bank booked without its id is named by hand, once', async () => {
  const before = await balances()
  const one = await payout(3000, accounts.paid, 'paid')
  const { ids } = await booked(
    { amount: -3000, reference: 'faster payment' },
    { amount: -3000, reference: 'another' },
  )
  const [first, second] = ids
  const listed = (await ask(`${first}/bookings`)).json()
  expect(listed[0]).toMatchObject({ subject: 'payout', subjectId: one.id, amount: 3000 })
  const body = { subject: 'payout', subjectId: one.id, reason }
  const answers = await Promise.all([first, second].map((id) => ask(`${id}/bookings`, body)))
  expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
  const done = answers.find(({ statusCode }) => statusCode === 200)?.json()
  expect(done).toMatchObject({
    remaining: 0,
    clearings: [{ kind: 'explained', state: 'posted', payoutId: one.id, amount: 3000 }],
  })
  // the payout, and the other line of which it is not known what it is
  expect(await balances()).toEqual({ bank: before.bank - 6000, suspense: before.suspense + 3000 })
  expect(await differences()).toEqual([])
})

test('money of a payout that comes back after its rail is asked no more is the merchant’s again, as a person says', async () => {
  const one = await payout(4000, accounts.paid, 'paid')
  const before = await balances()
  const { ids } = await booked(
    { amount: 3985, reference: `RETURN ${one.endToEndId}` },
    { amount: 4000, reference: 'returned transfer' },
  )
  const [cut, whole] = ids
  const body = { subject: 'payout', subjectId: one.id, reason }
  // the rail may still say it
  expect((await ask(`${cut}/bookings`)).json()).toEqual([])
  expect((await ask(`${cut}/bookings`, body)).json().code).toBe('suspense.no_booking')
  await owner.query('update payout_order set next_check_at = null where id = $1', [one.id])
  const returned = async () => {
    const { rows } = await owner.query<{ sum: number }>(
      `select coalesce(-sum(amount_minor), 0)::int as sum from ledger_entry
       where tenant_id = $1 and kind = 'transfer_return' and account = 'merchant_available'`,
      [tenantId],
    )
    return rows[0]?.sum ?? 0
  }
  const earlier = await returned()
  expect((await ask(`${whole}/bookings`)).json()).toMatchObject([{ subjectId: one.id }])
  expect((await ask(`${cut}/bookings?searchKey=${one.endToEndId}`)).json()).toMatchObject([
    { subjectId: one.id, amount: 3985 },
  ])
  const answers = await Promise.all([cut, whole].map((id) => ask(`${id}/bookings`, body)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const left = answers[0]?.statusCode === 200 ? 4000 : 3985
  expect((await returned()) - earlier).toBe(7985 - left)
  const seen = await send(maker.token, 'GET', `/api/payouts/${one.id}`)
  expect(seen.json().state).toBe('returned')
  expect(await balances()).toEqual({
    bank: before.bank + 7985,
    suspense: before.suspense - left,
  })
  expect(await differences()).toEqual([])
})

test('a refund that was paid from the bank account is named by hand, of the quoted payment', async () => {
  const made = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_live_demo_harbour', 'idempotency-key': randomUUID() },
    payload: { amount: 7006, currency: 'GBP', method: { type: 'bank_transfer' } },
  })
  const { id, accountReference } = made.json()
  await booked({ amount: 7006, reference: accountReference })
  const refunded = await send(
    operator.token,
    'POST',
    `/api/crm/transactions/${id}/status-change-refunds`,
    { paidFrom: 'bank', reason: 'sent back' },
  )
  expect(refunded.statusCode, refunded.body).toBe(200)
  const before = await balances()
  const { ids } = await booked({ amount: -7006, reference: `Refund ${accountReference}` })
  const [line] = ids
  const [refund] = (await ask(`${line}/bookings`)).json()
  expect(refund).toMatchObject({ subject: 'refund', amount: 7006, paymentId: id })
  const body = { subject: 'refund', subjectId: refund.subjectId, reason }
  expect((await ask(`${line}/bookings`, body)).json()).toMatchObject({
    remaining: 0,
    clearings: [{ kind: 'explained', paymentId: id }],
  })
  expect(await balances()).toEqual(before)
  expect(await differences()).toEqual([])
})
