import { randomUUID } from 'node:crypto'
import { type Actor, openTestApi } from '@counterfoil/api/testing/test-api.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { v7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import type { MerchantSetup, SetupAnswer, TestPayment } from './processing-setup.contract.ts'

const testApi = await openTestApi()
const { app, test: base } = testApi
const operator = await testApi.actor('operator')
const merchant = await testApi.actor('merchant')
const platform = await testApi.actor('platform')
const [northwind, harbour] = [tenantIdOf('northwind'), merchantIdOf('harbour')]
const quayside = merchantIdOf('quayside')
const galata = merchantIdOf('galata')

async function call(
  actor: Actor,
  method: 'GET' | 'POST',
  path: string,
  some: { query?: Record<string, string>; body?: object; mode?: string; key?: string } = {},
) {
  const answer = await app.inject({
    method,
    url: `/api/processing-setup${path}?${new URLSearchParams(some.query)}`,
    headers: {
      authorization: `Bearer ${actor.token}`,
      mode: some.mode ?? 'Test',
      'idempotency-key': some.key ?? randomUUID(),
    },
    ...(some.body === undefined ? {} : { payload: some.body }),
  })
  return { status: answer.statusCode, text: answer.body, json: <T>() => answer.json() as T }
}

const sql = (text: string, values: unknown[] = []) => base.owner.query(text, values)
const bump = () => sql('update app.tenant set settings_version = settings_version + 1')

await sql(
  `create table saved_mid as select * from app.mid where merchant_id = $1`.replace(
    '$1',
    `'${harbour}'`,
  ),
)
await sql(`create table saved_merchant as select * from app.merchant where id = '${harbour}'`)
const website = v7()
await sql(
  `insert into app.website (tenant_id, id, merchant_id, name, url, created_at)
   values ($1, $2, $3, 'Shop', 'https://shop.example', now())`,
  [northwind, website, harbour],
)

/** As the demo has it. */
async function restore() {
  await sql(
    `update app.mid m set is_active = s.is_active, currencies = s.currencies, brands = s.brands, methods = s.methods,
       active_from = s.active_from, active_until = s.active_until, cap_currency = s.cap_currency,
       max_amount_minor = s.max_amount_minor, daily_cap_minor = s.daily_cap_minor
     from saved_mid s where s.id = m.id`,
  )
  await sql(
    `update app.merchant m set merchant_status = s.merchant_status, processing_status = s.processing_status,
       risk_level_id = s.risk_level_id, approval_threshold_minor = s.approval_threshold_minor
     from saved_merchant s where s.id = m.id`,
  )
  for (const table of ['tenant_switch', 'acquirer_breaker', 'blacklist_entry', 'routing_version']) {
    await sql(`delete from app.${table} where tenant_id = $1`, [northwind])
  }
  await sql(`delete from app.antifraud_rule where tenant_id = $1`, [northwind])
  await sql(`update app.website set is_active = true where id = $1`, [website])
  await bump()
}
afterEach(restore)

const mids = `where merchant_id = '${harbour}' and mode = 1`
const oneMid = `where id = (select id from app.mid ${mids} order by priority limit 1)`
const off = (list: string, code: string) => () =>
  sql(
    `insert into app.tenant_switch (tenant_id, list, code, is_active, updated_at) values ($1, $2, $3, false, now())
     on conflict do nothing`,
    [northwind, list, code],
  )
const setMids =
  (set: string, where = mids) =>
  () =>
    sql(`update app.mid set ${set} ${where}`)
const setMerchant = (set: string) => () =>
  sql(`update app.merchant set ${set} where id = $1`, [harbour])
const breaker = (probeAt: string, mid: string) => () =>
  sql(
    `insert into app.acquirer_breaker (tenant_id, provider, mid_id, failures, opened_at, probe_at)
     select tenant_id, provider, ${mid}, 9, now(), now() + interval '${probeAt}' from app.mid ${mids}
     on conflict do nothing`,
  )
