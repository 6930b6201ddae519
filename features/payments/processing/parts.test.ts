import type { Acquirer } from '@counterfoil/providers/acquirers/acquirer.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { expect, test } from 'vitest'
import { type ActionResult, runOperation, takePayment } from './payments.public.ts'
import { recoverOperations } from './recovery.jobs.ts'

// Amounts that are approved or captured only in part.

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { engine } = fixture
const toResponse = ({ payment, operation }: ActionResult) => ({ payment, operation })

async function recover(): Promise<void> {
  clock = new Date(clock.getTime() + 60_000)
  await recoverOperations(fixture.providers, fixture.jobContext)
}

/** A payment of 10.00, of which the issuer approves 6.00. */
const take = (some: { capture: boolean; partialApproval?: boolean }, number = '4000000000000044') =>
  takePayment(engine, order(fixture, { ...some, amountMinor: 1_000n, method: testCard(number) }), {
    toResponse,
  })

const operate = (
  action: 'capture' | 'refund' | 'void',
  paymentId: string,
  some: { amountMinor?: bigint; isFinal?: boolean } = {},
  using = engine,
) => runOperation(using, action, { paymentId, mode: 1, reason: null, ...some }, { toResponse })

async function expectAgreed(paymentId: string, status: string) {
  const checks = await ledgerChecksOf(fixture, paymentId)
  expect(checks.status).toBe(status)
  expect(checks.open).toEqual([])
  expect(checks.theirs).toEqual(checks.ours)
  expect(checks.ledger).toEqual(checks.expectedLedger)
  expect(checks.brokenEvents).toEqual([])
  return checks.ours
}

test.each([true, false])(
  'nobody asked for a part: the payment is declined, and the part is released (capture %s)',
  async (capture) => {
    const { payment } = await take({ capture })
    expect(payment).toMatchObject({
      ...{ status: 'declined', declineCode: 'partial_approval', authorisedMinor: 0n },
    })
    await recover()
    expect(await expectAgreed(payment.id, 'declined')).toMatchObject({ authorised: 0n })
    const { rows } = await fixture.owner.query(
      `select state, cancel_state from app.payment_attempt where payment_id = $1`,
      [payment.id],
    )
    // what the acquirer said is kept beside what became of it
    expect(rows).toEqual([{ state: 'approved', cancel_state: 'cancelled' }])
  },
)

test.each([true, false])(
  'of an approval above what was requested the requested amount counts, and operators are notified (capture %s)',
  async (capture) => {
    const generous = withAcquirer(fixture.providers, 'sandbox_alpha', (acquirer) => ({
      async authorise(request, signal) {
        const answer = await acquirer.authorise(request, signal)
        return answer.result === 'approved' ? { ...answer, amountMinor: 10_000n } : answer
      },
    }))
    const { payment } = await takePayment(
      fixture.engineWith({ providers: generous }),
      order(fixture, { capture, amountMinor: 1_000n }),
      { toResponse },
    )
    expect(payment).toMatchObject({
      status: capture ? 'captured' : 'reserved',
      ...{ authorisedMinor: 1_000n, capturedMinor: capture ? 1_000n : 0n },
    })
    await expectAgreed(payment.id, payment.status)
    const { rows } = await fixture.owner.query(
      `select cause_code, cause_values from payment_event where payment_id = $1 and type = 'payment.contradicted'`,
      [payment.id],
    )
    const values = { provider: 'sandbox_alpha', amount: '100.00 GBP' }
    expect(rows).toEqual([{ cause_code: 'outcome.more_approved', cause_values: values }])
  },
)

test('a merchant that asked for parts gets one, and can refund no more', async () => {
  const { payment } = await take({ capture: true, partialApproval: true })
  expect(payment).toMatchObject({ status: 'partially_captured', capturedMinor: 600n })
  await expect(operate('refund', payment.id, { amountMinor: 601n })).rejects.toMatchObject({
    code: 'refund.exceeds_captured',
  })
  await operate('refund', payment.id)
  await expectAgreed(payment.id, 'refunded')
})

test('a part that is only reserved says so, and is captured or voided like a whole', async () => {
  const reserve = async () => (await take({ capture: false, partialApproval: true })).payment
  const captured = await reserve()
  expect(captured.status).toBe('partially_reserved')
  await operate('capture', captured.id)
  await expectAgreed(captured.id, 'partially_captured')
  const voided = await reserve()
  await operate('void', voided.id)
  await expectAgreed(voided.id, 'voided')
})

test('captures in parts end as captured when everything is captured', async () => {
  const { payment } = await take({ capture: false }, '4242424242424242')
  const { payment: first } = await operate('capture', payment.id, { amountMinor: 400n })
  expect(first.status).toBe('partially_captured')
  await operate('capture', payment.id)
  await expectAgreed(payment.id, 'captured')
})

test('the last capture releases what it leaves, here and at the acquirer', async () => {
  const { payment } = await take({ capture: false }, '4242424242424242')
  await operate('capture', payment.id, { amountMinor: 300n })
  await operate('capture', payment.id, { amountMinor: 200n, isFinal: true })
  const ours = await expectAgreed(payment.id, 'partially_captured')
  expect(ours).toMatchObject({ captured: 500n, voided: 500n })
  await expect(operate('capture', payment.id)).rejects.toMatchObject({
    code: 'capture.nothing_left',
  })
})

test('beside a capture that is under way there is no last one, and beside the last one no other', async () => {
  const losing = withAcquirer(fixture.providers, 'sandbox_alpha', ({ capture }: Acquirer) => ({
    async capture(request, signal) {
      await capture(request, signal)
      throw new Error('the connection was reset')
    },
  }))
  const losingEngine = fixture.engineWith({ providers: losing })
  const reserve = async () => (await take({ capture: false }, '4242424242424242')).payment.id
  const one = await reserve()
  await operate('capture', one, { amountMinor: 100n }, losingEngine)
  await expect(operate('capture', one, { isFinal: true })).rejects.toMatchObject({
    code: 'capture.in_progress',
  })
  const other = await reserve()
  await operate('capture', other, { amountMinor: 100n, isFinal: true }, losingEngine)
  await expect(operate('capture', other, { amountMinor: 100n })).rejects.toMatchObject({
    code: 'capture.nothing_left',
  })
  await recover()
  await expectAgreed(one, 'partially_captured')
  expect(await expectAgreed(other, 'partially_captured')).toMatchObject({ voided: 900n })
})
