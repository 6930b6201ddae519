import { antifraudRules } from '@counterfoil/features/payments/screening-rules/antifraud-rules.resource.ts'
import { blacklist } from '@counterfoil/features/routing/antifraud/blacklist.resource.ts'
import { merchantWhitelist } from '@counterfoil/features/routing/antifraud/merchant-whitelist.resource.ts'
import { whitelist } from '@counterfoil/features/routing/antifraud/whitelist.resource.ts'
import { sortedRows } from '@counterfoil/kit/database/resource-rows.ts'
import { tenantScope } from '@counterfoil/kit/database/scope.ts'
import { merchantIdOf } from '@counterfoil/workloads/demo/store-organisations.ts'
import { expect, test } from 'vitest'
import { openSettingsFixture } from './testing/settings-fixture.ts'

// What operators look for on payments, and what the next payment that has it comes to.
const { make, makeRule, change, changeRule, turn, turnRuleOff, pay, call, operator, testApi } =
  await openSettingsFixture()
const customer = { email: 'Reader@Example.com', country: 'GB', ip: '203.0.113.7' }

test('a rule blocks the next payment that it finds, and no longer when it is off [setting antifraud-rules]', async () => {
  const rule = await makeRule({
    rule: 'amount_ceiling',
    outcome: 'block',
    merchantId: null,
    mode: null,
    threshold: null,
    currency: 'GBP',
    amountMinor: 5000,
    countries: [],
  })
  const blocked = await pay({ amount: 5001 })
  expect(blocked.status).toBe('blocked')
  const alerts = await call(operator, 'GET', `/api/crm/transactions/${blocked.id}/alerts`)
  expect(JSON.stringify(alerts)).toContain('50.01 GBP is above the ceiling of 50.00 GBP')
  expect((await pay({ amount: 5000 })).status).toBe('captured')
  // of another currency it says nothing
  expect((await pay({ amount: 5001, currency: 'JPY' })).status).toBe('captured')
  await changeRule(rule, { currency: 'KWD', amountMinor: 1000 })
  expect((await pay({ amount: 1001, currency: 'KWD' })).status).toBe('blocked')
  expect((await pay({ amount: 5001 })).status).toBe('captured')
  await turnRuleOff(rule)
  expect((await pay({ amount: 5001 })).status).toBe('captured')
})

test.each([
  [{ rule: 'card_velocity', threshold: null }, 'threshold', 'resource.needed'],
  [{ rule: 'amount_ceiling', amountMinor: 5000 }, 'currency', 'resource.needed'],
  [{ rule: 'amount_ceiling', currency: 'GBP' }, 'amountMinor', 'resource.needed'],
  [{ rule: 'blocked_country' }, 'countries', 'resource.needed'],
  [{ rule: 'blocked_country', countries: ['GB'], threshold: 3 }, 'threshold', 'resource.not_asked'],
  [{ rule: 'card_velocity', threshold: 3, countries: ['GB'] }, 'countries', 'resource.not_asked'],
])('a rule takes what it compares with, and nothing else: %j', async (values, path, code) => {
  const refused = await make(antifraudRules, { outcome: 'flag', countries: [], ...values }).catch(
    (error: Error) => JSON.parse(error.message.slice(error.message.indexOf('{'))),
  )
  expect(refused).toMatchObject({ code, errors: [{ path }] })
})

test.each([
  ['iin', '424242'],
  ['email', 'reader@example.com'],
  ['iin', '42424242'],
  ['ip', '203.0.113.7'],
  ['ip', '203.0.113.0/24'],
  ['country', 'gb'],
])('%s on the blacklist blocks until it expires or is switched off', async (kind, value) => {
  const entry = await make(blacklist, { kind, value, reason: 'Stolen', expiresAt: null })
  const blocked = await pay({ customer })
  expect(blocked.status).toBe('blocked')
  expect(
    JSON.stringify(await call(operator, 'GET', `/api/crm/transactions/${blocked.id}/alerts`)),
  ).toContain('Stolen')
  const expired = await change(blacklist, entry, { expiresAt: '2026-01-01T00:00:00.000Z' })
  expect((await pay({ customer })).status).toBe('captured')
  await change(blacklist, expired, { expiresAt: null })
  expect((await pay({ customer })).status).toBe('blocked')
  await turn(blacklist, entry.id, false)
  expect((await pay({ customer })).status).toBe('captured')
})

