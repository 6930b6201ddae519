import { randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { openProviders } from '@counterfoil/providers/providers.ts'
import { multipartForm } from '@counterfoil/tools/testing/sample-files.ts'
import { tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { settleOrder } from './bank-orders.jobs.ts'

const testApi = await openTestApi()
const operator = await testApi.actor('operator')
const platform = await testApi.actor('platform')
const limited = await testApi.actor('limited')
// limited to methods that no bank settles
const narrow = await testApi.actor('narrow')
const providers = openProviders({
  sandboxDatabaseUrl: testApi.test.urls.app,
  publicUrl: 'http://localhost:4000',
  mayReachPrivate: false,
})
afterAll(() => providers.close())

/** A transfer that stays pending until somebody says otherwise. */
async function transfer(
  amount = 1206,
  mode = 'live',
): Promise<{ id: string; accountReference: string }> {
  const answer = await testApi.app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: `Bearer cf_${mode}_demo_harbour`, 'idempotency-key': randomUUID() },
    payload: { amount, currency: 'GBP', method: { type: 'bank_transfer' } },
  })
  return answer.json()
}

function call(actor: Actor, method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${actor.token}`, mode: 'Live' }
  return testApi.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
}

const text = (value: string) => new TextEncoder().encode(value)
const path = '/api/crm/tenpaybankorders'

function upload(actor: Actor, csv: string, fields: Record<string, string> = {}) {
  const given = { bankName: 'Barclays', accountNumber: 'GB29 NWBK 6016 1331 9268 19', ...fields }
  const form = multipartForm([
    { field: 'csvFile', name: 'march.csv', type: 'text/csv', bytes: text(csv) },
  ])
  const boundary = form.headers['content-type'].split('boundary=')[1]
  const parts = Object.entries(given).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return testApi.app.inject({
    method: 'POST',
    url: path,
    headers: { ...form.headers, authorization: `Bearer ${actor.token}` },
    payload: Buffer.concat([Buffer.from(parts.join('')), form.payload]),
  })
}

const settle = (orderId: string) =>
  settleOrder(
    providers,
    { tenantId: tenantIdOf('northwind'), orderId },
    {
      database: testApi.test.database,
      jobs: testApi.test.jobs,
      log: pino({ level: 'silent' }),
      now: () => new Date(),
      signal: new AbortController().signal,
    },
  )

const statement = (...rows: string[]) =>
  ['date,amount,currency,reference,payer', ...rows].join('\n')
const line = (amount: string, reference: string) => `2026-03-14,${amount},GBP,${reference},Jane`

/** What a payment posted, by account, without the fee. */
async function postedTo(paymentId: string): Promise<Record<string, number>> {
  const { rows } = await testApi.test.owner.query(
    `select account, sum(amount_minor)::int as sum from ledger_entry
     where payment_id = $1 and kind <> 'fee' group by 1 having sum(amount_minor) <> 0`,
    [paymentId],
  )
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]))
}

async function countIn(table: string): Promise<number> {
  const { rows } = await testApi.test.owner.query(`select count(*)::int as n from ${table}`)
  return rows[0].n
}

describe('a statement', () => {
  test('waits with a line whose payment is being sent to its acquirer at this moment', async () => {
    const { id, accountReference } = await transfer()
    const { owner } = testApi.test
    const sentAgo = async (seconds: number) => {
      const at = `now() - interval '${seconds} seconds'`
      await owner.query(
        `update payment_operation set state = 'requested' where payment_id = $1 and kind = 'authorise'`,
        [id],
      )
      await owner.query(
        `update payment_attempt set state = 'sent', started_at = ${at} where payment_id = $1`,
        [id],
      )
    }
    const order = (await upload(operator, statement(line('12.06', accountReference)))).json()
    await sentAgo(0)
    await expect(settle(order.id)).rejects.toMatchObject({ code: 'changeStatus.in_flight' })
    await sentAgo(60)
    await settle(order.id)
    const { data } = (await call(operator, 'GET', `${path}/items/${order.id}`)).json()
    expect(data).toMatchObject([{ status: 'Matched', paymentId: id }])
  })

  test('settles what waits, and tells of each other line why not', async () => {
    const [good, short] = [await transfer(), await transfer()]
    const csv = statement(
      line('12.06', good.accountReference),
      line('12.05', short.accountReference),
      line('99.00', 'a present'),
      line('12.06', good.accountReference),
    )
    const uploaded = await upload(operator, csv)
    expect(uploaded.statusCode).toBe(201)
    const order = uploaded.json()
    expect(order).toMatchObject({
      lines: 4,
      status: 'Processing',
      isRepeated: false,
      accountNumber: 'GB29NWBK60161331926819',
    })
    await settle(order.id)
    const items = (await call(operator, 'GET', `${path}/items/${order.id}`)).json()
    const one = (
      await call(operator, 'GET', `${path}/items/${order.id}?line=${items.data[0].line}`)
    ).json()
    expect(one).toMatchObject({ data: [items.data[0]], count: 1 })
    expect(one.data).toHaveLength(1)
    // the page's heading
    expect(one.statement).toMatchObject({ id: order.id, fileName: order.fileName })
    expect(items.data).toMatchObject([
      { line: 2, status: 'Matched', reason: null, paymentId: good.id },
      { line: 3, status: 'Unmatched', reason: 'other_amount', paymentId: short.id },
      { line: 4, status: 'Unmatched', reason: 'no_reference', paymentId: null },
      { line: 5, status: 'Unmatched', reason: 'already_settled', paymentId: good.id },
    ])
    const list = (await call(operator, 'GET', path)).json()
    expect(list.data[0]).toMatchObject({ matched: 1, unmatched: 3, status: 'Completed' })
    const { rows } = await testApi.test.owner.query(
      `select p.status, p.captured_minor::int as captured,
        (select coalesce(sum(amount_minor), 0)::int from ledger_entry
          where tenant_id = p.tenant_id and payment_id = p.id) as sum,
        (select count(*)::int from ledger_entry
          where tenant_id = p.tenant_id and payment_id = p.id and kind = 'capture') as entries,
        (select cause from payment_event where tenant_id = p.tenant_id and payment_id = p.id and type = 'payment.captured') as cause,
        (select count(*)::int from webhook_delivery
          where tenant_id = p.tenant_id and payment_id = p.id and event_type = 'payment.captured') as deliveries
       from payment p where id = $1`,
      [good.id],
    )
    const cause = `Barclays: ${good.accountReference}`
    expect(rows).toEqual([
      { status: 'captured', captured: 1206, sum: 0, entries: 2, cause, deliveries: 1 },
    ])
    expect(await postedTo(good.id)).toEqual({ bank: 1206, merchant_available: -1206 })
    // the present, the short payment and the second one: at the bank, and it is not known whose they are
    const unmatched = items.data.slice(1).map(({ id }: { id: string }) => id)
    const { rows: suspended } = await testApi.test.owner.query(
      `select account, sum(amount_minor)::int as sum, count(*)::int as entries from ledger_entry
       where posting_id = any ($1) group by 1 order by 1`,
      [unmatched],
    )
    expect(suspended).toEqual([
      { account: 'bank', sum: 1205 + 9900 + 1206, entries: 3 },
      { account: 'suspense', sum: -(1205 + 9900 + 1206), entries: 3 },
    ])
    const banking = await call(
      operator,
      'GET',
      `/api/banking/${items.data[0] && (await merchantOf(good.id))}/payments/${good.id}`,
    )
    expect(banking.json()).toMatchObject({
      relationship: { accountReference: good.accountReference, requestType: 'Allocated' },
      lines: [{ line: 2, state: 'matched' }, { line: 5 }],
    })
  })

  test('that quotes a payment in Test takes no real money for it', async () => {
    const { id, accountReference } = await transfer(7706, 'test')
    const order = (await upload(operator, statement(line('77.06', accountReference)))).json()
    await settle(order.id)
    const items = (await call(operator, 'GET', `${path}/items/${order.id}`)).json()
    expect(items.data).toMatchObject([{ status: 'Unmatched', reason: 'test_payment' }])
    expect(await postedTo(id)).toEqual({})
    const { rows } = await testApi.test.owner.query(
      'select mode, account, amount_minor::int as amount from ledger_entry where posting_id = $1 order by 2',
      [items.data[0].id],
    )
    expect(rows).toEqual([
      { mode: 2, account: 'bank', amount: 7706 },
      { mode: 2, account: 'suspense', amount: -7706 },
    ])
  })

  test('uploaded twice is the same order; settled twice nothing is done again', async () => {
    const { id, accountReference } = await transfer()
    const csv = statement(line('12.06', accountReference))
    const [first, second] = await Promise.all([upload(operator, csv), upload(operator, csv)])
    expect(second.json().id).toBe(first.json().id)
    expect([first, second].map((one) => one.json().isRepeated).toSorted()).toEqual([false, true])
    await settle(first.json().id)
    // as if the worker had died before it could say that the line was matched
    await testApi.test.owner.query(
      `update bank_order_item set state = 'waiting', payment_id = null where bank_order_id = $1`,
      [first.json().id],
    )
    await settle(first.json().id)
    const items = (await call(operator, 'GET', `${path}/items/${first.json().id}`)).json()
    expect(items.data).toMatchObject([{ status: 'Matched', paymentId: id }])
    const { rows } = await testApi.test.owner.query(
      `select count(*)::int as n from payment_event where payment_id = $1 and type = 'payment.captured'`,
      [id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('that overlaps an earlier one of the account books its lines once', async () => {
    const [shared, twice] = [line('31.00', 'a present'), line('32.00', 'two alike')]
    const first = await upload(operator, statement(shared, twice))
    expect(first.json()).toMatchObject({ repeated: 0 })
    await settle(first.json().id)
    const overlapping = statement(shared, twice, twice, line('33.00', 'a new one'))
    const second = await upload(operator, overlapping)
    expect(second.json()).toMatchObject({ isRepeated: false, lines: 4, repeated: 2 })
    await settle(second.json().id)
    const items = (await call(operator, 'GET', `${path}/items/${second.json().id}`)).json()
    expect(items.data).toMatchObject([
      { line: 2, status: 'Repeated', reason: null },
      { line: 3, status: 'Repeated', reason: null },
      { line: 4, status: 'Unmatched' },
      { line: 5, status: 'Unmatched' },
    ])
    const { rows } = await testApi.test.owner.query(
      `select count(*)::int as n from ledger_entry where posting_id = any ($1) and account = 'bank'`,
      [items.data.map(({ id }: { id: string }) => id)],
    )
    expect(rows).toEqual([{ n: 2 }])
    // another account's line is another transfer; of two files at once one has it
    const other = await upload(operator, statement(shared), { accountNumber: 'GB30OTHER' })
    expect(other.json()).toMatchObject({ repeated: 0 })
    const atOnce = await Promise.all(
      ['34.00', '35.00'].map((amount) =>
        upload(operator, statement(line('36.00', 'at once'), line(amount, 'at once'))),
      ),
    )
    expect(atOnce.map((one) => one.json().repeated).toSorted()).toEqual([0, 1])
  })

  test('whose repeated line is a second payment is booked after all, once [audit bank-orders.book]', async () => {
    const twice = line('37.00', 'paid twice')
    const first = (await upload(operator, statement(line('39.00', 'another'), twice))).json()
    await settle(first.id)
    const second = (await upload(operator, statement(twice, line('38.00', 'new')))).json()
    await settle(second.id)
    const lines = async () =>
      (await call(operator, 'GET', `${path}/items/${second.id}`)).json().data as { id: string }[]
    const [repeated, fresh] = await lines()
    // the line that was booked is shown beside the repeated one
    expect([repeated, fresh]).toMatchObject([
      {
        earlier: {
          ...{ bankOrderId: first.id, fileName: 'march.csv', line: 3, bookedOn: '2026-03-14' },
          ...{ amount: 3700, currency: 'GBP', reference: 'paid twice', payer: 'Jane' },
          ...{ uploadedAt: first.createdAt, status: 'Unmatched' },
        },
      },
      { earlier: null },
    ])
    const book = (by: Actor) => call(by, 'POST', `${path}/items/${repeated?.id}/book`)
    expect((await book(platform)).statusCode).toBe(403)
    // a line of no merchant
    expect((await book(limited)).statusCode).toBe(404)
    const answers = await Promise.all([book(operator), book(operator)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await lines()).toMatchObject([{ status: 'Waiting' }, { status: 'Unmatched' }])
    await settle(second.id)
    expect(await lines()).toMatchObject([{ status: 'Unmatched' }, { status: 'Unmatched' }])
    const { rows } = await testApi.test.owner.query(
      `select sum(amount_minor)::int as booked from ledger_entry where posting_id = $1 and account = 'bank'`,
      [repeated?.id],
    )
    expect(rows).toEqual([{ booked: 3700 }])
    expect((await book(operator)).json().code).toBe('bank_order.not_repeated')
  })

  test('with a faulty line is refused whole', async () => {
    const { accountReference } = await transfer()
    const before = [await countIn('bank_order'), await countIn('bank_order_item')]
    const answer = await upload(
      operator,
      statement(line('12.06', accountReference), '2026-02-30,x,GBP,y,'),
    )
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'bank_order.invalid_file',
      errors: [{ message: expect.stringContaining('Line 3: date "2026-02-30"') }],
    })
    expect([await countIn('bank_order'), await countIn('bank_order_item')]).toEqual(before)
  })

  test.each([
    ['bankName', ''],
    ['accountNumber', '??'],
  ])('without a right %s is refused', async (name, value) => {
    const answer = await upload(operator, statement(line('1', 'x')), { [name]: value })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].path).toBe(name)
  })

  test('is uploaded by who sees all merchants and payments of the tenant', async () => {
    const { id, accountReference } = await transfer()
    for (const actor of [platform, limited, narrow]) {
      const sent = await upload(actor, statement(line('12.06', accountReference)))
      expect([sent.statusCode, sent.json().code]).toEqual([403, 'bank_order.not_yours'])
    }
    expect((await call(operator, 'GET', `/api/crm/transactions/${id}`)).json()).toMatchObject({
      status: 'pending',
    })
  })

  test('shows and books no line for who sees payments of other methods alone', async () => {
    const { accountReference } = await transfer()
    const present = line('41.00', 'a present')
    const first = await upload(operator, statement(line('12.06', accountReference), present))
    await settle(first.json().id)
    const { id } = (await upload(operator, statement(present, line('42.00', 'new')))).json()
    await settle(id)
    const linesOf = async (actor: Actor, order: string) =>
      (await call(actor, 'GET', `${path}/items/${order}`)).json()
    expect(await linesOf(operator, first.json().id)).toMatchObject({ count: 2 })
    const none = { lines: 0, matched: 0, unmatched: 0 }
    expect(await linesOf(narrow, first.json().id)).toMatchObject({
      ...{ count: 0, data: [], statement: none },
    })
    const [repeated] = (await linesOf(operator, id)).data
    const booked = await call(narrow, 'POST', `${path}/items/${repeated.id}/book`)
    expect(booked.statusCode).toBe(404)
  })
})

async function merchantOf(paymentId: string): Promise<string> {
  const { rows } = await testApi.test.owner.query('select merchant_id from payment where id = $1', [
    paymentId,
  ])
  return rows[0].merchant_id
}

test('a reference that is deallocated pays nothing', async () => {
  const { id, accountReference } = await transfer()
  const listed = await call(
    operator,
    'GET',
    `/api/crm/transactions/relationships?transactionId=${id}&requestType=Allocated`,
  )
  expect(listed.json()).toMatchObject({ count: 1, data: [{ accountReference }] })
  // what a form leaves empty is not asked for
  const empty = 'externalOrganizationId=&websiteId=&requestType='
  const wide = `/api/crm/transactions/relationships?transactionId=${id}&${empty}`
  expect((await call(operator, 'GET', wide)).json()).toEqual(listed.json())
  const body = {
    organizationId: listed.json().data[0].organizationId,
    transactionId: id,
    accountReference,
    websiteId: null,
  }
  const deallocate = '/api/crm/transactions/relationships/deallocate'
  expect((await call(operator, 'PUT', deallocate, body)).statusCode).toBe(200)
  expect((await call(operator, 'PUT', deallocate, body)).statusCode).toBe(404)
  const order = (await upload(operator, statement(line('12.06', accountReference)))).json()
  await settle(order.id)
  const items = (await call(operator, 'GET', `${path}/items/${order.id}?status=Unmatched`)).json()
  expect(items.data).toMatchObject([{ reason: 'deallocated' }])
})
