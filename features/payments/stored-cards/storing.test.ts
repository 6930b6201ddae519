// Whether a card is stored depends on the outcome of its payment; and what the acquirer is sent of it.

import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import {
  type ActionResult,
  approvePayment,
  authorisePayment,
  changeStatus,
  declinePayment,
  type ReportedOutcome,
  type ResponseOptions,
  recordReportedOutcome,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { recoverOperations } from '@counterfoil/features/payments/processing/recovery.jobs.ts'
import type { AcquirerAnswer, AuthoriseRequest } from '@counterfoil/providers/acquirers/acquirer.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { v7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { followStoredCards } from './stored-cards.jobs.ts'
import { readStoredCardFor } from './stored-cards.public.ts'
import type { Consent } from './stored-cards.rules.ts'

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { engine, owner, providers, merchantId, tenantId } = fixture
const plainResult: ResponseOptions<ActionResult> = { toResponse: (result) => result }
const storing: Consent = {
  uses: ['customer', 'unscheduled'],
  ...{ source: 'api', version: null, text: null, language: null },
}

const take = async (number?: string, some: Partial<PaymentOrder> = {}, by = engine) =>
  (await authorisePayment(by, order(fixture, { method: testCard(number), storing, ...some })))
    .payment

/** The card that was to be stored with a payment. */
async function cardOf(paymentId: string) {
  const { rows } = await owner.query('select * from stored_card where payment_id = $1', [paymentId])
  return rows[0]
}

const charge = (id: string) =>
  fixture.read((db) =>
    readStoredCardFor(db, { merchantId, mode: 1 }, { id, initiator: 'merchant' }, clock),
  )

test('the acquirer that approves it in the end keeps the card, and charges go there', async () => {
  const { id, storedCardId, provider } = await take('4000000000000028')
  expect(provider).toBe('sandbox_beta')
  expect(await cardOf(id)).toMatchObject({ state: 'active', provider: 'sandbox_beta' })
  const method = await charge(storedCardId ?? '')
  const charged = await take(undefined, { method, storing: undefined })
  expect(charged).toMatchObject({ status: 'captured', provider: 'sandbox_beta' })
})

test('an approval whose answer was lost stores the card once it is found', async () => {
  const { id } = await take('4000000000000077')
  expect(await cardOf(id)).toMatchObject({ state: 'pending', vault_reference: null })
  clock = new Date(clock.getTime() + 60_000)
  await recoverOperations(providers, fixture.jobContext)
  expect(await cardOf(id)).toMatchObject({ state: 'active', provider: 'sandbox_alpha' })
})

test.each(['declined', 'captured'] as const)(
  'a payment that a person sets to %s leaves no card that waits for its outcome',
  async (to) => {
    const { id: paymentId } = await take('4000000000000077')
    clock = new Date(clock.getTime() + 60_000)
    const command = { paymentId, mode: 1, reason: 'Asked the acquirer', to } as const
    const { payment } = await changeStatus(engine, command, plainResult)
    expect(payment).toMatchObject({ status: to, storedCardId: null })
    expect(await cardOf(paymentId)).toMatchObject({ state: 'deleted', card_fingerprint: null })
  },
)

test('an approval that is refused here leaves no card in the vault', async () => {
  const { id, storedCardId } = await take('4000000000000044')
  expect(storedCardId).toBeNull()
  const { state, vault_reference: reference } = await cardOf(id)
  expect([state, reference]).toEqual(['deleted', expect.any(String)])
  await followStoredCards(providers, fixture.jobContext)
  const { rows } = await owner.query(
    'select deleted_at from sandbox.vault_card where reference = $1',
    [reference],
  )
  expect(rows).toEqual([{ deleted_at: expect.any(Date) }])
  expect((await cardOf(id)).vault_reference).toBeNull()
})

test('an approval that comes after the payment was sent on leaves no card in the first vault', async () => {
  let late: AcquirerAnswer | undefined
  let reference = ''
  // it approves, and says at first that it declines
  const fickle = withAcquirer(providers, 'sandbox_alpha', ({ authorise }) => ({
    async authorise(request, signal) {
      reference = request.reference
      late = await authorise(request, signal)
      return { result: 'declined', code: 'do_not_honour', text: 'Try elsewhere', isSoft: true }
    },
  }))
  const taken = await take(undefined, {}, fixture.engineWith({ providers: fickle }))
  expect(taken).toMatchObject({ status: 'captured', provider: 'sandbox_beta' })
  if (late?.result !== 'approved') throw new Error('The acquirer has not approved')
  await recordReportedOutcome(engine, {
    provider: 'sandbox_alpha',
    outcome: { reference, currency: 'GBP', answer: late } as ReportedOutcome['outcome'],
  })
  const vault = async (vaultReference: string) =>
    (
      await owner.query('select deleted_at from sandbox.vault_card where reference = $1', [
        vaultReference,
      ])
    ).rows
  const kept = (await cardOf(taken.id)).vault_reference
  expect(await vault(late.storedCard ?? '')).toEqual([{ deleted_at: null }])
  await followStoredCards(providers, fixture.jobContext)
  expect(await vault(late.storedCard ?? '')).toEqual([{ deleted_at: expect.any(Date) }])
  // the card of the acquirer that took the payment stays, and is charged
  expect(await vault(kept)).toEqual([{ deleted_at: null }])
  expect(await cardOf(taken.id)).toMatchObject({ state: 'active', provider: 'sandbox_beta' })
  expect((await owner.query('select id from vault_removal')).rows).toEqual([])
})

test('a vault that cannot be reached is asked again', async () => {
  const { id, storedCardId } = await take()
  await owner.query(`update stored_card set state = 'deleted' where id = $1`, [storedCardId])
  const silent = withAcquirer(providers, 'sandbox_alpha', () => ({
    deleteStoredCard: () => Promise.reject(new Error('out of order')),
  }))
  // the run counts as failed, which operators see
  await expect(followStoredCards(silent, fixture.jobContext)).rejects.toThrow('1 of')
  expect((await cardOf(id)).vault_reference).not.toBeNull()
  await followStoredCards(providers, fixture.jobContext)
  expect((await cardOf(id)).vault_reference).toBeNull()
})

test('what cannot be deleted at one acquirer keeps nothing from being deleted at another', async () => {
  await owner.query(
    `insert into vault_removal (tenant_id, id, merchant_id, provider, vault_reference, created_at)
     select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, 'not_there', 'card ' || n, $3
     from generate_series(1, 250) as n`,
    [tenantId, merchantId, clock],
  )
  const { id, storedCardId } = await take()
  await owner.query(
    `insert into vault_removal (tenant_id, id, merchant_id, provider, vault_reference, created_at)
     select tenant_id, gen_random_uuid(), merchant_id, provider, vault_reference, $2 from stored_card where id = $1`,
    [storedCardId, clock],
  )
  await expect(followStoredCards(providers, fixture.jobContext)).rejects.toThrow('1 of')
  const { rows } = await owner.query('select distinct provider from vault_removal')
  expect(rows).toEqual([{ provider: 'not_there' }])
  expect((await cardOf(id)).state).toBe('active')
  await owner.query('delete from vault_removal')
})

test('an acquirer that does not answer is asked for half a minute, and again by the next run', async () => {
  await owner.query(
    `insert into vault_removal (tenant_id, id, merchant_id, provider, vault_reference, created_at)
     select $1, gen_random_uuid(), $2, 'sandbox_alpha', 'card ' || n, $3 from generate_series(1, 9) as n`,
    [tenantId, merchantId, clock],
  )
  const startedAt = performance.now()
  let passedMs = 0
  let asked = 0
  vi.spyOn(performance, 'now').mockImplementation(() => startedAt + passedMs)
  const silent = withAcquirer(providers, 'sandbox_alpha', () => ({
    deleteStoredCard: () => {
      asked += 1
      passedMs += 10_000
      return Promise.reject(new Error('no answer'))
    },
  }))
  try {
    for (const inAll of [3, 6]) {
      await expect(followStoredCards(silent, fixture.jobContext)).rejects.toThrow('1 of')
      expect(asked).toBe(inAll)
    }
  } finally {
    vi.restoreAllMocks()
    await owner.query('delete from vault_removal')
  }
})

test('an acquirer without a vault takes the payment and stores no card', async () => {
  const without = withAcquirer(providers, 'sandbox_alpha', (acquirer) => ({
    authorise: async (request, signal) => {
      const answer = await acquirer.authorise(request, signal)
      if (answer.result !== 'approved') return answer
      const { storedCard: _none, ...rest } = answer
      return rest
    },
  }))
  const taken = await take(undefined, {}, fixture.engineWith({ providers: without }))
  expect(taken).toMatchObject({ status: 'captured', storedCardId: null, credentialUse: 'first' })
})

test('the card of a held payment waits for its approval, and goes when it is declined', async () => {
  const held = async () => {
    await owner.query('update merchant set approval_threshold_minor = 500')
    const payment = await take()
    await owner.query('update merchant set approval_threshold_minor = null')
    expect(payment.status).toBe('waiting_for_approval')
    await expect(charge(payment.storedCardId ?? '')).rejects.toThrow(/not decided yet/)
    return payment.id
  }
  const command = (paymentId: string) => ({ paymentId, mode: 1 as const, reason: 'because' })
  const approved = await held()
  await approvePayment(engine, command(approved), plainResult)
  expect((await cardOf(approved)).state).toBe('active')
  const declined = await held()
  await declinePayment(engine, command(declined), plainResult)
  expect((await cardOf(declined)).state).toBe('deleted')
})

test('the acquirer is sent who takes the payment and why; only the payer is asked to confirm', async () => {
  const created_at = new Date()
  await fixture.loader
    .insertInto('mpi_provider')
    .values({
      ...{ tenant_id: tenantId, id: v7(), name: 'ACS', priority: 1, challenge: 'no_challenge' },
      ...{ protocol_version: '2.2.0', requestor_id: 'r', requestor_name: 'R' },
      ...{ created_at, updated_at: created_at },
    })
    .execute()
  await owner.query('update tenant set settings_version = settings_version + 1')
  const asked: AuthoriseRequest[] = []
  const recording = withAcquirer(providers, 'sandbox_alpha', (acquirer) => ({
    authorise: (request, signal) => {
      asked.push(request)
      return acquirer.authorise({ ...request, threeDs: undefined as never }, signal)
    },
  }))
  const by = fixture.engineWith({ providers: recording })
  const first = await take('5555555555554444', {}, by)
  const method = await charge(first.storedCardId ?? '')
  await take(undefined, { method, storing: undefined }, by)
  const byPayer = {
    ...method,
    storedCard: { ...method.storedCard, initiator: 'customer' },
  } as const
  await take(undefined, { method: byPayer, storing: undefined }, by)
  const { linkId } = method.storedCard.first
  expect(asked).toMatchObject([
    { storedCredential: { use: 'first', uses: storing.uses }, threeDs: { challenge: 'mandated' } },
    {
      method: { type: 'stored_card', reference: expect.any(String) },
      storedCredential: {
        ...{ use: 'subsequent', initiator: 'merchant', reason: 'unscheduled' },
        first: { transactionId: first.schemeTransactionId, linkId },
      },
    },
    {
      storedCredential: { use: 'subsequent', initiator: 'customer' },
      threeDs: { challenge: 'no_challenge' },
    },
  ])
  expect(linkId).toMatch(/^[\w-]{22}$/)
  expect(asked[1]?.threeDs).toBeUndefined()
})