test('who is on the whitelist is not looked at by the rules; the blacklist stands above it [setting blacklist] [setting whitelist]', async () => {
  const input = { amount: 9000, customer: { email: 'Guest@Example.com', country: 'GB' } }
  const rule = await makeRule({
    ...{ rule: 'amount_ceiling', outcome: 'block', threshold: null, countries: [] },
    ...{ merchantId: null, mode: null, currency: 'GBP', amountMinor: 5000 },
  })
  expect((await pay(input)).status).toBe('blocked')
  const listed = { value: 'GUEST@example.com', kind: 'email', expiresAt: null }
  const trusted = await make(whitelist, { ...listed, reason: 'Known' })
  expect((await pay(input)).status).toBe('captured')
  const expired = await change(whitelist, trusted, { expiresAt: '2026-01-01T00:00:00.000Z' })
  expect((await pay(input)).status).toBe('blocked')
  await change(whitelist, expired, { expiresAt: null })
  const banned = await make(blacklist, { ...listed, reason: 'Stolen' })
  expect((await pay(input)).status).toBe('blocked')
  for (const [of, row] of [
    [blacklist, banned],
    [whitelist, trusted],
    [antifraudRules, rule],
  ] as const) {
    await turn(of, row.id, false)
  }
})

test.each([
  [{ kind: 'iin', value: '42' }],
  [{ kind: 'card', value: '4242424242424243' }],
  [{ kind: 'card', value: 'a-token' }],
  [{ kind: 'card', value: '00000000-0000-7000-8000-000000000000' }],
])('what the blacklist would never find is refused at its field: %j', async (values) => {
  const entry = { reason: 'Stolen', expiresAt: null, ...values }
  await expect(make(blacklist, entry)).rejects.toThrow('"path":"value"')
})

test('a long list is searched by beginnings, by an index also under row-level security', async () => {
  const { tenantId } = operator
  const { owner, database } = testApi.test
  await owner.query(
    `insert into blacklist_entry (tenant_id, id, kind, value, card_hint, reason, created_at, updated_at)
     select $1, gen_random_uuid(), case when n % 10 = 0 then 'card' else 'email' end,
       case when n % 10 = 0 then 'card_' || n else 'payer' || n || '@mail' || n || '.example' end,
       case when n % 10 = 0 then '400000…' || lpad(n::text, 4, '0') end, 'Chargebacks of ' || n, now(), now()
     from generate_series(1, 9990) n`,
    [tenantId],
  )
  await owner.query('analyze blacklist_entry')
  for (const [searchKey, found] of [
    ['Payer4711@', ['payer4711@mail4711.example']],
    ['@MAIL4711', ['payer4711@mail4711.example']],
    ['mail4711.ex', ['payer4711@mail4711.example']],
    ['4720', ['card_4720']],
    ['…4720', ['card_4720']],
    ['400000…4720', ['card_4720']],
    ['chargebacks OF 4711', ['payer4711@mail4711.example']],
    ['nowhere', []],
  ] as const) {
    const query = new URLSearchParams({ searchKey })
    const answer = await call(operator, 'GET', `/api${blacklist.path}?${query}`)
    const values = (answer.data as { value: string }[]).map(({ value }) => value)
    expect([searchKey, values, answer.count]).toEqual([searchKey, found, found.length])
  }
  const query = { searchKey: 'payer4711', pageIndex: 0, pageSize: 25 }
  const { rows } = sortedRows(database.reader(tenantScope(tenantId)), blacklist, query)
  const plan = JSON.stringify(await rows.select('t.id').limit(25).explain())
  expect(plan).toContain('Bitmap Index Scan on blacklist_entry_value_start')
  expect(plan).not.toContain('Seq Scan')
  await owner.query(`delete from blacklist_entry where reason like 'Chargebacks of %'`)
})

test('a list of more than ten thousand is exported whole', async () => {
  const insert = `insert into whitelist_entry (tenant_id, id, kind, value, reason, created_at, updated_at)
    select $1, gen_random_uuid(), 'iin', lpad(n::text, 6, '0'), 'Many', now(), now() from generate_series(1, 10500) n`
  await testApi.test.owner.query(insert, [operator.tenantId])
  const answer = await testApi.app.inject({
    url: `/api${whitelist.path}/export?searchKey=Many`,
    headers: { authorization: `Bearer ${operator.token}` },
  })
  const values = answer.body
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1])
  expect(new Set(values).size).toBe(10_500)
  expect(values).toHaveLength(10_500)
})

