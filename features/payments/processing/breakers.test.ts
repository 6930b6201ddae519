import { defaultFailures, defaultWaitS } from '@counterfoil/features/routing/mids/breakers.rules.ts'
import type { AcquirerAnswer } from '@counterfoil/providers/acquirers/acquirer.ts'
import { order, paymentFixture, withAcquirer } from '@counterfoil/tools/testing/payments.ts'
import { beforeEach, expect, test } from 'vitest'
import { type ActionResult, takePayment } from './payments.public.ts'

// What fails again and again is not tried for a while.

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { owner } = fixture
const toResponse = ({ payment }: ActionResult) => payment

let asked = 0
/** What alpha answers; undefined: it throws, as when the connection is cut. */
let answer: AcquirerAnswer | undefined
const failure = { result: 'failed', code: 'out_of_order', text: 'Out of order' } as const
const decline = { result: 'declined', code: 'do_not_honor', text: 'No', isSoft: false } as const
const engine = fixture.engineWith({
  providers: withAcquirer(fixture.providers, 'sandbox_alpha', () => ({
    authorise: async () => {
      asked += 1
      if (answer === undefined) throw new Error('the connection was reset')
      return answer
    },
  })),
})
const pay = () => takePayment(engine, order(fixture), { toResponse })
const wait = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000)
}
const set = (change: string) =>
  owner.query(`update mid set ${change}; update tenant set settings_version = settings_version + 1`)
async function breakers() {
  const { rows } = await owner.query<{ failures: number; isOpen: boolean }>(
    `select failures, opened_at is not null as "isOpen" from acquirer_breaker
     where provider = 'sandbox_alpha' and mid_id in (select id from mid)`,
  )
  return rows
}

beforeEach(async () => {
  asked = 0
  answer = failure
  await owner.query('delete from acquirer_breaker')
  await set(`breaker_failures = null, breaker_wait_s = null, is_active = true, currencies = '{}'`)
})

test('opens after failures without effect, and payments go to the next MID at once', async () => {
  for (let at = 0; at < defaultFailures; at += 1) {
    expect(await pay()).toMatchObject({ status: 'captured', provider: 'sandbox_beta' })
  }
  expect(await breakers()).toEqual([{ failures: defaultFailures, isOpen: true }])
  const payment = await pay()
  expect(payment).toMatchObject({ status: 'captured', provider: 'sandbox_beta' })
  expect(asked).toBe(defaultFailures)
  const { rows } = await owner.query(
    `select routing->0->>'reason' as reason from payment_operation where payment_id = $1 and kind = 'authorise'`,
    [payment.id],
  )
  expect(rows).toEqual([{ reason: 'It failed again and again: not tried for now' }])
  const trail = await owner.query(
    `select actor_id, after->>'cause' as cause from audit_entry where action = 'mids.openBreaker'`,
  )
  expect(trail.rows).toEqual([{ actor_id: null, cause: 'out_of_order' }])
})

test('one payment tries it when the wait is over; its failure opens it again, its success closes it', async () => {
  for (let at = 0; at < defaultFailures; at += 1) await pay()
  asked = 0
  wait(defaultWaitS)
  await Promise.all([pay(), pay(), pay()])
  expect(asked).toBe(1)
  answer = undefined
  wait(defaultWaitS - 1)
  await pay()
  expect(asked).toBe(1)
  wait(1)
  answer = decline
  expect(await pay()).toMatchObject({ status: 'declined', provider: 'sandbox_alpha' })
  expect(await breakers()).toEqual([{ failures: 0, isOpen: false }])
  await Promise.all([pay(), pay()])
  expect(asked).toBe(4)
})

test('payments that do not go to it leave it for the first one that does, however many they are', async () => {
  for (let at = 0; at < defaultFailures; at += 1) await pay()
  await set(`currencies = case when provider = 'sandbox_alpha' then '{EUR}' else '{}' end::text[]`)
  asked = 0
  answer = decline
  wait(defaultWaitS)
  for (let at = 0; at < 3; at += 1) expect((await pay()).provider).toBe('sandbox_beta')
  expect(asked).toBe(0)
  const inEuros = order(fixture, { currency: 'EUR' })
  await takePayment(engine, inEuros, { toResponse })
  expect(asked).toBe(1)
  expect(await breakers()).toEqual([{ failures: 0, isOpen: false }])
})

test('counts answers that do not come, and no declines', async () => {
  answer = decline
  for (let at = 0; at < defaultFailures; at += 1) await pay()
  expect(await breakers()).toEqual([])
  answer = undefined
  for (let at = 0; at < defaultFailures; at += 1) {
    expect(await pay()).toMatchObject({ status: 'pending', provider: 'sandbox_alpha' })
  }
  expect(await breakers()).toEqual([{ failures: defaultFailures, isOpen: true }])
})

test('an answer in between begins the count anew', async () => {
  for (const given of [failure, failure, failure, failure, decline, failure]) {
    answer = given
    await pay()
  }
  expect(await breakers()).toEqual([{ failures: 1, isOpen: false }])
})

test('the system variable acquirer_breaker is after how many failures the acquirer is not tried [variable acquirer_breaker]', async () => {
  const setVariable = (value: number) =>
    owner.query(`update system_variable set value = $1 where code = 'acquirer_breaker'`, [value])
  await setVariable(2)
  for (let at = 0; at < defaultFailures; at += 1) await pay()
  await setVariable(10)
  expect(asked).toBe(2)
})

test('opens and tries again as the MID is set', async () => {
  await set('breaker_failures = 2, breaker_wait_s = 300')
  await pay()
  await pay()
  expect(await breakers()).toEqual([{ failures: 2, isOpen: true }])
  wait(299)
  await pay()
  expect(asked).toBe(2)
  wait(1)
  await pay()
  expect(asked).toBe(3)
})

test('an acquirer whose MIDs fail together is not tried by any of them', async () => {
  await set('breaker_failures = 100')
  for (let at = 0; at < 10; at += 1) await pay()
  expect(await breakers()).toEqual([{ failures: 10, isOpen: false }])
  asked = 0
  expect(await pay()).toMatchObject({ provider: 'sandbox_beta' })
  expect(asked).toBe(0)
})

test('where nothing else fits, the payment fails at once instead of waiting', async () => {
  await set(`is_active = (provider = 'sandbox_alpha')`)
  for (let at = 0; at < defaultFailures; at += 1) await pay()
  asked = 0
  expect(await pay()).toMatchObject({ status: 'failed', declineCode: 'routing.no_mid' })
  expect(asked).toBe(0)
})