const rule = (name: string, outcome: string, columns: Record<string, unknown>) => () => {
  const all = {
    rule: name,
    outcome,
    tenant_id: northwind,
    id: v7(),
    created_at: new Date(),
    ...columns,
  }
  const names = Object.keys(all)
  return sql(
    `insert into app.antifraud_rule (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(all),
  )
}
const wholeAcquirer = `'00000000-0000-0000-0000-000000000000'::uuid`

/** What may be wrong with a set-up. */
const faults: Readonly<Record<string, () => Promise<unknown>>> = {
  methodOff: off('payment_method', 'card'),
  transfersOff: off('payment_method', 'bank_transfer'),
  currencyOff: off('currency', 'GBP'),
  otherCurrencyOff: off('currency', 'EUR'),
  providersOff: async () => {
    await off('service_provider', 'sandbox_alpha')()
    await off('service_provider', 'sandbox_beta')()
  },
  oneProviderOff: off('service_provider', 'sandbox_alpha'),
  midsOff: setMids('is_active = false'),
  oneMidOff: setMids('is_active = false', oneMid),
  currencies: setMids(`currencies = '{USD}'`),
  euros: setMids(`currencies = '{EUR,GBP}'`),
  brands: setMids(`brands = '{troy}'`),
  methods: setMids(`methods = '{bank_transfer}'`),
  early: setMids(`active_from = now() + interval '1 day'`),
  over: setMids(`active_until = now() - interval '1 day'`),
  largest: setMids(`cap_currency = 'GBP', max_amount_minor = 999`),
  dayCap: setMids(`cap_currency = 'GBP', daily_cap_minor = 999`),
  capOfOneMid: setMids(`cap_currency = 'GBP', daily_cap_minor = 999`, oneMid),
  breakersOpen: breaker('1 hour', wholeAcquirer),
  breakersDue: breaker('-1 hour', wholeAcquirer),
  midBreakers: breaker('1 hour', 'id'),
  websiteOff: () => sql(`update app.website set is_active = false where id = $1`, [website]),
  suspended: setMerchant(`merchant_status = 'Suspended'`),
  onHold: setMerchant(`merchant_status = 'On hold'`),
  noProcessing: setMerchant(`processing_status = 'NoProcessing'`),
  sandboxOnly: setMerchant(`processing_status = 'SandboxEnabled'`),
  threshold: setMerchant('approval_threshold_minor = 500'),
  ceiling: rule('amount_ceiling', 'block', { currency: 'GBP', amount_minor: 999 }),
  ceilingToReview: rule('amount_ceiling', 'review', { currency: 'GBP', amount_minor: 999 }),
  ceilingInShadow: rule('amount_ceiling', 'block', {
    ...{ currency: 'GBP', amount_minor: 999, effect: 'shadow' },
  }),
  velocity: rule('card_velocity', 'block', { threshold: 2, window_s: 3600 }),
  blacklisted: () =>
    sql(
      `insert into app.blacklist_entry (tenant_id, id, kind, value, reason, created_at, updated_at)
       values ($1, $2, 'iin', '424242', 'Test', now(), now())`,
      [northwind, v7()],
    ),
  noWay: () =>
    sql(
      `insert into app.routing_version
         (tenant_id, id, merchant_id, mode, number, note, state, rules, made_by, made_by_name, created_at, updated_at)
       select $1, $2, $3, 1, 99, '', 'active', $4, u.id, 'Test', now(), now()
       from app.app_user u where u.tenant_id = $1 limit 1`,
      [
        ...[northwind, v7(), harbour],
        JSON.stringify({ rules: [], otherwise: { way: 'none' }, explore: 0 }),
      ],
    ),
}

/** The same numbers at every run. */
function drawn(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

const names = Object.keys(faults)
const orders: Record<string, string>[] = [
  { method: 'card', brand: 'visa', currency: 'GBP' },
  { method: 'card', brand: 'mastercard', currency: 'GBP' },
  { method: 'card', brand: 'visa', currency: 'EUR' },
  { method: 'card', brand: 'visa', currency: 'GBP', websiteId: website },
  { method: 'bank_transfer', currency: 'GBP' },
]

async function compare(broken: readonly string[], order: Record<string, string>) {
  for (const name of broken) await faults[name]?.()
  await bump()
  const asked = { ...order, merchantId: harbour }
  const setup = await call(operator, 'GET', '/check', { query: { ...asked, amount: '1000' } })
  expect(setup.status, setup.text).toBe(200)
  const { isReady, missing, checks } = setup.json<SetupAnswer>()
  const paid = await call(operator, 'POST', '/test-payments', { body: { ...asked, amount: 1000 } })
  const { id } = paid.json<{ id?: string }>()
  const { rows } = await sql(
    `select count(*)::int as n from app.payment_attempt where payment_id = $1`,
    [id ?? null],
  )
  const what = `${broken.join(' + ')} · ${Object.values(order).join(' ')} · ${JSON.stringify(checks)} · ${paid.text}`
  expect(isReady, what).toBe(missing === 0)
  expect(rows[0].n > 0, what).toBe(isReady)
  return isReady
}

test('each fault alone, and with every order: ready is what gets to an acquirer', async () => {
  const verdicts = new Set<boolean>()
  for (const [at, name] of names.entries()) {
    verdicts.add(await compare([name], orders[at % orders.length] ?? {}))
    verdicts.add(await compare([], orders[0] ?? {}))
    await restore()
    verdicts.add(await compare([name], orders[0] ?? {}))
    await restore()
  }
  expect(verdicts).toEqual(new Set([true, false]))
}, 240_000)

test('of set-ups that are drawn at random, too', async () => {
  const draw = drawn(2026)
  const verdicts = { ready: 0, missing: 0 }
  for (let trial = 0; trial < 30; trial += 1) {
    const drawnNames = Array.from({ length: draw(3) }, () => names[draw(names.length)] ?? '')
    const broken = [...new Set(drawnNames)]
    const isReady = await compare(broken, orders[draw(orders.length)] ?? {})
    verdicts[isReady ? 'ready' : 'missing'] += 1
    await restore()
  }
  expect(Math.min(verdicts.ready, verdicts.missing)).toBeGreaterThan(4)
}, 240_000)

test('the list says of each merchant what the detail says', async () => {
  await faults.currencyOff?.()
  await bump()
  const query = { method: 'card', currency: 'GBP' }
  const { data } = (await call(operator, 'GET', '/merchants', { query })).json<{
    data: MerchantSetup[]
  }>()
  expect(data.length).toBeGreaterThan(1)
  for (const { merchantId, tenantId, cells } of data) {
    expect(tenantId).toBe(northwind)
    const detail = await call(operator, 'GET', '/check', { query: { ...query, merchantId } })
    const { isReady, missing } = detail.json<SetupAnswer>()
    expect(cells).toEqual([{ method: 'card', currency: 'GBP', isReady, missing }])
  }
})

test('the list is walked by cursors, over tenants for the platform, and filtered', async () => {
  const walked: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: Record<string, string> = { pageSize: '2', ...(cursor === '' ? {} : { cursor }) }
    const page = (await call(platform, 'GET', '/merchants', { query })).json<{
      data: MerchantSetup[]
      nextCursor: string | null
    }>()
    walked.push(...page.data.map(({ merchantId }) => merchantId))
    cursor = page.nextCursor
  }
  const { rows } = await sql(
    `select id from app.merchant order by tenant_id, legal_business_name, id`,
  )
  expect(walked).toEqual(rows.map(({ id }) => id))
  const states = ['ready', 'not_ready'].map(async (state) => {
    const query = { state, method: 'card', pageSize: '50' }
    const found = await call(platform, 'GET', '/merchants', { query })
    return found.json<{ data: MerchantSetup[] }>().data
  })
  const [ready = [], others = []] = await Promise.all(states)
  expect(ready.every((one) => one.isReady)).toBe(true)
  expect(others.every((one) => !one.isReady)).toBe(true)
  expect([...ready, ...others].map(({ merchantId }) => merchantId).toSorted()).toEqual(
    walked.toSorted(),
  )
  const wrong = await call(platform, 'GET', '/merchants', { query: { cursor: 'nonsense' } })
  expect(wrong.status).toBe(400)
})

test('a test payment shows each step, once for one key [audit processing-setup.createTestPayment]', async () => {
  const body = { merchantId: harbour, method: 'card', currency: 'GBP', amount: 1000 }
  const key = randomUUID()
  const first = await call(operator, 'POST', '/test-payments', { body, key })
  expect(first.status, first.text).toBe(201)
  const again = await call(operator, 'POST', '/test-payments', { body, key })
  expect(again.json()).toEqual(first.json())
  const { id } = first.json<{ id: string }>()
  const seen = (await call(operator, 'GET', `/test-payments/${id}`)).json<TestPayment>()
  expect(seen).toMatchObject({ status: 'captured', merchantId: harbour, amount: 1000 })
  const stateOf = (name: string) => seen.steps.find((one) => one.name === name)?.state
  for (const name of ['order', 'screening', 'routing', 'attempt', 'capture', 'ledger']) {
    expect(stateOf(name), name).toBe('done')
  }
  expect(seen.steps.find(({ name }) => name === 'routing')?.values.mid).toBeTruthy()
  const own = (await call(merchant, 'GET', `/test-payments/${id}`)).json<TestPayment>()
  expect(own.steps.find(({ name }) => name === 'routing')?.values.mid).toBeUndefined()
  const { rows } = await sql(
    `select count(*)::int as n from app.audit_entry where action = 'processing-setup.createTestPayment' and record_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('in Live mode there is no test payment, and what the engine refuses says why', async () => {
  const body = { merchantId: harbour, method: 'card', currency: 'GBP', amount: 1000 }
  const live = await call(operator, 'POST', '/test-payments', { body, mode: 'Live' })
  expect(live.json()).toMatchObject({ status: 409, code: 'processing_setup.test_mode' })
  await faults.methodOff?.()
  await bump()
  const refused = await call(operator, 'POST', '/test-payments', { body })
  const { id } = refused.json<{ id: string }>()
  const { steps } = (await call(operator, 'GET', `/test-payments/${id}`)).json<TestPayment>()
  expect(steps[0]).toMatchObject({ name: 'order', state: 'refused', code: 'method.switched_off' })
})

test('nothing of strangers is found, and a merchant sees its own set-up alone', async () => {
  const query = { method: 'card', currency: 'GBP' }
  const body = { ...query, amount: 1000 }
  for (const [actor, merchantId] of [
    [operator, galata],
    [merchant, quayside],
    [merchant, galata],
    [platform, randomUUID()],
  ] as const) {
    const asked = await call(actor, 'GET', '/check', { query: { ...query, merchantId } })
    expect(asked.status).toBe(404)
    const paid = await call(actor, 'POST', '/test-payments', { body: { ...body, merchantId } })
    expect(paid.status).toBe(404)
  }
  expect((await call(merchant, 'GET', '/merchants')).status).toBe(403)
  const paid = await call(operator, 'POST', '/test-payments', {
    body: { ...body, merchantId: quayside },
  })
  const { id } = paid.json<{ id: string }>()
  expect((await call(merchant, 'GET', `/test-payments/${id}`)).status).toBe(404)
  const own = (await call(merchant, 'GET', '/check', { query })).json<SetupAnswer>()
  expect(own).toMatchObject({ merchantId: harbour, findings: null })
  const { rows } = await sql(
    `select mid_code as code from app.mid where merchant_id = $1 and mode = 1 order by priority`,
    [harbour],
  )
  expect(own.mids?.map(({ midCode }) => midCode)).toEqual(rows.map(({ code }) => code))
  const plain = await testApi.actor('merchant', [
    ...['Merchant.PaymentsSettings.PaymentChannel.View'],
    ...['Merchant.PaymentsSettings.PaymentChannel.MidManagement'],
  ])
  const without = (await call(plain, 'GET', '/check', { query })).json<SetupAnswer>()
  expect(without.mids).toBeNull()
  const named = await call(platform, 'GET', '/check', { query: { ...query, merchantId: galata } })
  expect(named.json<SetupAnswer>()).toMatchObject({ merchantId: galata })
})

test('a payment that was not made by the tool is not shown as one', async () => {
  const { rows } = await sql(
    `select id from app.payment where tenant_id = $1 and coalesce(metadata ->> 'madeBy', '') <> 'processing-setup-tool' limit 1`,
    [northwind],
  )
  const id = rows[0]?.id ?? randomUUID()
  expect((await call(operator, 'GET', `/test-payments/${id}`)).status).toBe(404)
})
