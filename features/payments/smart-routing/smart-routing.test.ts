import { randomUUID } from 'node:crypto'
import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { ask } from '@counterfoil/api/testing/resource-calls.ts'
import { openTestApi } from '@counterfoil/api/testing/test-api.ts'
import type { RuleSet } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { beforeAll, expect, test } from 'vitest'
import { runBacktest } from './run-backtest.ts'
import type { BacktestResult } from './smart-routing.contract.ts'
import { countApprovals, notifyDeadMids } from './smart-routing.jobs.ts'

const testApi = await openTestApi()
const { app, test: database } = testApi
const operator = await testApi.actor('operator')
const other = await testApi.actor('operator')
const merchant = await testApi.actor('merchant')
const colleague = await testApi.actor('merchant')
const merchantId = merchantIdOf('harbour')
const place = { merchantId, mode: 'Test' }
const path = '/smart-routing'

type Body = Record<string, unknown>
const call = async (actor: typeof operator, method: string, at: string, body?: object) => {
  const [where, query] = at.split('?')
  const answer = await ask(app, actor, method, `${path}${where}`, {
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, body: answer.json() as Body }
}
const act = (actor: typeof operator, id: unknown, what: string) =>
  call(actor, 'POST', `/versions/${id}/${what}`, {})
/** Confirms a version as it is read now. */
async function confirm(actor: typeof operator, id: unknown) {
  const { version } = (await call(actor, 'GET', `/versions/${id}`)).body
  return call(actor, 'POST', `/versions/${id}/confirm`, { version })
}

async function draft(actor: typeof operator, set: RuleSet, at: object = place) {
  const made = await call(actor, 'POST', '/versions', { ...at, note: 'A test' })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { id, version } = made.body
  return call(actor, 'PUT', `/versions/${id}`, { version, note: 'A test', set })
}

let mids: { alpha: string; beta: string }
beforeAll(async () => {
  const { rows } = await database.owner.query(
    `select id, provider from app.mid where merchant_id = $1 and mode = 1 order by priority`,
    [merchantId],
  )
  const of = (provider: string) => rows.find((row) => row.provider === provider).id
  mids = { alpha: of('sandbox_alpha'), beta: of('sandbox_beta') }
})

const testCard = {
  ...{ type: 'card', number: '4242424242424242', securityCode: '123' },
  ...{ expiryMonth: 12, expiryYear: 2090 },
}

async function pay(amount: number, some: object = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/v1/payments',
    headers: { authorization: 'Bearer cf_test_demo_harbour', 'idempotency-key': randomUUID() },
    payload: {
      ...{ amount, currency: 'GBP', capture: true },
      method: testCard,
      ...some,
    },
  })
  return answer.json().id as string
}

async function routed(id: string) {
  const { rows } = await database.owner.query(
    `select o.routing, o.routed_by, p.provider from app.payment_operation o
     join app.payment p on p.tenant_id = o.tenant_id and p.id = o.payment_id
     where o.payment_id = $1 and o.kind = 'authorise'`,
    [id],
  )
  return rows[0]
}

const large = (): RuleSet => ({
  rules: [
    {
      ...{ id: 'large', name: 'Large amounts', goesOn: false },
      conditions: [{ fact: 'amount', currency: 'GBP', min: 10_000, max: null }],
      to: { way: 'order', midIds: [mids.beta] },
    },
  ],
  otherwise: { way: 'priority' },
  explore: 0,
})

