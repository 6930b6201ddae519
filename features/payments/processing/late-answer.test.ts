import type { Acquirer } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { expect, test } from 'vitest'
import {
  type ActionResult,
  changeStatus,
  type Engine,
  runOperation,
  takePayment,
} from './payments.public.ts'
import { recoverOperations } from './recovery.jobs.ts'
import { resolvePayment } from './resolve-operation.ts'

// Answers that come after their operation was closed here, or sent on to another acquirer.

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const minutes = (count: number) => {
  clock = new Date(clock.getTime() + count * 60_000)
}

const toResponse = ({ payment, operation }: ActionResult) => ({ ...payment, operation })
const recover = (providers: Providers = fixture.providers) =>
  recoverOperations(providers, fixture.jobContext)
const alpha = (change: (acquirer: Acquirer) => Partial<Acquirer>) =>
  withAcquirer(fixture.providers, 'sandbox_alpha', change)
const using = (providers: Providers): Engine => fixture.engineWith({ providers })

async function eventsOf(paymentId: string): Promise<string[]> {
  const { rows } = await fixture.owner.query<{ said: string }>(
    `select concat_ws(' ', type, cause_code) as said from app.payment_event where payment_id = $1 order by id`,
    [paymentId],
  )
  return rows.map(({ said }) => said)
}

async function expectAgreed(paymentId: string, status: string): Promise<void> {
  const checks = await ledgerChecksOf(fixture, paymentId)
  expect(checks.status).toBe(status)
  expect(checks.open).toEqual([])
  expect(checks.theirs).toEqual(checks.ours)
  expect(checks.ledger).toEqual(checks.expectedLedger)
  expect(checks.brokenEvents).toEqual([])
}

/** Notifications of contradictions that wait to be fanned out, for this payment. */
async function notices(paymentId: string): Promise<number> {
  const { rows } = await fixture.owner.query(
    `select from pgboss.job where name = 'notifications.fan-out' and data->>'type' = 'PaymentContradicted'
       and data->>'objectUrl' like $1`,
    [`%${paymentId}`],
  )
  return rows.length
}

test('a request that seems lost is cancelled, so that it has no effect when it arrives after all', async () => {
  const engine = using(
    alpha(({ authorise }) => ({
      async authorise(request, signal) {
        minutes(2)
        await recover()
        return authorise(request, signal)
      },
    })),
  )
  const { id } = await takePayment(engine, order(fixture), { toResponse })
  await expectAgreed(id, 'failed')
})

test('news of an older attempt leaves the newer one alone', async () => {
  // somebody checks the status while the payment is sent on: the lookup of the first attempt is answered last
  const gate = Promise.withResolvers<void>()
  let checked = Promise.resolve()
  const looking = alpha(({ lookup }) => ({
    async lookup(reference, signal) {
      const answer = await lookup(reference, signal)
      await gate.promise
      return answer
    },
  }))
  const cascading = withAcquirer(
    alpha(({ authorise }) => ({
      async authorise(request, signal) {
        const answer = await authorise(request, signal)
        checked = resolvePayment(using(looking), request.metadata.paymentId)
        // until the check has read which attempt is open
        await expect.poll(() => lookups).toBeGreaterThan(0)
        return answer
      },
    })),
    'sandbox_beta',
    ({ authorise }) => ({
      async authorise(request, signal) {
        gate.resolve()
        await checked
        return authorise(request, signal)
      },
    }),
  )
  let lookups = 0
  const counted = looking.acquirers.get('sandbox_alpha') as Acquirer
  const { lookup } = counted
  Object.assign(counted, {
    lookup: (...asked: Parameters<Acquirer['lookup']>) => {
      lookups += 1
      return lookup(...asked)
    },
  })
  const soft = order(fixture, { method: testCard('4000000000000028') })
  const { id } = await takePayment(using(cascading), soft, { toResponse })
  await expectAgreed(id, 'captured')
})

test('what was given up after a day and was approved all the same is cancelled, and operators are told', async () => {
  const deaf = (acquirer: Acquirer): Partial<Acquirer> => ({
    authorise: () => Promise.reject(new Error('the connection was reset')),
    lookup: () => Promise.resolve({ result: 'not_found' }),
    cancel: () => Promise.reject(new Error('the connection was reset')),
    capture: acquirer.capture,
  })
  const silent = alpha(deaf)
  const { id, status } = await takePayment(using(silent), order(fixture), { toResponse })
  expect(status).toBe('pending')
  minutes(10)
  await recover(silent)
  expect((await ledgerChecksOf(fixture, id)).status).toBe('pending')
  minutes(24 * 60)
  await recover(silent)
  expect((await ledgerChecksOf(fixture, id)).status).toBe('failed')
  expect(await eventsOf(id)).toContain('payment.contradicted cancel.no_answer')
  expect(await notices(id)).toBe(1)
  // the acquirer is there again
  minutes(20)
  await recover()
  await expectAgreed(id, 'failed')
})

