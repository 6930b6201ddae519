import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { proveBooks } from '@counterfoil/features/accounting/proofs/proofs.jobs.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { makeUser } from '@counterfoil/kit/testing/makers.ts'
import {
  accounts,
  balanceOf,
  carryOut,
  checkPayee,
  fund,
  merchantId,
  setMerchantStatus,
  tenantId,
  workerOf,
} from '@counterfoil/tools/testing/payout-orders.ts'
import { expect, test } from 'vitest'
import { carryOutOrder } from './carry-out.ts'

const testApi = await openTestApi()
const maker = await testApi.actor('merchant')
const approver = await testApi.actor('merchant')
const operator = await testApi.actor('operator')
await fund(testApi, 1_000_000)

let keys = 0
const send = (
  token: string,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  { mode = 'Test', key = `key-${++keys}` } = {},
) =>
  testApi.app.inject({
    ...{ method, url },
    headers: { authorization: `Bearer ${token}`, mode, 'idempotency-key': key },
    ...(payload === undefined ? {} : { payload }),
  })
const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
  send(maker.token, method, url, payload)

async function beneficiary(account: object, name = 'Ada Lovelace Ltd'): Promise<string> {
  const made = await ask('POST', '/api/crm/settings/beneficiaries', {
    ...{ merchantId, name, kind: 'company', country: 'GB', currency: 'GBP' },
    ...account,
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json()
  await checkPayee(testApi, id)
  return id
}

const order = (beneficiaryId: string, amount: number, more = {}) => ({
  ...{ beneficiaryId, amount, currency: 'GBP', reference: 'Invoice 7' },
  ...more,
})
const pay = (beneficiaryId: string, amount: number, more = {}) =>
  ask('POST', '/api/payouts', order(beneficiaryId, amount, more))
const approve = (id: string, token = approver.token) =>
  send(token, 'POST', '/api/payouts/approvals', { payouts: [id] }).then((one) => one.json().data[0])
const stateOf = async (id: string) => (await ask('GET', `/api/payouts/${id}`)).json().state

async function until(id: string, state: string, aheadMs?: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await carryOut(testApi, aheadMs)
        return stateOf(id)
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBe(state)
}

test('a payout is set aside, approved by another person, sent and paid', async () => {
  const payee = await beneficiary(accounts.paid)
  const [available, transit] = [
    await balanceOf(testApi, 'merchant_available'),
    await balanceOf(testApi, 'payouts_in_transit'),
  ]
  const preview = await ask('GET', `/api/payouts/preview?beneficiaryId=${payee}&amount=1200`)
  expect(preview.json()).toMatchObject({
    rail: 'faster_payments',
    total: 1200,
    payeeCheck: 'success',
  })
  expect(preview.json().payable).toBeGreaterThan(0)
  // who sees payments of one method alone is shown no balance, which sums all
  const { merchantIds, permissions } = maker
  const { id: limitedId } = await makeUser(testApi.test, {
    ...{
      tenant_id: tenantId,
      user_type: 'merchant',
      merchant_id: merchantIds?.[0] ?? '',
      permissions,
    },
    limited_to_methods: ['card'],
  })
  const limited = await testApi.app.inject({
    url: `/api/payouts/preview?beneficiaryId=${payee}&amount=1200`,
    headers: { authorization: `Bearer ${await testApi.issuer.token(limitedId)}`, mode: 'Test' },
  })
  expect(limited.json()).toMatchObject({ total: 1200, payable: null })
  const made = await pay(payee, 1200)
  expect(made.statusCode, made.body).toBe(201)
  const { id, state } = made.json()
  expect(state).toBe('waiting_for_approval')
  expect(await balanceOf(testApi, 'merchant_available')).toBe(available - 1200)
  expect(await balanceOf(testApi, 'payouts_in_transit')).toBe(transit + 1200)
  expect(await approve(id, maker.token)).toMatchObject({ code: 'approvePayout.own_payout' })
  const waiting = await send(approver.token, 'GET', '/api/payouts/waiting')
  expect(waiting.json().data).toMatchObject([{ id, isOwn: false, refusal: null, missing: 1 }])
  expect(await approve(id)).toMatchObject({ state: 'approved', code: null })
  await until(id, 'paid')
  expect(await balanceOf(testApi, 'payouts_in_transit')).toBe(transit)
  const read = (await ask('GET', `/api/payouts/${id}`)).json()
  expect(read.steps.map(({ kind }: { kind: string }) => kind)).toEqual([
    ...['requested', 'confirmed', 'approved', 'sent', 'paid'],
  ])
  expect(read.payee.account).toBe('20-00-00 55779911')
  expect(
    (await send(maker.token, 'GET', `/api/payouts/${id}`, undefined, { mode: 'Live' })).statusCode,
  ).toBe(404)
})

test('what is declined, withdrawn, rejected or returned is the merchant’s again', async () => {
  const payee = await beneficiary(accounts.rejected)
  const before = await balanceOf(testApi, 'merchant_available')
  const declined = (await pay(payee, 300)).json().id
  const own = await send(maker.token, 'POST', '/api/payouts/declinations', {
    ...{ payouts: [declined], reason: 'mine' },
  })
  expect(own.json().data[0].code).toBe('payout.own_decline')
  const answer = await send(operator.token, 'POST', '/api/crm/payouts/declinations', {
    ...{ payouts: [declined], reason: 'not now' },
  })
  expect(answer.json().data[0], answer.body).toMatchObject({ state: 'declined' })
  const withdrawn = (await pay(payee, 300)).json().id
  expect((await ask('POST', `/api/payouts/${withdrawn}/cancel`, undefined)).json().state).toBe(
    'declined',
  )
  const rejected = (await pay(payee, 300)).json().id
  await approve(rejected)
  await until(rejected, 'failed')
  expect((await ask('GET', `/api/payouts/${rejected}`)).json()).toMatchObject({ code: '1160' })
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  const returned = (await pay(await beneficiary(accounts.returned), 300)).json().id
  await approve(returned, operator.token).catch(() => undefined)
  await send(operator.token, 'POST', '/api/crm/payouts/approvals', { payouts: [returned] })
  await until(returned, 'returned')
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  expect(await balanceOf(testApi, 'payouts_in_transit')).toBe(0)
})

test('a merchant’s server gets each state of a payout as an event, as /v1 answers it', async () => {
  const { id } = (await pay(await beneficiary(accounts.returned), 300)).json()
  await send(operator.token, 'POST', '/api/crm/payouts/approvals', { payouts: [id] })
  await until(id, 'returned')
  const get = async (url: string) => {
    const headers = { authorization: 'Bearer cf_test_demo_harbour' }
    return (await testApi.app.inject({ url, headers })).json()
  }
  type Event = { type: string; data: { id: string; status: string } }
  const events: Event[] = (await get('/v1/events?types=payout.*&limit=100')).data
  const own = events.filter(({ data }) => data.id === id)
  expect(new Set(own.map(({ type }) => type))).toEqual(
    new Set(own.map(({ data }) => `payout.${data.status}`)),
  )
  expect(own.map(({ data }) => data.status)).toEqual([
    ...['waiting_for_approval', 'approved', ...(own.length > 4 ? ['sent'] : [])],
    ...['paid', 'returned'],
  ])
  expect(own.at(-1)?.data).toEqual(await get(`/v1/payouts/${id}`))
})

test('a payout is found by its payee, reference, own number or any whole id, and by no part of an id', async () => {
  const payee = await beneficiary(accounts.paid, 'Looked For Ltd')
  const more = { reference: 'Lamp 4711', externalId: 'OWN-4711' }
  const { id } = (await pay(payee, 120, more)).json()
  await send(operator.token, 'POST', '/api/crm/payouts/approvals', { payouts: [id] })
  await until(id, 'paid')
  const { rows } = await testApi.test.owner.query(
    'select end_to_end_id as "endToEnd", rail_reference as rail from app.payout_order where id = $1',
    [id],
  )
  const { endToEnd, rail } = rows[0]
  const find = async (token: string, path: string, key: string) => {
    const answer = await send(token, 'GET', `${path}?searchKey=${encodeURIComponent(key)}`)
    return answer.json().data.map((one: { id: string }) => one.id)
  }
  for (const key of ['looked for', 'lamp 47', 'own-47', id, id.toUpperCase(), endToEnd, rail]) {
    expect(await find(maker.token, '/api/payouts', key), key).toEqual([id])
    expect(await find(operator.token, '/api/crm/payouts', key), key).toEqual([id])
  }
  expect(await find(maker.token, '/api/payouts', id.slice(0, 18))).toEqual([])
})

test('a name that the bank does not confirm is paid on purpose alone', async () => {
  const close = await beneficiary(accounts.closeMatch)
  const list = (await ask('GET', '/api/payouts/payees?searchKey=ada')).json().data
  expect(list.find(({ id }: { id: string }) => id === close)).toMatchObject({
    ...{ payeeResult: 'close_match', bankName: 'Ada Lovelace Ltd LTD' },
  })
  expect((await pay(close, 100)).json().code).toBe('payout.payee_not_confirmed')
  expect((await pay(close, 100, { despiteCheck: true })).statusCode).toBe(201)
})

test('more than there is, other characters, other currencies and past days are refused at their field', async () => {
  const payee = await beneficiary(accounts.paid)
  const refused = async (more: object) => {
    const answer = (await pay(payee, 100, more)).json()
    return [answer.code, answer.errors[0].path]
  }
  expect(await refused({ amount: 99_000_000 })).toEqual(['payout.exceeds_balance', 'amount'])
  expect(await refused({ amount: 100_000_001 })).toEqual(['payout.too_large', 'amount'])
  expect(await refused({ reference: 'Rechnung ☺' })).toEqual([
    ...['payout.reference_characters', 'reference'],
  ])
  expect(await refused({ reference: 'x'.repeat(19) })).toEqual([
    ...['payout.reference_length', 'reference'],
  ])
  expect(await refused({ currency: 'EUR' })).toEqual(['payout.currency', 'currency'])
  expect(await refused({ on: '2020-01-01' })).toEqual(['payout.day_past', 'on'])
})

test('of many requests at once none takes more than there is', async () => {
  const payee = await beneficiary(accounts.paid)
  const available = await balanceOf(testApi, 'merchant_available')
  const each = Math.floor(available / 3)
  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(payee, each)))
  const refused = Array(5).fill(409)
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, ...refused])
  expect(await balanceOf(testApi, 'merchant_available')).toBe(available - 3 * each)
  for (const answer of answers.filter(({ statusCode }) => statusCode === 201)) {
    await ask('POST', `/api/payouts/${answer.json().id}/cancel`)
  }
  expect(await balanceOf(testApi, 'merchant_available')).toBe(available)
})

