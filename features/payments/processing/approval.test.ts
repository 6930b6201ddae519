import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import { order, paymentFixture, testCard } from '@counterfoil/tools/testing/payments.ts'
import { describe, expect, test } from 'vitest'
import type { PaymentOrder } from './order.rules.ts'
import {
  type ActionResult,
  approvePayment,
  authorisePayment,
  capturePayment,
  changeStatus,
  checkStatus,
  declinePayment,
  markRefunded,
  type ResponseOptions,
  refundPayment,
  runOperation,
  voidPayment,
} from './payments.public.ts'
import { recoverOperations } from './recovery.jobs.ts'

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { engine } = fixture

const plainResult: ResponseOptions<ActionResult> = { toResponse: (result) => result }

async function taken(some: Partial<PaymentOrder> = {}): Promise<string> {
  const { payment } = await authorisePayment(
    engine,
    order(fixture, { amountMinor: 1000n, ...some }),
  )
  return payment.id
}

const command = (paymentId: string, amountMinor?: bigint, reason: string | null = 'because') => ({
  paymentId,
  mode: 1 as const,
  amountMinor,
  reason,
})

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

async function sound(paymentId: string): Promise<string> {
  const checks = await ledgerChecksOf(fixture, paymentId)
  expect(checks.theirs).toEqual(checks.ours)
  expect(checks.ledger).toEqual(checks.expectedLedger)
  expect(checks.brokenEvents).toEqual([])
  return checks.status
}

describe('captures, voids and refunds', () => {
  test('in parts, and the rest is released', async () => {
    const id = await taken({ capture: false })
    await capturePayment(engine, command(id, 400n))
    await capturePayment(engine, command(id, 100n))
    const { payment } = await voidPayment(engine, command(id))
    expect(payment).toMatchObject({ status: 'partially_captured', capturedMinor: 500n })
    expect(payment.voidedMinor).toBe(500n)
    await refundPayment(engine, command(id, 200n))
    expect(await sound(id)).toBe('partially_refunded')
    await refundPayment(engine, command(id))
    expect(await sound(id)).toBe('refunded')
    expect(await codeOf(refundPayment(engine, command(id)))).toBe('refund.all_refunded')
  })

  test('two people refund at once: together never more than was captured', async () => {
    const id = await taken()
    const both = await Promise.all([
      codeOf(refundPayment(engine, command(id, 700n))),
      codeOf(refundPayment(engine, command(id, 700n))),
    ])
    expect(both.toSorted()).toEqual(['refund.exceeds_captured', undefined])
    expect(await sound(id)).toBe('partially_refunded')
  })

  test('a reversal takes the whole capture back, on its day alone', async () => {
    const id = await taken()
    const { payment } = await runOperation(engine, 'reverse', command(id), plainResult)
    expect(payment).toMatchObject({ status: 'reversed', capturedMinor: 0n, voidedMinor: 1000n })
    expect(await sound(id)).toBe('reversed')
    const late = await taken()
    clock = new Date(clock.getTime() + 24 * 3600 * 1000)
    expect(await codeOf(runOperation(engine, 'reverse', command(late), plainResult))).toBe(
      'reverse.another_day',
    )
  })

  test('a capture that the acquirer declines changes nothing', async () => {
    const id = await taken({ capture: false, method: testCard('4000000000000093') })
    const { payment, operation } = await capturePayment(engine, command(id))
    expect(payment.status).toBe('reserved')
    expect(operation).toMatchObject({ state: 'declined' })
    expect(await sound(id)).toBe('reserved')
  })

  test('a refund whose answer is lost counts as taken until it is known', async () => {
    const id = await taken({ method: testCard('4000000000000135') })
    const { operation } = await refundPayment(engine, command(id, 600n))
    expect(operation).toMatchObject({ state: 'unknown' })
    expect(await codeOf(refundPayment(engine, command(id, 600n)))).toBe('refund.exceeds_captured')
    await checkStatus(engine, command(id))
    expect(await sound(id)).toBe('partially_refunded')
  })

  test('of the other mode it is refused', async () => {
    const id = await taken()
    expect(await codeOf(refundPayment(engine, { ...command(id), mode: 2 }))).toBe('mode.mismatch')
  })
})