test('a draft counts once another person has confirmed it, and each payment says why it went where', async () => {
  const made = await draft(operator, large())
  expect(made.body).toMatchObject({ state: 'draft', findings: [], rules: 1 })
  const { id } = made.body
  expect((await routed(await pay(20_000))).provider).toBe('sandbox_alpha')
  expect((await confirm(operator, id)).body).toMatchObject({
    ...{ status: 409, code: 'smart_routing.not_waiting' },
  })
  expect((await act(operator, id, 'ask')).body).toMatchObject({ state: 'waiting' })
  expect((await confirm(operator, id)).body).toMatchObject({
    ...{ status: 403, code: 'smart_routing.own_version' },
  })
  expect((await confirm(other, id)).body).toMatchObject({ state: 'active' })
  const paid = await pay(20_000)
  const { provider, routed_by, routing } = await routed(paid)
  expect(provider).toBe('sandbox_beta')
  expect(routed_by).toMatchObject({ versionId: id, ruleId: 'large', way: 'order' })
  expect(routing).toContainEqual(
    expect.objectContaining({
      reason: 'The rule “Large amounts” does not name it',
      isNamed: false,
    }),
  )
  const small = await routed(await pay(9_999))
  expect(small).toMatchObject({ provider: 'sandbox_alpha', routed_by: { way: 'priority' } })
  const log = await ask(app, operator, 'GET', `/crm/transactions/${paid}/smart-routing-logs/all`)
  expect(log.json()[0].routedBy).toMatchObject({ rule: 'Large amounts', way: 'order' })

  // a second version, and back to the first at once
  const next = await draft(operator, { ...large(), rules: [] })
  expect(next.body.changes).toMatchObject([{ ruleId: 'large', change: 'removed' }])
  await act(operator, next.body.id, 'ask')
  await confirm(other, next.body.id)
  expect((await routed(await pay(20_000))).provider).toBe('sandbox_alpha')
  expect((await act(operator, id, 'roll-back')).body).toMatchObject({ state: 'active' })
  expect((await routed(await pay(20_000))).provider).toBe('sandbox_beta')
})

test('shares are drawn as they are said, and a payment that is declined softly goes on within the rule', async () => {
  const parts = [
    { midId: mids.alpha, basisPoints: 2_500 },
    { midId: mids.beta, basisPoints: 7_500 },
  ]
  const set: RuleSet = { rules: [], otherwise: { way: 'split', parts }, explore: 0 }
  const { body } = await draft(operator, set)
  await act(operator, body.id, 'ask')
  expect((await confirm(other, body.id)).status).toBe(200)
  for (let count = 0; count < 12; count += 1) {
    const { routed_by, routing } = await routed(await pay(1_000 + count))
    const first = routing.find((one: { isEligible: boolean }) => one.isEligible)
    const drawn = routed_by.slot < 2_500 ? mids.alpha : mids.beta
    expect(first.midId).toBe(drawn)
    expect(routed_by.share).toBe(drawn === mids.alpha ? 2_500 : 7_500)
  }
})

test('nothing in which the analysis finds an error is put in force, and the refusal names the place', async () => {
  const parts = [
    { midId: mids.alpha, basisPoints: 4_999 },
    { midId: mids.beta, basisPoints: 5_000 },
  ]
  const rule = { ...large().rules[0], to: { way: 'split', parts } }
  const { body } = await draft(operator, { ...large(), rules: [rule] } as RuleSet)
  expect(body.findings).toMatchObject([{ code: 'split_sum', path: 'rules.0.to.parts' }])
  const refused = await act(operator, body.id, 'ask')
  expect(refused.body).toMatchObject({
    ...{ status: 422, code: 'smart_routing.has_errors' },
    errors: [
      {
        message: 'Rule 1, “Large amounts”: The shares make 99.99%, not 100%',
        path: 'set.rules.0.to.parts',
      },
    ],
  })
  const amount = { fact: 'amount', min: 1, max: 2 }
  const bad = { ...large(), rules: [{ ...large().rules[0], conditions: [amount] }] }
  const { version, id } = body
  const bodyOf = (set: object) => ({ version, note: '', set })
  const noCurrency = await call(operator, 'PUT', `/versions/${id}`, bodyOf(bad))
  expect(noCurrency.body).toMatchObject({ status: 400 })
  expect(JSON.stringify(noCurrency.body)).toContain('currency')
})

