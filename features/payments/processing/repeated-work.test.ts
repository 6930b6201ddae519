// On a cluster the work of a payment's transaction is taken back and run again where it needs the coordinator.
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import { order, paymentFixture, testCard } from '@counterfoil/tools/testing/payments.ts'
import { expect, test } from 'vitest'
import type { Engine } from './engine.ts'
import { type ActionResult, runOperation, takePayment } from './payments.public.ts'

const fixture = await paymentFixture()

/** Every transaction is taken back at its end and run again. */
const twice = (engine: Engine): Engine => ({
  ...engine,
  async transaction(work) {
    const takenBack = new Error('taken back')
    const first = engine.transaction(async (db) => {
      await work(db)
      throw takenBack
    })
    await expect(first).rejects.toBe(takenBack)
    return engine.transaction(work)
  },
})

const toResponse = ({ payment }: ActionResult) => payment
const visaDeclined = '4000000000000002'

test.each([
  ['approved', undefined, ['captured', 'partially_refunded']],
  ['declined', visaDeclined, ['declined']],
] as const)(
  'a payment that is %s counts once when its work runs twice',
  async (_, number, statuses) => {
    const engine = twice(fixture.engine)
    const ordered = order(fixture, { method: testCard(number) })
    const payment = await takePayment(engine, ordered, { toResponse })
    expect(payment.amountMinor).toBe(ordered.amountMinor)
    const seen = [payment.status]
    if (payment.status === 'captured') {
      const command = { paymentId: payment.id, mode: 1, reason: null, amountMinor: 100n } as const
      const refunded = await runOperation(engine, 'refund', command, { toResponse })
      expect(refunded.refundedMinor).toBe(command.amountMinor)
      seen.push(refunded.status)
    }
    expect(seen).toEqual(statuses)
    const checks = await ledgerChecksOf(fixture, payment.id)
    expect(checks.open).toEqual([])
    expect(checks.theirs).toEqual(checks.ours)
    expect(checks.ledger).toEqual(checks.expectedLedger)
    const { rows } = await fixture.owner.query(
      'select count(*)::int as operations from payment_operation where payment_id = $1',
      [payment.id],
    )
    expect(rows).toEqual([{ operations: statuses.length }])
  },
)