describe('approval', () => {
  const threshold = async (amount: bigint | null) => {
    await fixture.owner.query('update merchant set approval_threshold_minor = $1', [amount])
  }
  async function held(some: Partial<PaymentOrder> = {}): Promise<string> {
    await threshold(500n)
    const id = await taken(some)
    await threshold(null)
    expect(await sound(id)).toBe('waiting_for_approval')
    expect(await codeOf(capturePayment(engine, command(id)))).toBe('capture.held')
    return id
  }
  const transfer = { method: { type: 'bank_transfer' } } as const

  test('a card is captured when it was to be captured', async () => {
    const id = await held()
    await approvePayment(engine, command(id), plainResult)
    expect(await sound(id)).toBe('captured')
    expect(await codeOf(approvePayment(engine, command(id), plainResult))).toBe('approve.not_held')
  })

  test('a card is reserved when it was only to be reserved', async () => {
    const id = await held({ capture: false })
    await approvePayment(engine, command(id), plainResult)
    expect(await sound(id)).toBe('reserved')
  })

  test('a card that is declined is voided at the acquirer', async () => {
    const id = await held()
    const { payment } = await declinePayment(
      engine,
      command(id, undefined, 'No papers'),
      plainResult,
    )
    expect(payment).toMatchObject({ voidedMinor: 1000n, declineReason: 'No papers' })
    expect(await sound(id)).toBe('declined')
  })

  test('a transfer is asked for once it is approved, and not before', async () => {
    const id = await held(transfer)
    expect((await ledgerChecksOf(fixture, id)).theirs.authorised).toBe(0n)
    await approvePayment(engine, command(id), plainResult)
    expect(await sound(id)).toBe('captured')
  })

  test('a transfer that is approved on a later day counts towards the caps of that day', async () => {
    const capped = async (currency: string | null, most: number | null) => {
      await fixture.owner.query('update mid set cap_currency = $1, daily_cap_minor = $2', [
        ...[currency, most],
      ])
      await fixture.owner.query('update tenant set settings_version = settings_version + 1')
    }
    await capped('GBP', 1500)
    const id = await held(transfer)
    clock = new Date(clock.getTime() + dayMs)
    await approvePayment(engine, command(id), plainResult)
    const { rows } = await fixture.owner.query<{ day: string; amount: number; midId: string }>(
      `select day::text, amount_minor::integer as amount, mid_id as "midId" from mid_volume`,
    )
    const today = clock.toISOString().slice(0, 10)
    // what it took of the day is no longer there for others
    const next = await authorisePayment(engine, order(fixture, { amountMinor: 1000n, ...transfer }))
    await capped(null, null)
    expect(rows).toMatchObject([{ day: today, amount: 1000 }])
    expect(next.payment.midId).not.toBe(rows[0]?.midId)
  })

  test('a transfer that is declined is never asked for', async () => {
    const id = await held(transfer)
    await declinePayment(engine, command(id), plainResult)
    expect(await sound(id)).toBe('declined')
    expect((await ledgerChecksOf(fixture, id)).theirs.authorised).toBe(0n)
  })

  test('of two who decide at once, one decides', async () => {
    const id = await held()
    const codes = await Promise.all([
      codeOf(approvePayment(engine, command(id), plainResult)),
      codeOf(declinePayment(engine, command(id), plainResult)),
    ])
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(['captured', 'declined']).toContain(await sound(id))
  })

  test('an approval whose capture is lost stays reserved until it is known', async () => {
    const id = await held({ method: testCard('4000000000000135') })
    await approvePayment(engine, command(id), plainResult)
    expect((await ledgerChecksOf(fixture, id)).status).toBe('reserved')
    clock = new Date(clock.getTime() + 60_000)
    await recoverOperations(fixture.providers, fixture.jobContext)
    expect(await sound(id)).toBe('captured')
  })
})