test('a finding names a payment as an example, with its amount as money', async () => {
  const [first] = large().rules
  const rules = [first, { ...first, id: 'again', name: 'The same once more' }]
  const { body } = await draft(operator, { ...large(), rules } as RuleSet)
  const found = body.findings as { code: string; message: string; example: string | null }[]
  const unreachable = found.find(({ code }) => code === 'unreachable')
  expect(unreachable?.message).toBe(
    'Rule 2, “The same once more”: Never reached: all that it would take is taken by “Large amounts”',
  )
  expect(unreachable?.example).toMatch(/^100\.00 GBP · card/)
})

test('what is confirmed is what was read, not what its maker changed meanwhile', async () => {
  const { id } = (await draft(operator, large())).body
  const read = (await act(operator, id, 'ask')).body
  await act(operator, id, 'withdraw')
  const { version } = (await call(operator, 'GET', `/versions/${id}`)).body
  const set = { ...large(), rules: [] }
  await call(operator, 'PUT', `/versions/${id}`, { version, note: 'Another', set })
  await act(operator, id, 'ask')
  const stale = await call(other, 'POST', `/versions/${id}/confirm`, { version: read.version })
  expect(stale.body).toMatchObject({ status: 409, code: 'resource.stale' })
  expect((await confirm(other, id)).body).toMatchObject({ state: 'active', rules: 0 })
})