test('one key, one effect', async () => {
  const payee = await beneficiary(accounts.paid)
  const body = order(payee, 150)
  const twice = await Promise.all(
    [1, 2].map(() => send(maker.token, 'POST', '/api/payouts', body, { key: 'the same' })),
  )
  const [one, other] = twice.map((answer) => answer.json())
  expect(one.id).toBe(other.id)
  const else_ = await send(maker.token, 'POST', '/api/payouts', order(payee, 151), {
    ...{ key: 'the same' },
  })
  expect(else_.json().code).toBe('idempotency.key_reused')
})

test('a worker that dies between sending and noting, or hears nothing, sends nothing twice', async () => {
  const scope = tenantScope(tenantId)
  for (const account of [accounts.paid, accounts.lostAnswer]) {
    const { id } = (await pay(await beneficiary(account), 100)).json()
    await approve(id)
    const dying = {
      rails: {
        ...testApi.providers.rails,
        submit: async (one: Parameters<typeof testApi.providers.rails.submit>[0]) => {
          await testApi.providers.rails.submit(one)
          throw new Error('killed')
        },
      },
    }
    await carryOutOrder(dying, scope, id, workerOf(testApi))
    expect(await stateOf(id)).toBe('approved')
    expect((await ask('POST', `/api/payouts/${id}/cancel`)).json().code).toBe('payout.decided')
    await testApi.test.owner.query(
      'update payout_order set next_check_at = to_timestamp(0) where id = $1',
      [id],
    )
    await until(id, 'paid')
    const { rows } = await testApi.test.owner.query<{ submissions: number }>(
      `select t.submissions from sandbox.rail_transfer t join payout_order o using (end_to_end_id) where o.id = $1`,
      [id],
    )
    expect(rows).toEqual([{ submissions: 1 }])
  }
})

