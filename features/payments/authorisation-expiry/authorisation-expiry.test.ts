import {
  type ActionResult,
  runOperation,
  takePayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Acquirer } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { expireAuthorisations } from './authorisation-expiry.jobs.ts'
import { authorisationExpiry } from './authorisation-expiry.rules.ts'

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { engine } = fixture
const days = (count: number) => {
  clock = new Date(clock.getTime() + count * dayMs)
}
const run = (providers: Providers = fixture.providers) =>
  expireAuthorisations(providers, fixture.jobContext)
const toResponse = ({ payment }: ActionResult) => payment

const reserve = (some = {}) =>
  takePayment(engine, order(fixture, { capture: false, method: testCard(), ...some }), {
    toResponse,
  })
const operate = (action: 'capture' | 'void', paymentId: string, amountMinor?: bigint) =>
  runOperation(engine, action, { paymentId, mode: 1, reason: null, amountMinor }, { toResponse })

async function read(id: string) {
  const { rows } = await fixture.owner.query(
    `select status, voided_minor::int as voided, decline_code as code,
       authorisation_expires_at as expires from payment where id = $1`,
    [id],
  )
  return rows[0]
}

async function expectAgreed(id: string): Promise<void> {
  const checks = await ledgerChecksOf(fixture, id)
  expect(checks.open).toEqual([])
  expect(checks.theirs).toEqual(checks.ours)
  expect(checks.ledger).toEqual(checks.expectedLedger)
}

/** Where the notices that expiry is near lead to. */
const notices = async (): Promise<string[]> => {
  const { rows } = await fixture.owner.query<{ url: string }>(
    `select data->>'objectUrl' as url from pgboss.job where name = 'notifications.fan-out' and data->>'type' = 'AuthorisationsExpire'
     order by created_on`,
  )
  return rows.map(({ url }) => url)
}

test.each([
  ['visa', undefined, '2026-03-24T12:00:00.000Z'],
  ['mastercard', undefined, '2026-04-13T12:00:00.000Z'],
  ['troy', undefined, '2026-03-21T12:00:00.000Z'],
  // what the acquirer says goes before the scheme's rules
  ['mastercard', '2026-03-16T00:00:00Z', '2026-03-16T00:00:00.000Z'],
])(
  'an authorisation of %s of which the acquirer says %s expires at %s',
  (brand, stated, expiry) => {
    const approvedAt = new Date('2026-03-14T12:00:00Z')
    expect(authorisationExpiry(brand, approvedAt, stated).toISOString()).toBe(expiry)
  },
)

test('the merchant is notified once, and what has expired is released here and at the acquirer', async () => {
  const { id, authorisationExpiresAt } = await reserve()
  expect(authorisationExpiresAt).toEqual(new Date('2026-03-21T12:00:00Z'))
  days(5.9)
  await run()
  expect(await notices()).toEqual([])
  days(0.2)
  await run()
  await run()
  expect(await notices()).toEqual([`/merchant/transaction-management/transaction-lookup/${id}`])
  const { rows } = await fixture.owner.query(
    `select amount_minor::int as amount from payment_event where payment_id = $1 and type = 'payment.expiring'`,
    [id],
  )
  expect(rows).toEqual([{ amount: 1250 }])
  expect(await read(id)).toMatchObject({ status: 'reserved' })
  days(1)
  await run()
  expect(await read(id)).toMatchObject({ status: 'voided', voided: 1250, expires: null })
  await expectAgreed(id)
})

test('authorisations that expire are counted to those who see them alone', async () => {
  const elsewhere = await reserve()
  await reserve()
  await reserve()
  await fixture.owner.query(`update payment set provider = 'sandbox_beta' where id = $1`, [
    elsewhere.id,
  ])
  days(6.1)
  const before = (await notices()).length
  await run()
  expect((await notices()).length).toBe(before + 2)
  const { rows } = await fixture.owner.query(
    `select data->'to'->'seeing'->>'provider' as provider, data->'description'->>'en' as text from pgboss.job
     where name = 'notifications.fan-out' and data->>'type' = 'AuthorisationsExpire' order by created_on desc limit 2`,
  )
  expect(rows.toSorted((a, b) => (a.text < b.text ? -1 : 1))).toEqual([
    {
      provider: 'sandbox_beta',
      text: '1 payment is released within a day unless captured before.',
    },
    {
      provider: 'sandbox_alpha',
      text: '2 payments are released within a day unless captured before.',
    },
  ])
  await fixture.owner.query(`update payment set provider = 'sandbox_alpha' where id = $1`, [
    elsewhere.id,
  ])
  days(1.9)
  await run()
})

test('only what was not captured is released', async () => {
  const { id } = await reserve()
  await operate('capture', id, 1000n)
  days(8)
  await run()
  expect(await read(id)).toMatchObject({ status: 'partially_captured', voided: 250 })
  await expectAgreed(id)
})

test('what is captured or voided in time does not expire', async () => {
  const captured = await reserve()
  await operate('capture', captured.id)
  const voided = await reserve()
  await operate('void', voided.id)
  expect((await read(captured.id))?.expires).toBeNull()
  expect((await read(voided.id))?.expires).toBeNull()
  days(40)
  await run()
  expect(await read(captured.id)).toMatchObject({ status: 'captured', voided: 0 })
})

