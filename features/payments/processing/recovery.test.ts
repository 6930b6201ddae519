import type { Acquirer } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  type ActionResult,
  approvePayment,
  resolvePayment,
  takePayment,
} from './payments.public.ts'
import { recoverOperations } from './recovery.jobs.ts'

// What is looked up in which order, and what an acquirer in trouble delays.

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const minutes = (count: number) => {
  clock = new Date(clock.getTime() + count * 60_000)
}
const days = (count: number) => minutes(count * 24 * 60)
const recover = (providers: Providers) => recoverOperations(providers, fixture.jobContext)
const toResponse = ({ payment }: ActionResult) => payment

/** A MID that failed often would not be tried, which is not what is tested here. */
await fixture.owner.query('update mid set breaker_failures = 100')
const forgetFailures = () => fixture.owner.query('delete from acquirer_breaker')
beforeEach(forgetFailures)

const lost = (): Partial<Acquirer> => ({
  authorise: async () => {
    throw new Error('the connection was reset')
  },
})
/** Until a run has time for everything: on a busy machine one may not. */
async function recoverAll(): Promise<void> {
  for (let run = 0; run < 5; run += 1) await recover(fixture.providers)
}
const statusOf = async (id: string) => {
  const { rows } = await fixture.owner.query(
    'select status, decline_code as code from payment where id = $1',
    [id],
  )
  return rows[0]
}

test('cards are looked up before transfers', async () => {
  // an acquirer is asked for four at once, whose order is chance: with as many transfers due before it, a card that waited
  // for its turn would come last
  const transfers = []
  for (let n = 0; n < 4; n += 1) {
    const transfer = order(fixture, { method: { type: 'bank_transfer' }, amountMinor: 1006n })
    transfers.push((await takePayment(fixture.engine, transfer, { toResponse })).id)
  }
  minutes(30)
  const engine = fixture.engineWith({
    providers: withAcquirer(fixture.providers, 'sandbox_alpha', lost),
  })
  const card = await takePayment(engine, order(fixture), { toResponse })
  minutes(5)
  const asked: string[] = []
  const watched = withAcquirer(fixture.providers, 'sandbox_alpha', (acquirer) => ({
    lookup: async (reference, signal) => {
      asked.push(reference)
      return acquirer.lookup(reference, signal)
    },
  }))
  await recover(watched)
  // what the first run had no time for
  await recover(watched)
  const { rows } = await fixture.owner.query(
    'select id, payment_id as payment from payment_attempt where payment_id = any ($1)',
    [[...transfers, card.id]],
  )
  const paymentOf = new Map(rows.map(({ id, payment }) => [id, payment]))
  const mine = asked.flatMap((id) => paymentOf.get(id) ?? [])
  expect(new Set(mine)).toEqual(new Set([...transfers, card.id]))
  expect(mine.indexOf(card.id)).toBeLessThan(4)
})

test('what is decided while it is looked up stays as it was decided', async () => {
  const losing = withAcquirer(fixture.providers, 'sandbox_alpha', (acquirer) => ({
    authorise: async (request, signal) => {
      await acquirer.authorise(request, signal)
      throw new Error('the answer was lost')
    },
  }))
  const engine = fixture.engineWith({ providers: losing })
  const { id, status } = await takePayment(engine, order(fixture), { toResponse })
  expect(status).toBe('pending')
  const overtaken = withAcquirer(fixture.providers, 'sandbox_alpha', () => ({
    lookup: async () => {
      await resolvePayment(fixture.engine, id)
      return { result: 'not_found' as const }
    },
  }))
  await resolvePayment(fixture.engineWith({ providers: overtaken }), id)
  expect(await statusOf(id)).toMatchObject({ status: 'captured' })
})

test('a silent acquirer with two hundred open requests delays nobody else', async () => {
  const asked = { alpha: 0, beta: 0 }
  const losing = withAcquirer(
    withAcquirer(fixture.providers, 'sandbox_alpha', lost),
    'sandbox_beta',
    lost,
  )
  const engine = fixture.engineWith({ providers: losing })
  const take = () => takePayment(engine, order(fixture, { method: testCard() }), { toResponse })
  for (let batch = 0; batch < 20; batch += 1) {
    await Promise.all(Array.from({ length: 10 }, take))
    await forgetFailures()
  }
  const other = await take()
  await fixture.owner.query(`update payment set provider = 'sandbox_beta' where id = $1`, [
    other.id,
  ])
  await fixture.owner.query(
    `update payment_attempt set provider = 'sandbox_beta' where payment_id = $1`,
    [other.id],
  )
  minutes(2)
  const counted = (name: 'alpha' | 'beta', isSilent: boolean) => (acquirer: Acquirer) => ({
    lookup: async (reference: string, signal: AbortSignal) => {
      asked[name] += 1
      if (isSilent) throw new Error('no answer')
      return acquirer.lookup(reference, signal)
    },
  })
  const trouble = withAcquirer(
    withAcquirer(fixture.providers, 'sandbox_alpha', counted('alpha', true)),
    'sandbox_beta',
    counted('beta', false),
  )
  // the oldest two hundred first; those that are not asked for make room for the others
  await recover(trouble)
  expect(asked.alpha).toBeLessThan(10)
  await recover(trouble)
  expect(asked.beta).toBe(1)
  expect(await statusOf(other.id)).toMatchObject({ status: 'failed' })
  // they are not for the tests that follow
  await fixture.owner.query(
    `update payment_operation set next_check_at = 'infinity' where finished_at is null`,
  )
})

