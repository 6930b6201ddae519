import { randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { proveBooks } from '@counterfoil/features/accounting/proofs/proofs.jobs.ts'
import { settleOrder } from '@counterfoil/features/payments/bank-transfers/bank-orders.jobs.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'

const testApi = await openTestApi()
const { owner, database, jobs } = testApi.test
const operator = await testApi.actor('operator')
const colleague = await testApi.actor('operator')
const limited = await testApi.actor('limited')
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

/** A Live payment that waits for a bank transfer. */
async function waitingPayment(amount: number): Promise<string> {
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_live_demo_harbour', 'idempotency-key': randomUUID() },
    payload: { amount, currency: 'GBP', method: { type: 'bank_transfer' } },
  })
  expect([answer.statusCode, answer.json().status]).toEqual([201, 'pending'])
  return answer.json().id
}

/** Lines of a statement as its upload left them; the ids, in their order. */
async function booked(...lines: { amount: number; reference?: string }[]): Promise<string[]> {
  const orderId = newId(new Date())
  await owner.query(
    `insert into bank_order (tenant_id, id, bank_name, account_number, file_name, sha256, line_count, uploaded_by, created_at)
     select $1, $2, 'Barclays', 'GB29', 'x.csv', $3, 1, id, now() from app_user where tenant_id = $1 limit 1`,
    [tenantId, orderId, randomUUID()],
  )
  const ids: string[] = []
  for (const [index, { amount, reference }] of lines.entries()) {
    const id = newId(new Date())
    ids.push(id)
    await owner.query(
      `insert into bank_order_item (tenant_id, id, bank_order_id, line, booked_on, amount_minor, currency, reference, payer, state)
       values ($1, $2, $3, $4, '2026-03-14', $5, 'GBP', $6, 'Jane', 'waiting')`,
      [tenantId, id, orderId, index + 2, amount, reference ?? 'a present'],
    )
  }
  await settleOrder(providers, { tenantId, orderId }, context)
  return ids
}

function call(actor: Actor, path: string, payload?: object, key: string = randomUUID()) {
  const headers = {
    authorization: `Bearer ${actor.token}`,
    mode: 'Live',
    ...(payload === undefined ? {} : { 'idempotency-key': key }),
  }
  const url = `/api/crm/${path}`
  return testApi.app.inject(
    payload === undefined ? { url, headers } : { method: 'POST', url, headers, payload },
  )
}

const stateOf = async (id: string) =>
  (
    await owner.query('select status, captured_minor::int as captured from payment where id = $1', [
      id,
    ])
  ).rows[0]

async function posted(paymentId: string): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    `select account, sum(amount_minor)::int as sum from ledger_entry
     where payment_id = $1 and kind <> 'fee' group by 1 having sum(amount_minor) <> 0`,
    [paymentId],
  )
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

/** What the daily proof says of suspense. */
async function differences(): Promise<{ subject: string }[]> {
  await owner.query('delete from ledger_proof')
  await proveBooks(providers, context)
  const { rows } = await owner.query('select differences from ledger_proof where tenant_id = $1', [
    tenantId,
  ])
  expect(rows).toHaveLength(1)
  return rows[0].differences.filter((one: { check: string }) => one.check === 'suspense')
}

const reason = 'The payer confirmed it'
const sender = { payeeName: 'Jane', payeeAccount: 'GB29 NWBK 6016 1331 9268 19' }