test('a payment that still waits for approval is declined, and who decides on it is notified before', async () => {
  await fixture.owner.query('update merchant set approval_threshold_minor = 1 where id = $1', [
    fixture.merchantId,
  ])
  const { id, status } = await reserve({ capture: true })
  expect(status).toBe('waiting_for_approval')
  // after a rest of the workers: it expires in two hours, and not tomorrow
  days(6.9)
  await run()
  const page = `/transaction-management/transaction-lookup/${id}`
  const ofIt = (await notices()).filter((url) => url.endsWith(id))
  expect(ofIt.toSorted()).toEqual([`/merchant${page}`, page])
  const { rows } = await fixture.owner.query(
    `select data->'to'->>'permission' as permission, data->'description'->>'en' as text from pgboss.job
     where name = 'notifications.fan-out' and data->>'objectUrl' like '%' || $1 order by 1`,
    [id],
  )
  const text = '1 held payment is declined within a day unless somebody approves before.'
  expect(rows).toEqual([
    { permission: 'CRM.Transaction.Actions.Approve', text },
    { permission: 'Merchant.Transaction.Actions.Approve', text },
  ])
  days(1.1)
  await run()
  expect(await read(id)).toMatchObject({ status: 'declined', voided: 1250 })
  await expectAgreed(id)
  await fixture.owner.query('update merchant set approval_threshold_minor = null')
})

test('an acquirer that has nothing to void any more: the amount is released in our books', async () => {
  const { id } = await reserve()
  const forgotten = withAcquirer(
    fixture.providers,
    'sandbox_alpha',
    (): Partial<Acquirer> => ({
      void: async () => ({
        ...{ result: 'declined', code: 'authorisation_expired', isSoft: false },
        text: 'The authorisation has expired',
      }),
    }),
  )
  days(8)
  await run(forgotten)
  expect(await read(id)).toMatchObject({ status: 'voided', voided: 1250, expires: null })
  const checks = await ledgerChecksOf(fixture, id)
  expect(checks.ledger).toEqual(checks.expectedLedger)
})

test('one that cannot be released keeps none behind it from it, and its cause is logged', async () => {
  const stuck = await reserve()
  const silent = withAcquirer(
    fixture.providers,
    'sandbox_alpha',
    (): Partial<Acquirer> => ({ void: () => Promise.reject(new Error('silence')) }),
  )
  const command = { paymentId: stuck.id, mode: 1 as const, reason: null }
  await runOperation({ ...engine, providers: silent }, 'void', command, { toResponse })
  days(0.1)
  const behind = await reserve()
  days(8)
  const lines: { paymentId?: string; err?: { code?: string }; level: number }[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })
  await expireAuthorisations(fixture.providers, { ...fixture.jobContext, log }, 1)
  expect(await read(stuck.id)).toMatchObject({ status: 'reserved' })
  expect(await read(behind.id)).toMatchObject({ status: 'voided' })
  expect(lines).toMatchObject([
    { level: 40, paymentId: stuck.id, err: { code: 'void.in_progress' } },
  ])
})

test('what is extended while those before it are released stays authorised', async () => {
  const first = await reserve()
  const second = await reserve()
  days(8)
  const until = new Date(clock.getTime() + 5 * dayMs).toISOString()
  const extending = withAcquirer(fixture.providers, 'sandbox_alpha', () => ({
    increment: async ({ amountMinor }) => ({
      ...({ result: 'approved', acquirerReference: 'more' } as const),
      ...{ amountMinor, expiresAt: until },
    }),
  }))
  const whileFirst = withAcquirer(fixture.providers, 'sandbox_alpha', (acquirer) => ({
    async void(request, signal) {
      if (request.metadata.paymentId === first.id) {
        const more = { paymentId: second.id, mode: 1 as const, reason: null, amountMinor: 100n }
        await runOperation({ ...engine, providers: extending }, 'increment', more, { toResponse })
      }
      return acquirer.void(request, signal)
    },
  }))
  await run(whileFirst)
  expect(await read(first.id)).toMatchObject({ status: 'voided' })
  expect(await read(second.id)).toMatchObject({ status: 'reserved', expires: new Date(until) })
})

test('what has expired is released although no one can be notified of what expires next', async () => {
  const expired = await reserve()
  days(1.2)
  await reserve()
  days(6.2)
  const { jobs } = fixture.jobContext
  const failing: typeof jobs = {
    ...{ announce: (...asked) => jobs.announce(...asked), wake: (name) => jobs.wake(name) },
    enqueue: () => Promise.reject(new Error('no more jobs')),
  }
  const running = expireAuthorisations(fixture.providers, { ...fixture.jobContext, jobs: failing })
  await expect(running).rejects.toThrow('expired authorisations could not be released')
  expect(await read(expired.id)).toMatchObject({ status: 'voided' })
  days(40)
  await run()
})

test('the sandbox refuses a capture after the expiry', async () => {
  const { id } = await reserve()
  days(8)
  const { status } = await operate('capture', id)
  expect(status).toBe('reserved')
  await run()
  expect(await read(id)).toMatchObject({ status: 'voided' })
})