const number = '5555555555554444'
const method = { type: 'card', number, expiryMonth: 12, expiryYear: 2030 }
const typedNumber = async () => '5555 5555 5555-4444'
const ofPayment = async () => (await pay({ method })).id

test.each([
  ['its number', typedNumber],
  ['the id of a payment', ofPayment],
])(
  'a card is listed by %s: it is blocked, or trusted, and its number is kept nowhere',
  async (_, name) => {
    const listed = { kind: 'card', reason: 'Card 7 of the case', expiresAt: null }
    const value = await name()
    const entry = await make(blacklist, { ...listed, value })
    expect(entry).toMatchObject({ cardHint: '555555…4444', value: expect.stringMatching(/^card_/) })
    expect((await pay({ method })).status).toBe('blocked')
    expect((await pay()).status).toBe('captured')
    // the same card once more is the same entry
    await expect(make(blacklist, { ...listed, value })).rejects.toThrow('resource.duplicate')
    const changed = await change(blacklist, entry, { reason: 'Stolen' })
    expect(changed).toMatchObject({ value: entry.value, cardHint: entry.cardHint })
    await call(operator, 'DELETE', `/api${blacklist.path}/${entry.id}`)
    expect((await pay({ method })).status).toBe('captured')

    const rule = await makeRule({
      ...{ rule: 'amount_ceiling', outcome: 'block', threshold: null, countries: [] },
      ...{ merchantId: null, mode: null, currency: 'GBP', amountMinor: 1000 },
    })
    const trusted = await make(whitelist, { ...listed, value })
    expect((await pay({ method })).status).toBe('captured')
    expect((await pay()).status).toBe('blocked')
    await call(operator, 'DELETE', `/api${whitelist.path}/${trusted.id}`)
    await turnRuleOff(rule)
    const kept = `select count(*)::int as found from audit_entry where concat(before, after) ~ '5555[ -]?5555'`
    expect((await testApi.test.owner.query(kept)).rows).toEqual([{ found: 0 }])
  },
)

test('an IPv6 address is the listed one, however it is spelled', async () => {
  const listed = { reason: 'Stolen', expiresAt: null, kind: 'ip' }
  await make(blacklist, { ...listed, value: '2001:0DB8:0:0::/48' })
  await make(blacklist, { ...listed, value: '::ffff:198.51.100.9' })
  const statusOf = async (ip: string) => (await pay({ customer: { ...customer, ip } })).status
  expect(await statusOf('2001:db8::77')).toBe('blocked')
  expect(await statusOf('2001:db8:1::77')).toBe('captured')
  expect(await statusOf('198.51.100.9')).toBe('blocked')
  expect(await statusOf('::FFFF:198.51.100.9')).toBe('blocked')
})

test('a card number is not kept in the reason either, nor taken from a file', async () => {
  const entry = { kind: 'card', value: number, reason: `Stolen: ${number}`, expiresAt: null }
  await expect(make(blacklist, entry)).rejects.toThrow(/card.in_text.*"path":"reason"/)
})

test('a card of a payment that one may not see is not listed', async () => {
  const limited = await testApi.actor('limited')
  const { id } = await pay({ method, merchant: 'quayside' })
  const entry = { kind: 'card', value: id, reason: 'Stolen', expiresAt: null }
  await expect(make(blacklist, entry, limited)).rejects.toThrow('403')
  const narrow = await testApi.actor('narrow')
  const transfer = await pay({ method: { type: 'bank_transfer' } })
  const other = { ...entry, value: transfer.id }
  await expect(make(blacklist, other, narrow)).rejects.toThrow('antifraud.no_such_card')
})

test('a value that is none of its kind is refused at its field, with what the kind expects', async () => {
  const refusalOf = (kind: string, value: string) =>
    make(blacklist, { kind, value, reason: 'Chargebacks', expiresAt: null }).catch(String)
  for (const [kind, value, code, expected] of [
    ['iin', '42424', 'antifraud.no_such_iin', 'six, seven or eight digits'],
    ['email', 'reader', 'antifraud.no_such_email', 'reader@example.com'],
    ['ip', '203.0.113', 'antifraud.no_such_ip', '192.0.2.0/24'],
    ['country', 'Turkey', 'antifraud.no_such_country', 'two letters'],
  ] as const) {
    const refusal = await refusalOf(kind, value)
    expect(refusal).toContain(code)
    expect(refusal).toContain(expected)
    expect(refusal).toContain('"path":"value"')
  }
})