test('an approval of what was declined by hand is taken back at the acquirer', async () => {
  const lost = alpha(({ authorise }) => ({
    async authorise(request, signal) {
      await authorise(request, signal)
      throw new Error('the connection was reset')
    },
  }))
  const { id } = await takePayment(using(lost), order(fixture), { toResponse })
  const decline = { paymentId: id, mode: 1, to: 'declined', reason: 'No answer' } as const
  await changeStatus(fixture.engine, decline, { toResponse })
  minutes(1)
  await recover()
  expect(await eventsOf(id)).toContain('payment.cancelled cancel.done')
  await expectAgreed(id, 'declined')
})

test('nobody decides by hand while the acquirer is being asked', async () => {
  const decline = { mode: 1, to: 'declined', reason: null } as const
  let refused: unknown
  const asked = alpha(({ authorise }) => ({
    async authorise(request, signal) {
      const { paymentId } = request.metadata
      refused = await changeStatus(fixture.engine, { ...decline, paymentId }, { toResponse }).catch(
        (error: unknown) => error,
      )
      return authorise(request, signal)
    },
  }))
  const { id } = await takePayment(using(asked), order(fixture), { toResponse })
  expect(refused).toMatchObject({ code: 'changeStatus.in_flight' })
  await expectAgreed(id, 'captured')
})

test('a refund that the acquirer paid after it was given up counts, and operators are told', async () => {
  const { id } = await takePayment(fixture.engine, order(fixture), { toResponse })
  const gone = alpha(({ refund }) => ({
    async refund(request, signal) {
      const answer = await refund(request, signal)
      const forgetful = alpha(() => ({
        lookup: () => Promise.resolve({ result: 'not_found' }),
        cancel: () => Promise.resolve({ result: 'cancelled', amountMinor: 0n }),
      }))
      minutes(2)
      await recover(forgetful)
      expect((await ledgerChecksOf(fixture, id)).ours.refunded).toBe(0n)
      return answer
    },
  }))
  const command = { paymentId: id, mode: 1, amountMinor: 400n, reason: null } as const
  const { operation } = await runOperation(using(gone), 'refund', command, { toResponse })
  expect(operation?.state).toBe('succeeded')
  expect(await eventsOf(id)).toContain('payment.contradicted late.counted')
  expect(await notices(id)).toBe(1)
  await expectAgreed(id, 'partially_refunded')
})

test('a decline of what was captured by hand is kept, and operators are told', async () => {
  const lost = alpha(() => ({ authorise: () => Promise.reject(new Error('reset')) }))
  const { id } = await takePayment(using(lost), order(fixture), { toResponse })
  const late = alpha(() => ({
    lookup: async () => {
      const capture = {
        paymentId: id,
        mode: 1,
        to: 'captured',
        reason: 'On the statement',
      } as const
      await changeStatus(fixture.engine, capture, { toResponse })
      return { result: 'declined', code: 'do_not_honour', text: 'No', isSoft: false }
    },
  }))
  minutes(1)
  await recover(late)
  expect((await ledgerChecksOf(fixture, id)).status).toBe('captured')
  expect(await eventsOf(id)).toContain('payment.contradicted late.refused')
  expect(await notices(id)).toBe(1)
})

test('a last capture that counts late leaves what a capture sent since takes', async () => {
  const { id } = await takePayment(fixture.engine, order(fixture, { capture: false }), {
    toResponse,
  })
  const capture = (engine: Engine, amountMinor: bigint, isFinal: boolean) => {
    const command = { paymentId: id, mode: 1, amountMinor, isFinal, reason: null } as const
    return runOperation(engine, 'capture', command, { toResponse })
  }
  const forgetful = alpha(() => ({
    lookup: () => Promise.resolve({ result: 'not_found' }),
    cancel: () => Promise.resolve({ result: 'cancelled', amountMinor: 0n }),
  }))
  const silent = alpha(() => ({ capture: () => Promise.reject(new Error('silence')) }))
  const approved = (amountMinor: bigint) =>
    Promise.resolve({ result: 'approved', amountMinor, acquirerReference: 'late' } as const)
  const late = alpha(() => ({
    async capture({ amountMinor }) {
      minutes(2)
      await recover(forgetful)
      await capture(using(silent), 450n, false)
      return approved(amountMinor)
    },
  }))
  const { capturedMinor, voidedMinor } = await capture(using(late), 800n, true)
  expect([capturedMinor, voidedMinor]).toEqual([800n, 0n])
  minutes(2)
  await recover(alpha(() => ({ lookup: () => approved(450n) })))
  const { status, open, ours } = await ledgerChecksOf(fixture, id)
  expect([status, open, ours.captured, ours.voided]).toEqual(['captured', [], 1250n, 0n])
})