test('a rail that no longer knows a transfer which it has carried out is not sent it once more', async () => {
  const { id } = (await pay(await beneficiary(accounts.paid), 100)).json()
  await approve(id)
  await until(id, 'paid')
  const submitted: string[] = []
  const rails = {
    find: async () => undefined,
    submit: ({ endToEndId }: { endToEndId: string }) => {
      submitted.push(endToEndId)
      return Promise.reject(new Error('It was sent twice'))
    },
  }
  const set = `update payout_order set state = $2, next_check_at = to_timestamp(0) where id = $1`
  for (const state of ['sent', 'paid']) {
    await testApi.test.owner.query(set, [id, state])
    await carryOutOrder({ rails }, tenantScope(tenantId), id, workerOf(testApi))
    expect([submitted, await stateOf(id)]).toEqual([[], state])
  }
})

test('an answer that another worker has overtaken changes nothing, and is posted once', async () => {
  const scope = tenantScope(tenantId)
  const { id } = (await pay(await beneficiary(accounts.paid), 100)).json()
  await approve(id)
  const railReference = 'FP-1'
  const submitted = Promise.withResolvers<void>()
  const late = Promise.withResolvers<{ state: 'sent'; railReference: string }>()
  const slow = carryOutOrder(
    {
      rails: {
        submit: () => {
          submitted.resolve()
          return late.promise
        },
        find: async () => undefined,
      },
    },
    scope,
    id,
    workerOf(testApi),
  )
  await submitted.promise
  const paid = {
    find: async () => ({ state: 'paid', railReference, mayReturn: true }) as const,
    submit: () => Promise.reject(new Error('It was sent already')),
  }
  const askAgain = async () => {
    await testApi.test.owner.query(
      'update payout_order set next_check_at = to_timestamp(0) where id = $1',
      [id],
    )
    await carryOutOrder({ rails: paid }, scope, id, workerOf(testApi))
  }
  await askAgain()
  const transit = await balanceOf(testApi, 'payouts_in_transit')
  late.resolve({ state: 'sent', railReference })
  await slow
  expect(await stateOf(id)).toBe('paid')
  await askAgain()
  expect(await balanceOf(testApi, 'payouts_in_transit')).toBe(transit)
})