test('a network that is too wide is not trusted, and may be blocked', async () => {
  const own = { merchantId: merchantIdOf('harbour') }
  const listed = { kind: 'ip', reason: 'Everybody', expiresAt: null }
  for (const value of [
    '0.0.0.0/1',
    '128.0.0.0/1',
    '10.0.0.0/7',
    '::ffff:10.0.0.0/103',
    '2000::/18',
  ]) {
    const refusal = /network_too_wide.*"path":"value"/
    await expect(make(whitelist, { ...listed, value })).rejects.toThrow(refusal)
    await expect(make(merchantWhitelist, { ...listed, ...own, value })).rejects.toThrow(refusal)
  }
  for (const value of ['10.0.0.0/8', '2001:2000::/19', '192.0.2.55']) {
    const { id } = await make(whitelist, { ...listed, value })
    await call(operator, 'DELETE', `/api${whitelist.path}/${id}`)
  }
  const { id } = await make(blacklist, { ...listed, value: '128.0.0.0/1' })
  expect((await pay({ customer: { ip: '203.0.113.8' } })).status).toBe('blocked')
  await call(operator, 'DELETE', `/api${blacklist.path}/${id}`)
})

/** A counting rule for Test payments of all merchants. */
const counting = (rule: string, some: object = {}) =>
  makeRule({
    ...{ rule, outcome: 'block', threshold: 2, windowS: 3600, countries: [] },
    ...{ merchantId: null, mode: '1', currency: null, amountMinor: null },
    ...some,
  })
const cards = ['4242424242424242', '5555555555554444', '9792030000000000', '4000000000000259']
const payWith = async (
  card = 0,
  who: object = {},
  merchant: 'harbour' | 'quayside' = 'harbour',
) => {
  const { status } = await pay({
    method: { ...method, number: cards[card] ?? '' },
    customer: who,
    merchant,
  })
  return status
}

test.each([
  // the same mailbox, however it is spelled
  [
    'email_velocity',
    [
      { email: 'Rea.der+1@gmail.com' },
      { email: 'reader@googlemail.com' },
      { email: 'READER@gmail.com' },
    ],
  ],
  [
    'ip_velocity',
    [{ ip: '198.51.100.77' }, { ip: '198.51.100.77' }, { ip: '::ffff:198.51.100.77' }],
  ],
  // one customer usually has all addresses of a network of 64 bits
  [
    'ip_velocity',
    [{ ip: '2001:db8:7:7::1' }, { ip: '2001:db8:7:7::2' }, { ip: '2001:db8:7:7:f::' }],
  ],
  ['device_velocity', [{ device: 'd-1' }, { device: 'd-1' }, { device: 'd-1' }]],
])('%s counts payments of %j', async (name, customers) => {
  const rule = await counting(name)
  const statuses: string[] = []
  for (const who of customers) statuses.push(await payWith(0, who))
  expect(statuses).toEqual(['captured', 'captured', 'blocked'])
  expect(await payWith(0, { email: 'another@gmail.com', ip: '192.0.2.200', device: 'd-2' })).toBe(
    'captured',
  )
  await turnRuleOff(rule)
})

test('an issuer’s cards are counted by their first six digits', async () => {
  const rule = await counting('iin_velocity', { threshold: 1 })
  expect(await payWith(2)).toBe('captured')
  expect(await payWith(2)).toBe('blocked')
  expect(await payWith(1)).toBe('captured')
  await turnRuleOff(rule)
})

test('many cards from one address are found; one card many times is not', async () => {
  const rule = await counting('cards_per_ip')
  const who = { ip: '192.0.2.9' }
  for (const card of [0, 0, 0, 1, 1]) expect(await payWith(card, who)).toBe('captured')
  expect(await payWith(2, who)).toBe('blocked')
  expect(await payWith(2, { ip: '192.0.2.10' })).toBe('captured')
  await turnRuleOff(rule)
})

test('what is counted at all merchants together is found at the next merchant', async () => {
  const rule = await counting('email_velocity', { counted: 'tenant' })
  const who = { email: 'traveller@bank.example' }
  expect(await payWith(0, who)).toBe('captured')
  expect(await payWith(0, who, 'quayside')).toBe('captured')
  expect(await payWith(0, who)).toBe('blocked')
  const each = await changeRule(rule, { counted: 'merchant' })
  expect(await payWith(0, who)).toBe('captured')
  await turnRuleOff(each)
})