test('one transfer pays two payments, and its rest goes back to the sender [audit suspense.matchTransfer]', async () => {
  const [large, small] = [await waitingPayment(1206), await waitingPayment(506)]
  const [id = ''] = await booked({ amount: 2000 })
  const listed = (await call(operator, 'suspense')).json()
  expect(listed.data.map((one: { id: string }) => one.id)).toContain(id)
  const parts = [
    { paymentId: large, amount: 1206 },
    { paymentId: small, amount: 506 },
  ]
  const key = randomUUID()
  const match = () => call(operator, `suspense/${id}/matches`, { payments: parts, reason }, key)
  const answers = await Promise.all([match(), match()])
  for (const answer of answers) expect(answer.json()).toMatchObject({ remaining: 288 })
  expect(answers[0].json().clearings).toMatchObject([{ state: 'posted' }, { state: 'posted' }])
  expect(await stateOf(large)).toEqual({ status: 'captured', captured: 1206 })
  expect(await stateOf(small)).toEqual({ status: 'captured', captured: 506 })
  expect(await posted(small)).toEqual({ suspense: 506, merchant_available: -506 })

  // its statement says so beside why the line matched nothing
  const { rows: lines } = await owner.query(
    'select bank_order_id as statement, line from bank_order_item where id = $1',
    [id],
  )
  const shown = `tenpaybankorders/items/${lines[0].statement}?line=${lines[0].line}`
  expect((await call(operator, shown)).json().data).toMatchObject([{ id, cleared: 1712 }])

  const tooMuch = await call(operator, `suspense/${id}/returns`, { amount: 289, ...sender, reason })
  expect(tooMuch.json()).toMatchObject({
    ...{ status: 409, code: 'suspense.too_much' },
    detail: 'Only 2.88 GBP of this transfer is still in suspense.',
  })
  const returned = await call(operator, `suspense/${id}/returns`, {
    amount: 288,
    ...sender,
    reason,
  })
  const last = returned.json().clearings.at(-1)
  expect(last).toMatchObject({
    kind: 'return',
    state: 'in_transit',
    payeeAccount: 'GB29NWBK60161331926819',
  })
  expect(await differences()).toEqual([])

  // the bank books it with its reference; another one without
  await booked({ amount: -288, reference: `To Jane ${last.reference}` })
  const after = (await call(operator, `suspense/${id}`)).json()
  expect(after).toMatchObject({ remaining: 0, clearings: [{}, {}, { state: 'paid' }] })
  expect(await differences()).toEqual([])
  const { rows } = await owner.query(
    `select action from audit_entry where record_type = 'bank-order-item' and record_id = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([
    { action: 'suspense.matchTransfer' },
    { action: 'suspense.returnTransfer' },
  ])
})

test('two transfers pay one payment together; until then one of them can be taken back', async () => {
  const payment = await waitingPayment(1006)
  const [first = '', second = ''] = await booked({ amount: 606 }, { amount: 450 })
  const match = (id: string, amount: number) =>
    call(operator, `suspense/${id}/matches`, { payments: [{ paymentId: payment, amount }], reason })
  const short = (await match(first, 606)).json()
  expect(short.clearings).toMatchObject([{ state: 'collected' }])
  expect(await stateOf(payment)).toMatchObject({ status: 'pending' })
  expect((await match(second, 450)).json()).toMatchObject({
    code: 'suspense.more_than_missing',
    detail: 'Only 4.00 GBP of this payment is missing.',
  })
  const takeBack = (clearingId: string) =>
    call(operator, `suspense/${first}/take-backs`, { clearingId, reason })
  expect((await takeBack(short.clearings[0].id)).json()).toMatchObject({ remaining: 606 })
  expect((await takeBack(short.clearings[0].id)).json()).toMatchObject({
    code: 'suspense.not_open',
  })
  await match(first, 606)
  const candidates = await call(operator, `suspense/${second}/candidates`)
  expect(candidates.json()).toContainEqual(
    expect.objectContaining({ paymentId: payment, amount: 1006, missing: 400 }),
  )
  await Promise.all([match(second, 400), match(second, 400)])
  expect(await stateOf(payment)).toEqual({ status: 'captured', captured: 1006 })
  expect(await posted(payment)).toEqual({ suspense: 1006, merchant_available: -1006 })
  expect((await call(operator, `suspense/${second}`)).json()).toMatchObject({ remaining: 50 })
  expect(await differences()).toEqual([])
})

test('a return that the bank booked without its reference is matched by hand', async () => {
  const [credit = '', debit = ''] = await booked({ amount: 700 }, { amount: -700 })
  const returned = await call(operator, `suspense/${credit}/returns`, {
    amount: 700,
    ...sender,
    reason,
  })
  const returnId = returned.json().clearings[0].id
  expect((await call(operator, `suspense/${debit}`)).json().openReturns).toContainEqual(
    expect.objectContaining({ id: returnId }),
  )
  const answer = await call(operator, `suspense/${debit}/booked-returns`, { returnId, reason })
  expect(answer.json()).toMatchObject({ remaining: 0 })
  expect(await differences()).toEqual([])
})

test('of several returns that a line quotes the one of its amount is paid', async () => {
  const [id = ''] = await booked({ amount: 1000 })
  for (const amount of [100, 200, 300]) {
    await call(operator, `suspense/${id}/returns`, { amount, ...sender, reason })
  }
  const clearings = async () => (await call(operator, `suspense/${id}`)).json().clearings
  const reference = (await clearings()).map((one: { reference: string }) => one.reference).join(' ')
  await booked(...[300, 100, 200].map((amount) => ({ amount: -amount, reference })))
  const states = (await clearings()).map((one: { state: string }) => one.state)
  expect(states).toEqual(['paid', 'paid', 'paid'])
  expect(await differences()).toEqual([])
})

test('a return to a mistyped IBAN is refused at its field; a number that is no IBAN is taken', async () => {
  const [id = ''] = await booked({ amount: 900 })
  const give = (payeeAccount: string) =>
    call(operator, `suspense/${id}/returns`, {
      amount: 100,
      payeeName: 'Jane',
      payeeAccount,
      reason,
    })
  const mistyped = await give('GB29 NWBK 6016 1331 9268 10')
  expect([mistyped.statusCode, mistyped.json().errors]).toEqual([
    400,
    [{ path: 'payeeAccount', message: 'A character of the IBAN is mistyped' }],
  ])
  expect((await give('gb29nwbk60161331926819')).statusCode).toBe(200)
  expect((await give('000123456789')).statusCode).toBe(200)
})

test('a confirmation level keeps a return until somebody else confirms it', async () => {
  const [id = ''] = await booked({ amount: 90_000 })
  await owner.query(
    `insert into confirmation_level (tenant_id, id, side, name, actions, currency, amount_minor, confirmers, hours, created_at, updated_at)
     values ($1, $2, 'operator', 'Large returns', '{returnTransfer}', 'GBP', 50000, 1, 72, now(), now())`,
    [tenantId, newId(new Date())],
  )
  const ask = (amount: number) =>
    call(operator, `suspense/${id}/returns`, { amount, ...sender, reason })
  const held = await ask(80_000)
  expect([held.statusCode, held.body]).toEqual([202, expect.any(String)])
  const waiting = held.json().waitingAction
  expect(waiting).toMatchObject({ action: 'returnTransfer', missing: 1, paymentId: null })
  expect((await call(operator, `suspense/${id}`)).json()).toMatchObject({
    remaining: 90_000,
    waitingReturn: { id: waiting.id, amount: 80_000, payeeName: 'Jane', missing: 1, reason },
  })
  const confirm = (actor: Actor, one: string) =>
    call(actor, `transactions/waiting-actions/${one}/confirmations`, {})
  expect((await confirm(operator, waiting.id)).json()).toMatchObject({ code: 'confirmation.own' })
  const listed = (await call(colleague, 'transactions/waiting-actions')).json()
  expect(listed.data).toMatchObject([{ id: waiting.id, transfer: { payeeName: 'Jane' } }])
  expect((await confirm(colleague, waiting.id)).json()).toMatchObject({ state: 'done' })
  expect((await call(operator, `suspense/${id}`)).json()).toMatchObject({
    ...{ remaining: 10_000, waitingReturn: null },
  })
  expect(await differences()).toEqual([])
})

test('a transfer that goes back in parts comes to the level with all of them, and what was taken back counts no more', async () => {
  const [id = ''] = await booked({ amount: 90_000 })
  const ask = (amount: number) =>
    call(operator, `suspense/${id}/returns`, { amount, ...sender, reason })
  const first = await ask(30_000)
  expect(first.statusCode, first.body).toBe(200)
  const second = await ask(30_000)
  expect(second.statusCode, second.body).toBe(202)
  expect(second.json().waitingAction).toMatchObject({ amount: 30_000 })
  const clearingId = first.json().clearings[0].id
  await call(operator, `suspense/${id}/take-backs`, { clearingId, reason })
  expect((await ask(40_000)).statusCode).toBe(200)
  expect((await call(operator, `suspense/${id}`)).json()).toMatchObject({ remaining: 50_000 })
  expect(await differences()).toEqual([])
})

test('is for who sees all merchants; a Test payment and money out are refused; a fault is found', async () => {
  expect((await call(limited, 'suspense')).statusCode).toBe(403)
  const [credit = '', debit = ''] = await booked({ amount: 100 }, { amount: -100 })
  const test = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: { amount: 100, currency: 'GBP', method: { type: 'bank_transfer' } },
  })
  const payments = [{ paymentId: test.json().id, amount: 100 }]
  const match = (id: string) => call(operator, `suspense/${id}/matches`, { payments, reason })
  expect((await match(credit)).json()).toMatchObject({ code: 'suspense.test_payment' })
  expect((await match(debit)).json()).toMatchObject({ code: 'suspense.wrong_direction' })
  await owner.query('update bank_order_item set amount_minor = 101 where id = $1', [credit])
  expect(await differences()).toMatchObject([{ subject: 'suspense GBP' }])
})