test('a rail that does not answer a worker whose payout another has carried on changes nothing', async () => {
  const scope = tenantScope(tenantId)
  const { id } = (await pay(await beneficiary(accounts.paid), 100)).json()
  await approve(id)
  const submitted = Promise.withResolvers<void>()
  const late = Promise.withResolvers<never>()
  const submit = () => {
    submitted.resolve()
    return late.promise
  }
  const slow = carryOutOrder(
    { rails: { submit, find: async () => undefined } },
    ...([scope, id, workerOf(testApi)] as const),
  )
  await submitted.promise
  const { owner } = testApi.test
  await owner.query('update payout_order set next_check_at = to_timestamp(0) where id = $1', [id])
  const answer = { state: 'paid', railReference: 'FP-2', mayReturn: true } as const
  const paid = { ...testApi.providers.rails, find: async () => answer }
  await carryOutOrder({ rails: paid }, scope, id, workerOf(testApi))
  const readRow = async () =>
    (
      await owner.query('select state, failures, next_check_at from payout_order where id = $1', [
        id,
      ])
    ).rows[0]
  const before = await readRow()
  expect(before.state).toBe('paid')
  late.reject(new Error('silence'))
  await slow
  expect(await readRow()).toEqual(before)
})

test('by API: to a beneficiary or to an account, read again, and replayed by its key', async () => {
  const api = (method: 'GET' | 'POST', url: string, payload?: object, key = `api-${++keys}`) =>
    testApi.app.inject({
      ...{ method, url },
      headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': key },
      ...(payload === undefined ? {} : { payload }),
    })
  const body = {
    ...{ amount: 500, currency: 'GBP', reference: 'PO-1', externalId: 'po-1' },
    beneficiary: { name: 'Grace Hopper', ...accounts.paid, country: 'GB' },
  }
  const made = await api('POST', '/v1/payouts', body, 'po')
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toMatchObject({
    ...{ status: 'waiting_for_approval', payeeCheck: { result: 'match' }, amount: 500 },
  })
  const again = await api('POST', '/v1/payouts', body, 'po')
  expect(again.headers['idempotent-replayed']).toBe('true')
  const { id } = made.json()
  expect(again.json().id).toBe(id)
  await approve(id)
  await until(id, 'paid')
  expect((await api('GET', `/v1/payouts/${id}`)).json().status).toBe('paid')
  const payee = await beneficiary(accounts.paid)
  const { beneficiary: _, ...rest } = body
  const toBeneficiary = { ...rest, beneficiaryId: payee }
  const first = await api('POST', '/v1/payouts', toBeneficiary, 'po-2')
  expect(first.statusCode, first.body).toBe(201)
  // who did not get the answer gets it again, also when its beneficiary has gone meanwhile
  const archive = 'update app.beneficiary set is_active = $2 where id = $1'
  await testApi.test.owner.query(archive, [payee, false])
  const later = await api('POST', '/v1/payouts', toBeneficiary, 'po-2')
  expect(later.json(), later.body).toMatchObject({ id: first.json().id })
  expect((await api('POST', '/v1/payouts', toBeneficiary)).statusCode).toBe(404)
  await testApi.test.owner.query(archive, [payee, true])
  expect((await api('POST', '/v1/payouts', rest)).json().code).toBe('payout.payee')
  const wrong = {
    ...rest,
    currency: 'EUR',
    beneficiary: { name: 'X', iban: 'DE00', country: 'DE' },
  }
  expect((await api('POST', '/v1/payouts', wrong)).json().errors[0].path).toBe('beneficiary.iban')
  const unfit = { sortCode: '08-99-99', accountNumber: '66374959' }
  const mistyped = { ...rest, beneficiary: { name: 'X', ...unfit, country: 'GB' } }
  expect((await api('POST', '/v1/payouts', mistyped)).json()).toMatchObject({
    ...{ code: 'payee.account_number_unfit', errors: [{ path: 'beneficiary.accountNumber' }] },
  })
})