test('of two versions that are confirmed at once the one that comes second is in force', async () => {
  const ids = [
    (await draft(operator, large())).body.id,
    (await draft(operator, large())).body.id,
    (await draft(operator, large())).body.id,
  ]
  for (const id of ids) await act(operator, id, 'ask')
  const answers = await Promise.all(ids.map((id) => confirm(other, id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { rows } = await database.owner.query(
    `select state, count(*)::int from app.routing_version where id = any($1) group by 1 order by 1`,
    [ids],
  )
  expect(rows).toEqual([
    { state: 'active', count: 1 },
    { state: 'past', count: 2 },
  ])
})

test('merchants set what their operator opens to them, confirmed as it says', async () => {
  const own = { mode: 'Test' }
  expect((await call(merchant, 'POST', '/versions', own)).body).toMatchObject({
    ...{ status: 403, code: 'smart_routing.not_opened' },
  })
  const opening = { may: ['order'], confirmedBy: 'merchant', version: 0 }
  const open = () => call(operator, 'PUT', `/openings/${merchantId}`, opening)
  // of those who open it at the same moment the others have read what is no longer so
  const opened = (await Promise.all([open(), open(), open()])).filter(({ status }) => status < 300)
  expect(opened.map(({ body }) => body)).toMatchObject([{ may: ['order'], version: 1 }])
  const shares: RuleSet = {
    ...{ rules: [], explore: 0 },
    otherwise: { way: 'split', parts: [{ midId: mids.alpha, basisPoints: 10_000 }] },
  }
  expect((await draft(merchant, shares, own)).body).toMatchObject({
    ...{ status: 403, code: 'smart_routing.way_not_opened' },
    errors: [{ path: 'set.otherwise' }],
  })
  const { body } = await draft(merchant, large(), own)
  await act(merchant, body.id, 'ask')
  expect((await confirm(merchant, body.id)).body).toMatchObject({ status: 403 })
  expect((await confirm(colleague, body.id)).body).toMatchObject({ state: 'active' })
  await call(operator, 'PUT', `/openings/${merchantId}`, {
    ...{ may: ['order'], confirmedBy: 'operator', version: 1 },
  })
  const second = await draft(merchant, large(), own)
  await act(merchant, second.body.id, 'ask')
  expect((await confirm(colleague, second.body.id)).body).toMatchObject({
    ...{ status: 403, code: 'smart_routing.operator_confirms' },
  })
  // nor does the merchant put in force again what it confirmed before its operator did
  const current = await draft(operator, large())
  await act(operator, current.body.id, 'ask')
  await confirm(other, current.body.id)
  expect((await act(merchant, body.id, 'roll-back')).body).toMatchObject({
    ...{ status: 403, code: 'smart_routing.operator_confirms' },
  })
  expect((await confirm(operator, second.body.id)).body).toMatchObject({ state: 'active' })
})

test('a merchant sees its own drafts and what is or was in force, not what its operator drafts', async () => {
  const ids = async (actor: typeof operator) => {
    const { body } = await call(
      actor,
      'GET',
      actor === merchant ? '?mode=Test' : `?merchantId=${merchantId}&mode=Test`,
    )
    return (body.versions as { id: string }[]).map(({ id }) => id)
  }
  const { id } = (await draft(operator, large())).body
  expect(await ids(operator)).toContain(id)
  expect(await ids(merchant)).not.toContain(id)
  for (const what of ['', '/backtests']) {
    expect((await call(merchant, 'GET', `/versions/${id}${what}`)).status).toBe(404)
  }
  const { version } = (await call(operator, 'GET', `/openings/${merchantId}`)).body
  const opening = { may: ['order'], confirmedBy: 'operator', version }
  await call(operator, 'PUT', `/openings/${merchantId}`, opening)
  const copy = { mode: 'Test', note: 'A copy', from: id }
  expect((await call(merchant, 'POST', '/versions', copy)).status).toBe(404)
  await act(operator, id, 'ask')
  expect(await ids(merchant)).not.toContain(id)
  await confirm(other, id)
  expect(await ids(merchant)).toContain(id)
  const own = (await draft(merchant, large(), { mode: 'Test' })).body.id
  // its operator mends it, and it stays the merchant's
  const read = (await call(operator, 'GET', `/versions/${own}`)).body
  await call(operator, 'PUT', `/versions/${own}`, { version: read.version, note: '', set: large() })
  expect(await ids(merchant)).toContain(own)
})

test('a payment that is made up is tried against every rule', async () => {
  const { body } = await draft(operator, large())
  const sample = {
    ...{ currency: 'GBP', amount: 20_000, method: 'card', brand: 'visa', iin: '424242' },
    ...{ issuerCountry: null, customerCountry: null, website: null, channel: 'api' },
    ...{ orderType: null, risk: 'none', at: null },
  }
  const tried = await call(operator, 'POST', `/versions/${body.id}/sample`, sample)
  expect(tried.body).toMatchObject({
    rules: [{ ruleId: 'large', outcome: 'takes', conditions: ['holds'] }],
    ruleId: 'large',
    mids: [{ id: mids.beta, isEligible: true }],
  })
  const small = await call(operator, 'POST', `/versions/${body.id}/sample`, {
    ...sample,
    amount: 1,
  })
  expect(small.body).toMatchObject({ ruleId: 'otherwise', way: 'priority' })
  expect(small.body.rules).toMatchObject([{ outcome: 'passes', conditions: ['fails'] }])
})

test('a backtest of the version in force is what happened, and one of a draft says what would differ', async () => {
  const parts = [
    { midId: mids.alpha, basisPoints: 5_000 },
    { midId: mids.beta, basisPoints: 5_000 },
  ]
  const rules = [
    {
      ...{ id: 'shares', name: 'Shares', conditions: [], goesOn: true },
      to: { way: 'split' as const, parts },
    },
  ]
  const set: RuleSet = { rules, otherwise: { way: 'priority' }, explore: 1_000 }
  const { body } = await draft(operator, set)
  await act(operator, body.id, 'ask')
  await confirm(other, body.id)
  // what came before was routed by other versions, so that only what came since is alike
  await database.owner.query(
    `update app.payment_operation set routing = null where routing is not null`,
  )
  for (let count = 0; count < 15; count += 1) await pay(2_000 + count)
  const active = await backtest(body.id)
  expect(active).toMatchObject({ same: 15, moved: { payments: 0 }, flows: [] })
  expect(active.unknown).toMatchObject({ factsMissing: 0, newMid: 0 })

  const { rows } = await database.owner.query(
    `select count(*) filter (where a.provider = 'sandbox_alpha')::int as alpha
     from app.payment_operation o join app.payment_attempt a on (a.tenant_id, a.operation_id) = (o.tenant_id, o.id) and a.sequence = 1
     where o.routing is not null and o.kind = 'authorise'`,
  )
  const toBeta = await draft(operator, {
    ...{ rules: [], explore: 0 },
    otherwise: { way: 'order', midIds: [mids.beta] },
  })
  const setCost = (basisPoints: number | null) =>
    database.owner.query('update app.mid set cost_basis_points = $1', [basisPoints])
  await setCost(150)
  const moved = await backtest(toBeta.body.id)
  await setCost(null)
  expect(moved.costs).toMatchObject([{ currency: 'GBP', difference: 0, payments: rows[0].alpha }])
  // what acquirers take was not opened to the merchant
  await act(operator, toBeta.body.id, 'ask')
  await confirm(other, toBeta.body.id)
  const own = await ask(app, merchant, 'GET', `${path}/versions/${toBeta.body.id}/backtests`)
  expect(own.json()[0].result).toMatchObject([{ same: moved.same, costs: [] }])
  await act(operator, body.id, 'roll-back')
  expect(moved.moved.payments).toBe(rows[0].alpha)
  expect(moved.same).toBe(15 - rows[0].alpha)
  // too few of each kind to say more
  expect(moved.estimate).toMatchObject({ approvals: null, notEstimable: rows[0].alpha })

  const traffic = await call(operator, 'GET', `/traffic?merchantId=${merchantId}&mode=Test&hours=1`)
  const edges = traffic.body.edges as { ruleId: string; midId: string; payments: number }[]
  const shared = edges.filter(({ ruleId }) => ruleId === 'shares')
  expect(shared.reduce((all, { payments }) => all + payments, 0)).toBe(15)
  for (const { midId, payments } of shared) {
    const query = { midId, routingRule: 'shares', mode: 'Test', pageSize: '100' }
    const listed = await ask(app, operator, 'GET', '/crm/transactions', { query })
    expect(listed.json().data).toHaveLength(payments)
  }
})

async function backtest(versionId: unknown): Promise<BacktestResult> {
  const started = await call(operator, 'POST', `/versions/${versionId}/backtests`, { days: 1 })
  expect(started.body).toMatchObject({ state: 'waiting', result: [] })
  const tenantId = tenantIdOf('northwind')
  await runBacktest(jobContextOf(database), { tenantId, backtestId: String(started.body.id) })
  const listed = await ask(app, operator, 'GET', `${path}/versions/${versionId}/backtests`)
  const [last] = listed.json()
  expect(last).toMatchObject({ state: 'done', lookedAt: last.total })
  return last.result[0]
}

test('rules that rank by approvals take what MIDs approved of late, and keep it with the payment', async () => {
  const set: RuleSet = {
    ...{ rules: [], explore: 0 },
    otherwise: { way: 'approval', midIds: [mids.alpha, mids.beta], days: 1, atLeast: 2 },
  }
  const { body } = await draft(operator, set)
  await act(operator, body.id, 'ask')
  await confirm(other, body.id)
  const declined = { ...testCard, number: '4000000000009995' }
  for (let count = 0; count < 3; count += 1) await pay(3_000 + count, { method: declined })
  await countApprovals(jobContextOf(database))
  const { provider, routed_by } = await routed(await pay(4_000))
  const { scores } = routed_by.facts
  const rateOf = (midId: string) => {
    const { decided, approved } = scores[`otherwise ${midId}`]
    return approved / decided
  }
  expect(rateOf(mids.beta)).toBeGreaterThan(rateOf(mids.alpha))
  expect(provider).toBe('sandbox_beta')
})

test('rules that rank by cost try the cheapest first; what has no known cost stands behind', async () => {
  const cost = async (
    id: string,
    basisPoints: number | null,
    fixed: number | null,
    currency = 'GBP',
  ) =>
    database.owner.query(
      `update app.mid set cost_basis_points = $2, cost_fixed_minor = $3, cost_currency = $4 where id = $1`,
      [id, basisPoints, fixed, currency],
    )
  await cost(mids.alpha, 100, 10)
  await cost(mids.beta, 200, 0)
  const to = { way: 'cheapest' as const, midIds: [mids.alpha, mids.beta] }
  const { body } = await draft(operator, { rules: [], otherwise: to, explore: 0 })
  await act(operator, body.id, 'ask')
  await confirm(other, body.id)
  // 1 % and 10 pence are more than 2 % below ten pounds
  expect((await routed(await pay(900))).provider).toBe('sandbox_beta')
  expect((await routed(await pay(1_100))).provider).toBe('sandbox_alpha')
})

test('whoever sees some merchants alone sees nothing of others', async () => {
  const quayside = { merchantId: merchantIdOf('quayside'), mode: 'Test' }
  const { body } = await call(operator, 'POST', '/versions', quayside)
  const stranger = await testApi.actor('limited')
  for (const [method, at] of [
    ['GET', `/versions/${body.id}`],
    ['GET', `?merchantId=${quayside.merchantId}`],
    ['DELETE', `/versions/${body.id}`],
    ['GET', `/openings/${quayside.merchantId}`],
  ] as const) {
    expect((await call(stranger, method, at)).status, `${method} ${at}`).toBe(404)
    expect((await call(merchant, method, at)).status, `${method} ${at}`).not.toBe(200)
  }
  expect((await act(stranger, body.id, 'ask')).status).toBe(404)
})

test('a MID that rules name is not deleted, and operators are notified when it is switched off', async () => {
  const { rows } = await database.owner.query(
    `insert into app.mid (tenant_id, id, merchant_id, provider, mid_code, mode, methods, brands, currencies, priority, created_at)
     select tenant_id, gen_random_uuid(), merchant_id, provider, 'mid-of-rules', mode, methods, brands, currencies, 9, now()
     from app.mid where id = $1 returning id`,
    [mids.alpha],
  )
  const { id: midId } = rows[0]
  const path = '/crm/settings/mid-managment'
  const { body } = await draft(operator, {
    ...{ rules: [], explore: 0 },
    otherwise: { way: 'order', midIds: [midId] },
  })
  await act(operator, body.id, 'ask')
  const remove = async () => (await ask(app, operator, 'DELETE', `${path}/${midId}`)).json()
  expect(await remove()).toMatchObject({ status: 409, code: 'smart_routing.mid_named' })
  await confirm(other, body.id)
  expect(await remove()).toMatchObject({ status: 409, code: 'smart_routing.mid_named' })
  const off = { ids: [midId], isActive: false }
  await ask(app, operator, 'PUT', `${path}/active`, { body: off })
  const { rows: sent } = await database.owner.query(
    `select data->'to' as to, data->>'objectUrl' as url from pgboss.job
     where name = 'notifications.fan-out' and data->'title'->>'en' like 'Routing rules name%'`,
  )
  expect(sent).toMatchObject([
    { to: { audience: 'tenant', merchantId }, url: expect.stringContaining(String(body.id)) },
  ])

  // the MID itself stays on: its period ends by the clock, or its provider is switched off for the whole tenant
  const notified = async () => {
    await notifyDeadMids(jobContextOf(database))
    const { rows: titles } = await database.owner.query(
      `select distinct data->'title'->>'en' as title from pgboss.job where name = 'notifications.fan-out'
       and data->>'objectUrl' like '%' || $1 order by 1`,
      [body.id],
    )
    return titles.map(({ title }) => title)
  }
  const switched = 'Routing rules name a MID that is switched off'
  expect(await notified()).toEqual(['Routing rules wait for confirmation', switched].sort())
  await database.owner.query(
    `update app.mid set is_active = true, active_until = now() - interval '1 minute' where id = $1`,
    [midId],
  )
  expect(await notified()).toContain('Routing rules name a MID whose period is over')
  await database.owner.query('update app.mid set active_until = null where id = $1', [midId])
  await database.owner.query(
    `insert into app.tenant_switch (tenant_id, list, code, is_active, updated_at)
     select tenant_id, 'service_provider', provider, false, now() from app.mid where id = $1`,
    [midId],
  )
  expect(await notified()).toContain('Routing rules name a MID of a provider that is switched off')
  await database.owner.query(`delete from app.tenant_switch where list = 'service_provider'`)
})
