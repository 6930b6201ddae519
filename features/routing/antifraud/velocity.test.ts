import { takePayment } from '@counterfoil/features/payments/processing/payments.public.ts'
import { order, paymentFixture, testCard } from '@counterfoil/tools/testing/payments.ts'
import { expect, test } from 'vitest'
import { schedules } from './velocity.jobs.ts'

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { owner, tenantId } = fixture
const seconds = (count: number) => {
  clock = new Date(clock.getTime() + count * 1000)
}

async function addRule(rule: string, threshold: number): Promise<void> {
  await owner.query(
    `insert into antifraud_rule (tenant_id, id, rule, outcome, threshold, window_s, created_at)
     values ($1, gen_random_uuid(), $2, 'block', $3, 60, now())`,
    [tenantId, rule, threshold],
  )
  await owner.query('update tenant set settings_version = settings_version + 1')
}

const pay = async (email: string, number = '4242424242424242') => {
  const customer = { email, country: null }
  const taken = order(fixture, { method: testCard(number), customer })
  return takePayment(fixture.engine, taken, { toResponse: ({ payment }) => payment.status })
}

const captured = (statuses: readonly string[]) =>
  statuses.filter((status) => status === 'captured').length

test('of sixty payments at once as many pass as the rule allows', async () => {
  await addRule('email_velocity', 3)
  const statuses = await Promise.all(Array.from({ length: 60 }, () => pay('reader@example.com')))
  expect(captured(statuses)).toBe(3)
})

test('the window slides: each payment counts for as long as the rule says', async () => {
  const statuses: string[] = []
  for (const pause of [0, 25, 25, 5, 6, 1]) {
    seconds(pause)
    statuses.push(await pay('slow@example.com'))
  }
  // at 0, 25 and 50 s; the fourth at 55 s is too much; at 61 s the first no longer counts, but the fourth does
  expect(statuses).toEqual(['captured', 'captured', 'captured', 'blocked', 'blocked', 'blocked'])
  seconds(60)
  expect(await pay('slow@example.com')).toBe('captured')
})

test('a card is counted with its payments from before the rule', async () => {
  const number = '5555555555554444'
  seconds(3600)
  await pay('one@example.com', number)
  await pay('two@example.com', number)
  await addRule('card_velocity', 2)
  expect(await pay('three@example.com', number)).toBe('blocked')
})

test('two rules that count the same payments at once do not wait for each other for ever', async () => {
  seconds(3600)
  const emails = ['a@example.com', 'b@example.com']
  const numbers = ['4242424242424242', '4000000000000093', '9792030000000000']
  const statuses = await Promise.all(
    Array.from({ length: 24 }, (_, n) => pay(emails[n % 2] ?? '', numbers[n % 3])),
  )
  expect(captured(statuses)).toBeLessThanOrEqual(6)
  expect(captured(statuses)).toBeGreaterThanOrEqual(3)
})

test('counters whose window has passed are deleted', async () => {
  const count = async () => (await owner.query('select from velocity_counter')).rowCount
  expect(await count()).toBeGreaterThan(0)
  seconds(3600)
  for (const { run } of schedules()) await run(fixture.jobContext)
  expect(await count()).toBe(0)
})

const [forget] = schedules()
const runForget = async () => forget?.run(fixture.jobContext)
const insertCounters = (values: readonly string[], expiresAt: Date) =>
  owner.query(
    `insert into velocity_counter (tenant_id, scope_id, mode, rule, value, hits, marks, expires_at)
     select $1, $2, 1, 'card_velocity', v, '{}', '{}', $3 from unnest($4::text[]) as v`,
    [tenantId, fixture.merchantId, expiresAt, values],
  )
const isLastThere = async () =>
  (await owner.query(`select from velocity_counter where value = 'z'`)).rowCount === 1

test('of more counters that have expired than a run looks at all are deleted in it', async () => {
  await insertCounters(
    Array.from({ length: 25_000 }, (_, at) => `a${at}`),
    clock,
  )
  await insertCounters(['z'], clock)
  await runForget()
  expect((await owner.query('select from velocity_counter')).rowCount).toBe(0)
})

test('a run looks at a part of the counters, and the next one goes on behind it', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `a${at}`)
  await insertCounters(many, new Date(clock.getTime() + 3600_000))
  await insertCounters(['z'], clock)
  await runForget()
  expect(await isLastThere()).toBe(true)
  await runForget()
  expect(await isLastThere()).toBe(false)
  expect((await owner.query('select from velocity_counter')).rowCount).toBe(many.length)
})