test('what is approved after the cut-off goes when the rail opens again, and the books prove what is in transit', async () => {
  await fund(testApi, 50_000, 'EUR')
  const made = await ask('POST', '/api/crm/settings/beneficiaries', {
    ...{ merchantId, name: 'Ada Ltd', kind: 'company', country: 'DE', currency: 'EUR' },
    iban: 'DE89370400440532013000',
  })
  await checkPayee(testApi, made.json().id)
  const asked = await pay(made.json().id, 700, { currency: 'EUR', speed: 'standard' })
  expect(asked.json(), asked.body).toMatchObject({ rail: 'sepa_credit_transfer' })
  const { id } = asked.json()
  await approve(id)
  // a Saturday
  const weekend = { ...workerOf(testApi), now: () => new Date('2031-03-15T12:00:00Z') }
  await testApi.test.owner.query(`update payout_order set send_at = now() where id = $1`, [id])
  await carryOutOrder(testApi.providers, tenantScope(tenantId), id, weekend)
  expect(await stateOf(id)).toBe('approved')
  const { rows } = await testApi.test.owner.query<{ at: Date; submitted: Date | null }>(
    'select next_check_at as at, submitted_at as submitted from payout_order where id = $1',
    [id],
  )
  expect(rows).toEqual([{ at: new Date('2031-03-17T06:00:00Z'), submitted: null }])
  const proved = async () => {
    await proveBooks(testApi.providers, workerOf(testApi))
    const { rows: found } = await testApi.test.owner.query<{ expected: string; found: string }>(
      `select d ->> 'expected' as expected, d ->> 'found' as found
       from (select differences from app.ledger_proof where tenant_id = $1 order by id desc limit 1) p,
         jsonb_array_elements(p.differences) d where d ->> 'check' = 'payouts'`,
      [tenantId],
    )
    return found
  }
  expect(await proved()).toEqual([])
  await testApi.test.owner.query('update payout_order set amount_minor = 701 where id = $1', [id])
  expect(await proved()).toEqual([{ expected: '701', found: '700' }])
})

test('a beneficiary whose account was changed after it was seen is not paid', async () => {
  const payee = await beneficiary(accounts.paid, 'Changed in between')
  const found = await ask('GET', '/api/payouts/payees?searchKey=Changed')
  const [{ version }] = found.json().data
  const before = await balanceOf(testApi, 'merchant_available')
  await testApi.test.owner.query('update beneficiary set version = version + 1 where id = $1', [
    payee,
  ])
  const refused = await pay(payee, 500, { payeeVersion: version })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'payout.payee_changed'])
  expect(await balanceOf(testApi, 'merchant_available')).toBe(before)
  expect((await pay(payee, 500, { payeeVersion: version + 1 })).statusCode).toBe(201)
})

test('a merchant whose account is not active is paid nothing: what was approved waits until it is', async () => {
  const payee = await beneficiary(accounts.paid)
  const { id } = (await pay(payee, 700)).json()
  await approve(id)
  await setMerchantStatus(testApi, 'Suspended')
  try {
    await carryOut(testApi)
    expect((await ask('GET', `/api/payouts/${id}`)).json()).toMatchObject({
      ...{ state: 'approved', code: 'payout.merchant_not_active', mayCancel: true },
    })
    const refused = await pay(payee, 1)
    expect(refused.json(), refused.body).toMatchObject({
      ...{ status: 409, code: 'payout.merchant_not_active' },
    })
  } finally {
    await setMerchantStatus(testApi, 'Active')
  }
  await until(id, 'paid', 60 * 60_000)
  expect((await ask('GET', `/api/payouts/${id}`)).json().code).toBe(null)
})
