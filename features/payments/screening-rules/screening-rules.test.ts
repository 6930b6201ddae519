import { jobContextOf } from '@counterfoil/api/testing/job-context.ts'
import { openSettingsFixture } from '@counterfoil/api/testing/settings-fixture.ts'
import { merchantScreening } from '@counterfoil/features/routing/antifraud/merchant-screening.resource.ts'
import { merchantWhitelist } from '@counterfoil/features/routing/antifraud/merchant-whitelist.resource.ts'
import { whitelist } from '@counterfoil/features/routing/antifraud/whitelist.resource.ts'
import { merchantIdOf, tenantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { antifraudRules } from './antifraud-rules.resource.ts'
import { runRuleBacktest } from './run-backtest.ts'
import type { RuleBacktest, RuleState, RuleStatus } from './screening-rules.contract.ts'

// Antifraud rules are tried before they count: in shadow, over past payments, and with a second person's confirmation.
const {
  make,
  makeRule,
  change,
  turn,
  turnRuleOff,
  pay,
  call,
  decide,
  operator,
  colleague,
  testApi,
} = await openSettingsFixture()
const path = `/api${antifraudRules.path}`

const ceiling = (some: object = {}) => ({
  ...{ rule: 'amount_ceiling', outcome: 'block', merchantId: null, mode: null, threshold: null },
  ...{ currency: 'GBP', amountMinor: 5000, countries: [] },
  ...some,
})
/** In Test, in which these tests pay. */
const statusOf = async (
  { id }: { id: string },
  mode: 1 | 2 = 1,
  reader = operator,
): Promise<RuleStatus | undefined> =>
  (await call(reader, 'GET', `${path}/statuses`, undefined, mode)).find(
    (one: RuleStatus) => one.ruleId === id,
  )
const stateOf = ({ id }: { id: string }): Promise<RuleState> =>
  call(operator, 'GET', `${path}/${id}/state`)
const alertsOf = ({ id }: { id: string }) =>
  call(operator, 'GET', `/api/crm/transactions/${id}/alerts`)

test('a rule runs in shadow without effect, counts once another person confirms it, and is changed the same way', async () => {
  const rule = await make(antifraudRules, ceiling())
  const passed = await pay({ amount: 5001 })
  expect(passed.status).toBe('captured')
  expect(await alertsOf(passed)).toMatchObject([
    {
      ...{ rule: 'amount_ceiling', outcome: 'block', isShadow: true },
      ...{ ruleId: rule.id, owner: 'tenant', ruleVersion: 1 },
    },
  ])
  expect(await statusOf(rule)).toMatchObject({
    ...{ isInForce: false, reasons: ['shadow'] },
    counts: { matched: 1, blocked: 0, wouldBlock: 1 },
  })

  await decide(operator, rule, 'ask-force')
  await expect(decide(operator, rule, 'confirm-force')).rejects.toThrow('antifraud_rule.own_change')
  expect((await pay({ amount: 5001 })).status).toBe('captured')
  await decide(colleague, rule, 'confirm-force')
  expect((await pay({ amount: 5001 })).status).toBe('blocked')
  expect(await statusOf(rule)).toMatchObject({
    ...{ isInForce: true, reasons: [] },
    counts: { blocked: 1, wouldBlock: 2 },
  })

  // a change of what is in force waits too, and the rule stays as it is
  const current = await call(operator, 'GET', `${path}/${rule.id}`)
  await change(antifraudRules, current, { amountMinor: 4000 })
  expect(await call(operator, 'GET', `${path}/${rule.id}`)).toMatchObject({ amountMinor: 5000 })
  expect(await statusOf(rule)).toMatchObject({ reasons: ['changeWaits'] })
  expect((await pay({ amount: 4500 })).status).toBe('captured')
  await decide(colleague, rule, 'confirm-force')
  const blocked = await pay({ amount: 4500 })
  expect(blocked.status).toBe('blocked')
  expect(await alertsOf(blocked)).toMatchObject([{ owner: 'tenant', ruleVersion: 2 }])
  expect((await stateOf(rule)).versions).toMatchObject([
    { number: 2, state: 'active', values: { amountMinor: 4000 } },
    { number: 1, state: 'past', values: { amountMinor: 5000 } },
  ])

  // what stops less waits, though it was in force before; what stops more was confirmed then
  await call(operator, 'POST', `${path}/${rule.id}/versions/1/restore`, {})
  expect((await pay({ amount: 4500 })).status).toBe('blocked')
  await decide(colleague, rule, 'confirm-force')
  expect((await pay({ amount: 4500 })).status).toBe('captured')
  expect((await pay({ amount: 5001 })).status).toBe('blocked')
  await call(operator, 'POST', `${path}/${rule.id}/versions/2/restore`, {})
  expect((await pay({ amount: 4500 })).status).toBe('blocked')

  await decide(operator, rule, 'to-shadow')
  expect((await pay({ amount: 5001 })).status).toBe('blocked')
  await decide(colleague, rule, 'confirm-force')
  expect((await pay({ amount: 5001 })).status).toBe('captured')
  expect((await turn(antifraudRules, rule.id, false)).changed).toBe(1)
  expect(await statusOf(rule)).toMatchObject({ reasons: ['switchedOff', 'shadow'] })
  const before = (await statusOf(rule))?.counts.matched
  await pay({ amount: 5001 })
  expect((await statusOf(rule))?.counts.matched).toBe(before)
})

test('a rule in force is switched off, and milder, by a second person alone; it is not deleted', async () => {
  const rule = await makeRule(ceiling({ outcome: 'review', amountMinor: 6000 }))
  const isHeld = async () => (await pay({ amount: 6001 })).status === 'waiting_for_approval'
  const current = () => call(operator, 'GET', `${path}/${rule.id}`)
  expect(await turn(antifraudRules, rule.id, false)).toEqual({ changed: 0, waiting: 1 })
  expect((await stateOf(rule)).leaving).toMatchObject({ to: 'off' })
  expect(await statusOf(rule)).toMatchObject({ isInForce: true })
  expect((await statusOf(rule))?.reasons).toContain('changeWaits')
  await expect(turn(antifraudRules, rule.id, false)).rejects.toThrow('antifraud_rule.waits')
  await expect(decide(colleague, rule, 'to-shadow')).rejects.toThrow('antifraud_rule.waits')
  await expect(decide(operator, rule, 'confirm-force')).rejects.toThrow('antifraud_rule.own_change')
  expect(await isHeld()).toBe(true)
  await decide(operator, rule, 'withdraw-force')
  await expect(decide(colleague, rule, 'confirm-force')).rejects.toThrow('nothing_waits')
  expect(await isHeld()).toBe(true)

  await change(antifraudRules, await current(), { outcome: 'flag' })
  await expect(decide(operator, rule, 'confirm-force')).rejects.toThrow('antifraud_rule.own_change')
  expect(await isHeld()).toBe(true)
  await decide(colleague, rule, 'confirm-force')
  expect(await isHeld()).toBe(false)
  await change(antifraudRules, await current(), { outcome: 'review' })
  await decide(colleague, rule, 'confirm-force')
  expect(await isHeld()).toBe(true)

  await expect(call(operator, 'DELETE', `${path}/${rule.id}`)).rejects.toThrow('not_deleted')
  await turnRuleOff(rule)
  expect(await isHeld()).toBe(false)
  expect(await stateOf(rule)).toMatchObject({ effect: 'live', leaving: null })
  // that it counts again was confirmed when it was put in force
  expect(await turn(antifraudRules, rule.id, true)).toEqual({ changed: 1 })
  expect(await isHeld()).toBe(true)
  await turnRuleOff(rule)
  await call(operator, 'DELETE', `${path}/${rule.id}`)
  // one in shadow has no effect that another person would keep
  const tried = await make(antifraudRules, ceiling())
  expect(await turn(antifraudRules, tried.id, false)).toEqual({ changed: 1 })
})

test('what is confirmed is what was read, not what was asked for meanwhile', async () => {
  const rule = await makeRule(ceiling())
  const confirm = (waiting: number | string) =>
    call(colleague, 'POST', `${path}/${rule.id}/confirm-force`, { waiting })
  const current = () => call(operator, 'GET', `${path}/${rule.id}`)
  await change(antifraudRules, await current(), { amountMinor: 4000 })
  await change(antifraudRules, await current(), { amountMinor: 900_000 })
  await expect(confirm(2)).rejects.toThrow('antifraud_rule.other_waits')
  await decide(operator, rule, 'withdraw-force')
  await turn(antifraudRules, rule.id, false)
  await expect(confirm(3)).rejects.toThrow('antifraud_rule.other_waits')
  expect(await current()).toMatchObject({ isActive: true, amountMinor: 5000 })
  await confirm('off')
  expect(await current()).toMatchObject({ isActive: false })
})

test('a change of a rule in force that is switched off is confirmed without switching it on', async () => {
  const rule = await makeRule(ceiling({ amountMinor: 6500 }))
  await turnRuleOff(rule)
  const current = () => call(operator, 'GET', `${path}/${rule.id}`)
  await change(antifraudRules, await current(), { amountMinor: 6400 })
  await decide(colleague, rule, 'confirm-force')
  expect(await current()).toMatchObject({ isActive: false, effect: 'live', amountMinor: 6400 })
  expect((await pay({ amount: 6501 })).status).toBe('captured')
  // what stops no less counts at once where the rule does
  await change(antifraudRules, await current(), { amountMinor: 6300 })
  await decide(colleague, rule, 'confirm-force')
  await call(operator, 'POST', `${path}/${rule.id}/versions/3/restore`, {})
  expect(await current()).toMatchObject({ isActive: false })
  expect(await turn(antifraudRules, rule.id, true)).toEqual({ changed: 1 })
  expect((await pay({ amount: 6501 })).status).toBe('blocked')
  await turnRuleOff(rule)
  // a rule in shadow is put in force by its confirmation, off as it may have been
  const tried = await make(antifraudRules, ceiling({ amountMinor: 6600 }))
  await turn(antifraudRules, tried.id, false)
  await decide(operator, tried, 'ask-force')
  await decide(colleague, tried, 'confirm-force')
  expect((await pay({ amount: 6601 })).status).toBe('blocked')
  await turnRuleOff(tried)
})

test('what a rule found is counted in the mode that one works in, from before the mode was stored too', async () => {
  const rule = await make(antifraudRules, ceiling({ amountMinor: 6800 }))
  const old = await pay({ amount: 6801 })
  await testApi.test.owner.query(
    `update app.antifraud_match set mode = null where tenant_id = $1 and payment_id = $2`,
    [operator.tenantId, old.id],
  )
  await pay({ amount: 6801 })
  await pay({ amount: 6801, mode: 2 })
  expect((await statusOf(rule))?.counts.wouldBlock).toBe(2)
  expect((await statusOf(rule, 2))?.counts.wouldBlock).toBe(1)
  await turn(antifraudRules, rule.id, false)
})

test('a rule that asks for a review holds a payment once it is in force, which is released', async () => {
  const rule = await makeRule(ceiling({ outcome: 'review', amountMinor: 7000 }))
  const held = await pay({ amount: 7001 })
  expect(held.status).toBe('waiting_for_approval')
  const released = await testApi.app.inject({
    method: 'POST',
    url: `/api/crm/transactions/${held.id}/approves`,
    headers: {
      ...{ authorization: `Bearer ${operator.token}`, mode: '1' },
      'idempotency-key': held.id,
    },
    payload: { reason: 'Known' },
  })
  expect(released.statusCode, released.body).toBe(200)
  expect(await call(operator, 'GET', `/api/crm/transactions/${held.id}/details`)).toMatchObject({
    status: 'captured',
  })
  expect(await statusOf(rule)).toMatchObject({ isInForce: true, counts: { held: 1 } })
  await turnRuleOff(rule)
})

async function backtest(id: string): Promise<RuleBacktest> {
  const made = await call(operator, 'POST', `${path}/${id}/backtests`, { days: 1, mode: 'Test' })
  const work = { tenantId: tenantIdOf('northwind'), backtestId: made.id }
  await runRuleBacktest(jobContextOf(testApi.test), work)
  const [last] = await call(operator, 'GET', `${path}/${id}/backtests`)
  return last
}

test('past payments are looked at by a rule: what it would have found, and what became of that', async () => {
  const amounts = [90_001, 90_002, 90_003]
  const paid: string[] = []
  for (const amount of amounts) paid.push((await pay({ amount })).id)
  await pay({ amount: 90_004, method: declinedCard })
  await testApi.test.owner.query(
    `update app.payment set dispute_state = 'opened', disputed_minor = amount_minor where id = $1`,
    [paid[0]],
  )
  const rule = await make(antifraudRules, ceiling({ amountMinor: 90_000 }))
  const { state, result, total, lookedAt } = await backtest(rule.id)
  expect({ state, isAll: lookedAt === total }).toEqual({ state: 'done', isAll: true })
  expect(result?.currencies).toEqual([
    {
      currency: 'GBP',
      matched: { payments: 4, amount: 360_010 },
      disputed: { payments: 1, amount: 90_001 },
      good: { payments: 2, amount: 180_005 },
      stopped: { payments: 0, amount: 0 },
      notCaptured: { payments: 1, amount: 90_004 },
    },
  ])
})

const declinedCard = {
  ...{ type: 'card', number: '4000000000009995', securityCode: '123' },
  ...{ expiryMonth: 12, expiryYear: 2090 },
}

test('a rule that counts finds over history what it found when the payments came', async () => {
  const rule = await make(antifraudRules, {
    ...ceiling({ rule: 'email_velocity', threshold: 2, windowS: 3600, currency: null }),
    ...{ amountMinor: null, counted: 'tenant' },
  })
  for (let index = 0; index < 5; index += 1) {
    const customer = { email: `Some.One+${index}@gmail.com` }
    expect((await pay({ customer })).status).toBe('captured')
  }
  const live = await statusOf(rule)
  expect(live?.counts.wouldBlock).toBe(3)
  const { result } = await backtest(rule.id)
  expect(result?.currencies.map(({ matched }) => matched.payments)).toEqual([3])
  await turn(antifraudRules, rule.id, false)
})

test('a rule of one merchant that counts at all merchants together is tried on payments of all, and finds those of its merchant', async () => {
  const rule = await make(antifraudRules, {
    ...ceiling({ rule: 'email_velocity', threshold: 2, windowS: 3600, currency: null }),
    ...{ amountMinor: null, counted: 'tenant', merchantId: merchantIdOf('quayside') },
  })
  const customer = { email: 'wanderer@bank.example' }
  for (const merchant of ['harbour', 'harbour', 'quayside', 'harbour'] as const) {
    await pay({ customer, merchant })
  }
  expect((await statusOf(rule))?.counts.wouldBlock).toBe(1)
  const { result } = await backtest(rule.id)
  expect(result?.currencies.map(({ matched }) => matched.payments)).toEqual([1])
  await turn(antifraudRules, rule.id, false)
})

test('whom a whitelist trusts today a rule does not find in the past: the tenant’s for that rule, and an opened one of the merchant', async () => {
  const emails = ['plain', 'trusted', 'trusted.otherwise', 'own', 'own.elsewhere']
  for (const [at, name] of emails.entries()) {
    await pay({ amount: 95_001 + at, customer: { email: `${name}@guests.example` } })
  }
  const rule = await make(antifraudRules, ceiling({ amountMinor: 95_000 }))
  const listed = { kind: 'email', expiresAt: null, reason: 'Known' }
  const lists: [Parameters<typeof make>[0], object][] = [
    [whitelist, { value: 'Trusted@guests.example', lifts: ['amount_ceiling'] }],
    [whitelist, { value: 'trusted.otherwise@guests.example', lifts: ['blocked_country'] }],
    [merchantWhitelist, { value: 'own@guests.example', merchantId: merchantIdOf('harbour') }],
    [
      merchantWhitelist,
      { value: 'own.elsewhere@guests.example', merchantId: merchantIdOf('quayside') },
    ],
  ]
  for (const [of, values] of lists) await make(of, { ...listed, ...values })
  const found = async () => (await backtest(rule.id)).result?.currencies[0]?.matched
  const all = 5 * 95_001 + 10
  expect(await found()).toEqual({ payments: 4, amount: all - 95_002 })
  await make(merchantScreening, {
    ...{ merchantId: merchantIdOf('harbour'), mayBlock: false, mayTrust: true },
    reason: 'Asked',
  })
  expect(await found()).toEqual({ payments: 3, amount: all - 95_002 - 95_004 })
})

test.each([
  ['ip_velocity', 2, (n: number) => ({ ip: `2001:db8:5:6::${n}` })],
  ['device_velocity', 2, () => ({ device: 'kiosk-7' })],
  ['cards_per_ip', 1, () => ({ ip: '198.51.100.23' })],
])(
  '%s is tried on past payments, which keep the payer’s address and device',
  async (name, threshold, customerOf) => {
    const rule = await make(antifraudRules, {
      ...ceiling({ rule: name, threshold, windowS: 3600, currency: null, amountMinor: null }),
    })
    const [one, other] = ['4242424242424242', '5555555555554444']
    const numbers = name === 'cards_per_ip' ? [one, other, one, other] : [one, one, one, one]
    for (const [n, number] of numbers.entries()) {
      const method = { type: 'card', number, expiryMonth: 12, expiryYear: 2090 }
      await pay({ method, customer: customerOf(n) })
    }
    await pay({ customer: { ip: '192.0.2.99', device: 'another' } })
    const live = (await statusOf(rule))?.counts.wouldBlock
    const { state, result } = await backtest(rule.id)
    expect([state, result?.currencies.map(({ matched }) => matched.payments)]).toEqual([
      'done',
      [live],
    ])
    expect(live).toBe(name === 'cards_per_ip' ? 3 : 2)
    await turn(antifraudRules, rule.id, false)
  },
)

test('nothing is put in force by bad input', async () => {
  const rule = await make(antifraudRules, ceiling({ amountMinor: 98_000 }))
  await expect(decide(colleague, rule, 'confirm-force')).rejects.toThrow('nothing_waits')
  await expect(change(antifraudRules, rule, { amountMinor: null })).rejects.toThrow('"amountMinor"')
  const live = await makeRule(ceiling({ amountMinor: 99_000 }))
  await expect(change(antifraudRules, live, { currency: 'XXZ' })).rejects.toThrow('"currency"')
  expect((await stateOf(live)).versions).toHaveLength(1)
  await turnRuleOff(live)
})

test('what a rule found is counted among the payments that the reader sees', async () => {
  const rule = await make(antifraudRules, ceiling({ amountMinor: 7000 }))
  const [first] = [await pay({ amount: 7001 }), await pay({ amount: 7001 })]
  await testApi.test.owner.query(`update payment set provider = 'sandbox_beta' where id = $1`, [
    first?.id,
  ])
  // limited to cards at the other acquirer
  const narrow = await testApi.actor('narrow')
  expect((await statusOf(rule))?.counts.matched).toBe(2)
  expect((await statusOf(rule, 1, narrow))?.counts.matched).toBe(1)
})

test('what a rule would have found among all payments is for who sees them all', async () => {
  const rule = await make(antifraudRules, ceiling({ amountMinor: 95_000 }))
  await backtest(rule.id)
  const url = `${path}/${rule.id}/backtests`
  const body = { days: 1, mode: 'Test' }
  for (const kind of ['narrow', 'limited'] as const) {
    const reader = await testApi.actor(kind)
    expect(await call(reader, 'GET', url)).toEqual([])
    await expect(call(reader, 'POST', url, body)).rejects.toThrow('403')
  }
  expect(await call(operator, 'GET', url)).toHaveLength(1)
})