test('a rule of one merchant that counts at all merchants together counts payments of the others, and finds its own', async () => {
  const short = { outcome: 'flag', counted: 'tenant', threshold: 1, windowS: 10 }
  const shared = await counting('email_velocity', short)
  const limit = { merchantId: merchantIdOf('harbour'), counted: 'tenant', threshold: 3 }
  const rule = await counting('email_velocity', limit)
  const who = { email: 'wanderer@bank.example' }
  // the counter that both share keeps as much, and for as long, as either of them needs
  for (let paid = 0; paid < 3; paid += 1) {
    expect(await payWith(0, who, 'quayside')).toBe('captured')
  }
  const minuteAgo = `update velocity_counter
    set hits = (select array_agg(h - 60000 order by h) from unnest(hits) h)
    where tenant_id = $1 and rule = 'email_velocity'`
  await testApi.test.owner.query(minuteAgo, [operator.tenantId])
  expect(await payWith(0, who)).toBe('blocked')
  expect(await payWith(0, who, 'quayside')).toBe('captured')
  for (const each of [rule, shared]) await turnRuleOff(each)
})

test('payments without what a rule looks at pass, or are found, as the rule says', async () => {
  const rule = await counting('email_velocity')
  expect(await payWith()).toBe('captured')
  const strict = await changeRule(rule, { ifMissing: 'apply' })
  expect(await payWith()).toBe('blocked')
  expect(await payWith(0, { email: 'somebody@bank.example' })).toBe('captured')
  await turnRuleOff(strict)
})

test('a country is found as the customer’s and as the card’s', async () => {
  const { owner } = testApi.test
  await owner.query(
    `insert into card_bin (code, brand, card_type, issuer, country)
     values ('400000', 'visa', 'credit', 'Test Bank Lagos', 'NG') on conflict (code) do update set country = 'NG'`,
  )
  const rule = await makeRule({
    ...{ rule: 'blocked_country', outcome: 'block', countries: ['NG'] },
    ...{ merchantId: null, mode: null, threshold: null, currency: null, amountMinor: null },
  })
  expect(await payWith(3, { country: 'GB' })).toBe('blocked')
  expect(await payWith(0, { country: 'NG' })).toBe('blocked')
  expect(await payWith(0, { country: 'GB' })).toBe('captured')
  await turnRuleOff(rule)
})

test('a whitelist entry lifts the rules that it names', async () => {
  const velocity = await counting('email_velocity')
  const ceiling = await makeRule({
    ...{ rule: 'amount_ceiling', outcome: 'block', threshold: null, countries: [] },
    ...{ merchantId: null, mode: null, currency: 'GBP', amountMinor: 5000 },
  })
  const who = { email: 'guest@outlook.com' }
  const entry = await make(whitelist, {
    ...{ kind: 'email', value: 'Guest+vip@outlook.com', reason: 'Known', expiresAt: null },
    lifts: ['email_velocity'],
  })
  expect(entry.value).toBe('guest@outlook.com')
  for (let paid = 0; paid < 4; paid += 1) expect(await payWith(0, who)).toBe('captured')
  expect((await pay({ amount: 6000, customer: who })).status).toBe('blocked')
  await change(whitelist, entry, { lifts: [] })
  expect((await pay({ amount: 6000, customer: who })).status).toBe('captured')
  for (const each of [velocity, ceiling]) await turnRuleOff(each)
})

test.each([
  [{ rule: 'email_velocity', threshold: null }, 'threshold', 'resource.needed'],
  [{ rule: 'amount_ceiling', currency: 'GBP', amountMinor: 1, windowS: 60 }, 'windowS'],
  [{ rule: 'card_velocity', threshold: 2, ifMissing: 'apply' }, 'ifMissing'],
])(
  'a rule does not take what it would not read: %j',
  async (values, path, code = 'resource.not_asked') => {
    const refused = await make(antifraudRules, { outcome: 'flag', countries: [], ...values }).catch(
      (error: Error) => JSON.parse(error.message.slice(error.message.indexOf('{'))),
    )
    expect(refused).toMatchObject({ code, errors: [{ path }] })
  },
)