describe('decided by hand', () => {
  const undecided = () => taken({ method: { type: 'bank_transfer' }, amountMinor: 1006n })

  test.each(['captured', 'declined'] as const)('a transfer that nobody decides: %s', async (to) => {
    const id = await undecided()
    const { payment } = await changeStatus(engine, { ...command(id), to }, plainResult)
    expect(payment.status).toBe(to)
    // the acquirer says something else later: it is too late
    clock = new Date(clock.getTime() + 3_600_000)
    await recoverOperations(fixture.providers, fixture.jobContext)
    expect((await ledgerChecksOf(fixture, id)).status).toBe(to)
    expect((await ledgerChecksOf(fixture, id)).open).toEqual([])
  })

  test('what was settled by hand is refunded by hand', async () => {
    const id = await undecided()
    await changeStatus(engine, { ...command(id), to: 'captured' }, plainResult)
    expect(await codeOf(refundPayment(engine, command(id)))).toBe('payment.not_at_acquirer')
    const refund = { ...command(id), paidFrom: 'acquirer' } as const
    const { payment } = await markRefunded(engine, refund, plainResult)
    expect(payment.status).toBe('refunded')
    const checks = await ledgerChecksOf(fixture, id)
    expect(checks.ledger).toEqual(checks.expectedLedger)
  })

  test.each([
    ['acquirer', {}],
    ['bank', { acquirer_receivable: 1006n, bank: -1006n }],
    ['cash', { acquirer_receivable: 1006n, cash: -1006n }],
    // no money of the tenant's moved, so it owes the merchant what it owed before
    ['merchant', { acquirer_receivable: 1006n }],
  ] as const)(
    'a refund marked by hand is posted where it was paid from: %s',
    async (paidFrom, expected) => {
      const id = await undecided()
      await changeStatus(engine, { ...command(id), to: 'captured' }, plainResult)
      const owed = () =>
        fixture.owner.query(
          `select -sum(amount_minor)::int as owed from ledger_entry where payment_id = $1 and account = 'merchant_available'`,
          [id],
        )
      const before = (await owed()).rows[0].owed
      await markRefunded(engine, { ...command(id), paidFrom }, plainResult)
      const checks = await ledgerChecksOf(fixture, id)
      expect(checks.status).toBe('refunded')
      expect(checks.ledger).toEqual(expected)
      expect(checks.ledger).toEqual(checks.expectedLedger)
      // the fixture charges 10 for a refund
      expect((await owed()).rows[0].owed).toBe(paidFrom === 'merchant' ? before : before - 1016)
    },
  )

  test('what a person captured is taken back, with its fee, and cancelled where the acquirer had done it', async () => {
    // the acquirer approved it, and its answer was lost
    const id = await taken({ method: testCard('4000000000000077') })
    clock = new Date(clock.getTime() + 300_000)
    await changeStatus(engine, { ...command(id), to: 'captured' }, plainResult)
    const { payment } = await changeStatus(engine, { ...command(id), to: 'reversed' }, plainResult)
    expect(payment).toMatchObject({ status: 'reversed', capturedMinor: 0n, voidedMinor: 1000n })
    const checks = await ledgerChecksOf(fixture, id)
    expect(checks.ledger).toEqual(checks.expectedLedger)
    expect(checks.brokenEvents).toEqual([])
    const { rows } = await fixture.owner.query(
      `select coalesce(sum(amount_minor), 0)::int as owed from ledger_entry where payment_id = $1 and account like 'merchant%'`,
      [id],
    )
    expect(rows).toEqual([{ owed: 0 }])
    clock = new Date(clock.getTime() + 60_000)
    await recoverOperations(fixture.providers, fixture.jobContext)
    expect((await ledgerChecksOf(fixture, id)).theirs.authorised).toBe(0n)
    expect(
      await codeOf(changeStatus(engine, { ...command(id), to: 'reversed' }, plainResult)),
    ).toBe('reverse.was_reversed')
  })

  test('a transfer is taken back on a later day too', async () => {
    const id = await undecided()
    await changeStatus(engine, { ...command(id), to: 'captured' }, plainResult)
    clock = new Date(clock.getTime() + 3 * dayMs)
    const { payment } = await changeStatus(engine, { ...command(id), to: 'reversed' }, plainResult)
    expect(payment.status).toBe('reversed')
    const checks = await ledgerChecksOf(fixture, id)
    expect(checks.ledger).toEqual(checks.expectedLedger)
  })

  test('what an acquirer or a bank reported is not taken back so', async () => {
    const reported = await taken()
    expect(
      await codeOf(changeStatus(engine, { ...command(reported), to: 'reversed' }, plainResult)),
    ).toBe('changeStatus.not_by_hand')
    const id = await undecided()
    const paid = { ...command(id), to: 'captured', moneyPlace: 'bank' } as const
    await changeStatus(engine, paid, plainResult)
    expect(
      await codeOf(changeStatus(engine, { ...command(id), to: 'reversed' }, plainResult)),
    ).toBe('changeStatus.not_by_hand')
    const declined = await undecided()
    await changeStatus(engine, { ...command(declined), to: 'declined' }, plainResult)
    expect(
      await codeOf(changeStatus(engine, { ...command(declined), to: 'reversed' }, plainResult)),
    ).toBe('reverse.not_authorised')
  })

  test('a known outcome is not changed', async () => {
    const id = await taken()
    expect(
      await codeOf(changeStatus(engine, { ...command(id), to: 'declined' }, plainResult)),
    ).toBe('changeStatus.outcome_known')
  })
})
