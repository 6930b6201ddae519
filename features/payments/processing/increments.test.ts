import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { type ActionResult, runOperation, takePayment } from './payments.public.ts'
import { recoverOperations } from './recovery.jobs.ts'

// More is authorised on payments that are reserved.

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { engine, providers } = fixture
const toResponse = ({ payment, operation }: ActionResult) => ({ payment, operation })

async function recover(): Promise<void> {
  clock = new Date(clock.getTime() + 60_000)
  await recoverOperations(providers, fixture.jobContext)
}

async function reserve(number = '4242424242424242'): Promise<string> {
  const asked = { capture: false, amountMinor: 1_000n, method: testCard(number) }
  return (await takePayment(engine, order(fixture, asked), { toResponse })).payment.id
}

const operate = (
  action: 'increment' | 'capture' | 'void',
  paymentId: string,
  amountMinor?: bigint,
  using = engine,
  key = v7(),
) =>
  runOperation(
    using,
    action,
    { paymentId, mode: 1, reason: null, amountMinor },
    {
      toResponse: ({ payment, operation }) => `${payment.status} ${operation?.state}`,
      idempotencyKey: { callerId: fixture.merchantId, mode: 1, key, requestHash: 'same' },
    },
  )

/** How much is authorised, with everything that has to agree on it. */
async function authorisedOf(paymentId: string): Promise<string> {
  const checks = await ledgerChecksOf(fixture, paymentId)
  expect(checks.open).toEqual([])
  expect(checks.theirs).toEqual(checks.ours)
  expect(checks.ledger).toEqual(checks.expectedLedger)
  expect(checks.brokenEvents).toEqual([])
  return `${checks.status} ${checks.ours.authorised}`
}

test('more is authorised, once for a key, and captured with the rest', async () => {
  const id = await reserve()
  const key = v7()
  expect(await operate('increment', id, 500n, engine, key)).toBe('reserved succeeded')
  expect(await operate('increment', id, 500n, engine, key)).toBe('reserved succeeded')
  expect(await authorisedOf(id)).toBe('reserved 1500')
  expect(await operate('capture', id, 1_200n)).toBe('partially_captured succeeded')
  await expect(operate('increment', id, 1n)).rejects.toMatchObject({
    code: 'increment.capture_begun',
  })
  expect(await operate('capture', id)).toBe('captured succeeded')
  expect(await authorisedOf(id)).toBe('captured 1500')
})

test.each([
  ['a decline', '4000000000000390', 'reserved declined', 'reserved 1000'],
  ['a request that never arrives', '4000000000000408', 'reserved unknown', 'reserved 1000'],
  ['an answer that is lost', '4000000000000416', 'reserved unknown', 'reserved 1500'],
  ['a late answer', '4000000000000424', 'reserved waiting', 'reserved 1500'],
])('%s leaves the books agreeing', async (_what, number, first, last) => {
  const id = await reserve(number)
  expect(await operate('increment', id, 500n)).toBe(first)
  if (!first.endsWith('declined')) {
    await expect(operate('capture', id)).rejects.toMatchObject({ code: 'capture.in_progress' })
  }
  await recover()
  await recover()
  expect(await authorisedOf(id)).toBe(last)
})

test('what is approved after the rest was released is released too', async () => {
  const id = await reserve()
  const late = withAcquirer(providers, 'sandbox_alpha', ({ increment }) => ({
    async increment(request, signal) {
      const answer = await increment?.(request, signal)
      // given up without a word of the acquirer, and all that we knew of was captured
      await fixture.owner.query(`update payment_attempt set state = 'failed' where id = $1`, [
        request.reference,
      ])
      await fixture.owner.query(
        `update payment_operation set state = 'failed', next_check_at = null
         where payment_id = $1 and kind = 'increment'`,
        [id],
      )
      await operate('capture', id)
      if (answer === undefined) throw new Error('The sandbox offers increments')
      return answer
    },
  }))
  await operate('increment', id, 500n, fixture.engineWith({ providers: late }))
  await recover()
  expect(await authorisedOf(id)).toBe('captured 1000')
})

test('an acquirer that does not offer it is not asked', async () => {
  const id = await reserve()
  const without = withAcquirer(providers, 'sandbox_alpha', () => ({ increment: undefined }))
  await expect(
    operate('increment', id, 500n, fixture.engineWith({ providers: without })),
  ).rejects.toMatchObject({ code: 'increment.not_offered' })
})