test('a transfer that nobody pays is cancelled and declined when its time is over', async () => {
  const { id } = await takePayment(
    fixture.engine,
    order(fixture, { method: { type: 'bank_transfer' }, amountMinor: 1006n }),
    { toResponse },
  )
  days(13)
  await recoverAll()
  expect(await statusOf(id)).toMatchObject({ status: 'pending' })
  days(2)
  await recoverAll()
  expect(await statusOf(id)).toEqual({ status: 'declined', code: 'transfer.expired' })
})

test.each([
  ['transfer_expiry', 'bank_transfer'],
  ['alternative_expiry', 'alternative'],
] as const)(
  'the system variable %s is the time that payers are given [variable transfer_expiry] [variable alternative_expiry]',
  async (code, type) => {
    const set = (value: number) =>
      fixture.owner.query('update system_variable set value = $2 where code = $1', [code, value])
    await set(5)
    const { id } = await takePayment(
      fixture.engine,
      order(fixture, { method: { type }, amountMinor: 1006n }),
      { toResponse },
    )
    days(4)
    await recoverAll()
    expect(await statusOf(id)).toMatchObject({ status: 'pending' })
    await set(3)
    minutes(120)
    await recoverAll()
    expect(await statusOf(id)).toMatchObject({ status: 'declined' })
  },
)

test('a failure without effect goes on to the next acquirer', async () => {
  const failing = withAcquirer(fixture.providers, 'sandbox_alpha', () => ({
    authorise: async () => ({ result: 'failed', code: 'out_of_order', text: 'Out of order' }),
  }))
  const engine = fixture.engineWith({ providers: failing })
  const payment = await takePayment(engine, order(fixture), { toResponse })
  expect(payment).toMatchObject({ status: 'captured', provider: 'sandbox_beta' })
})

test('a cascade begins no attempt after its time is over', async () => {
  const slow = {
    ...withAcquirer(fixture.providers, 'sandbox_alpha', () => ({
      authorise: async () => {
        await new Promise((resolve) => setTimeout(resolve, 60))
        return { result: 'declined', code: 'processing_error', text: 'Later', isSoft: true }
      },
    })),
    acquirerTimeoutMs: 50,
  }
  // its answer comes just after it was given up
  const engine = fixture.engineWith({ providers: slow })
  const payment = await takePayment(engine, order(fixture), { toResponse })
  expect(payment).toMatchObject({ provider: 'sandbox_alpha' })
})

test('a held transfer goes to the MID that fits when it is released', async () => {
  const { owner, merchantId, engine } = fixture
  const setThreshold = (value: number | null) =>
    owner.query('update merchant set approval_threshold_minor = $2 where id = $1', [
      merchantId,
      value,
    ])
  const switchOff = async (provider: string) => {
    await owner.query('update mid set is_active = false where provider = $1', [provider])
    await owner.query('update tenant set settings_version = settings_version + 1')
  }
  await setThreshold(1)
  const hold = () =>
    takePayment(engine, order(fixture, { method: { type: 'bank_transfer' }, amountMinor: 1100n }), {
      toResponse,
    })
  const [first, second] = [await hold(), await hold()]
  await setThreshold(null)
  expect(first).toMatchObject({ status: 'waiting_for_approval', provider: 'sandbox_alpha' })
  const approve = (paymentId: string) =>
    approvePayment(engine, { paymentId, mode: 1, reason: null }, { toResponse })
  await switchOff('sandbox_alpha')
  expect(await approve(first.id)).toMatchObject({ status: 'captured', provider: 'sandbox_beta' })
  await switchOff('sandbox_beta')
  await expect(approve(second.id)).rejects.toMatchObject({ code: 'routing.no_mid' })
  expect(await statusOf(second.id)).toMatchObject({ status: 'waiting_for_approval' })
})
