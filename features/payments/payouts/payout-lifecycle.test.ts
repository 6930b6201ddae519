import {
  closeDispute,
  openDispute,
} from '@counterfoil/features/payments/disputes/disputes.public.ts'
import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import {
  type ActionResult,
  approvePayout,
  authorisePayment,
  checkStatus,
  declinePayout,
  type Engine,
  type ResponseOptions,
  requestPayout,
  runOperation,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { recoverOperations } from '@counterfoil/features/payments/processing/recovery.jobs.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import { order, paymentFixture, testCard } from '@counterfoil/tools/testing/payments.ts'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { engine } = fixture
const checker = fixture.engineWith({ actor: { type: 'user', id: v7() } })
const plainResult: ResponseOptions<ActionResult> = { toResponse: (result) => result }

beforeEach(() =>
  fixture.owner.query(
    'delete from ledger_entry; delete from merchant_balance; delete from merchant_balance_delta',
  ),
)

async function taken(some: Partial<PaymentOrder> = {}): Promise<string> {
  const { payment } = await authorisePayment(
    engine,
    order(fixture, { amountMinor: 1000n, ...some }),
  )
  return payment.id
}

const command = (paymentId: string, reason: string | null = 'a prize') =>
  ({ paymentId, mode: 1, reason }) as const
const ask = (id: string, amountMinor: bigint, by: Engine = engine) =>
  requestPayout(by, { ...command(id), amountMinor }, plainResult)
const approve = (id: string, by: Engine = checker) => approvePayout(by, command(id), plainResult)

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

async function sound(id: string) {
  const checks = await ledgerChecksOf(fixture, id)
  expect(checks.unbalanced).toEqual([])
  expect(checks.ledger).toEqual(checks.expectedLedger)
  expect(checks.theirs).toEqual(checks.ours)
  expect(checks.brokenEvents).toEqual([])
  return checks
}

async function payable(): Promise<number> {
  const { rows } = await fixture.owner.query<{ sum: number }>(
    `select coalesce(-sum(amount_minor), 0)::int as sum from ledger_entry where account = 'merchant_available'`,
  )
  return rows[0]?.sum ?? 0
}

async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await fixture.owner.query<{ type: string }>(
    `select type from payment_event where payment_id = $1 and type like 'payout.%' order by id`,
    [id],
  )
  return rows.map((row) => row.type)
}

describe('a payout', () => {
  test('is set aside, approved by somebody else, and paid by the acquirer', async () => {
    const id = await taken()
    const before = await payable()
    await ask(id, 600n)
    expect(await payable()).toBe(before - 600)
    expect((await sound(id)).payouts).toEqual({ open: 600n, paid: 0n })
    const { payment, operation } = await approve(id)
    expect(operation).toMatchObject({ kind: 'payout', state: 'succeeded', amountMinor: 600n })
    expect(payment).toMatchObject({ status: 'captured', capturedMinor: 1000n, refundedMinor: 0n })
    expect(await payable()).toBe(before - 600)
    expect((await sound(id)).payouts).toEqual({ open: 0n, paid: 600n })
    expect(await eventsOf(id)).toEqual(['payout.requested', 'payout.approved', 'payout.paid'])
  })

  describe('with a fee of 0.25', () => {
    beforeEach(() =>
      fixture.owner.query(
        `insert into fee_schedule (tenant_id, id, fee_type, currency, fixed_minor, created_at)
         values ($1, $2, 'payout', 'GBP', 25, now())`,
        [fixture.tenantId, v7()],
      ),
    )
    afterEach(() => fixture.owner.query(`delete from fee_schedule where fee_type = 'payout'`))

    test('sets it aside too, and charges it once it is paid, whatever is agreed on meanwhile', async () => {
      const id = await taken()
      const before = await payable()
      await ask(id, 100n)
      expect(await payable()).toBe(before - 125)
      await fixture.owner.query(
        `update fee_schedule set fixed_minor = 99 where fee_type = 'payout'`,
      )
      await approve(id)
      expect(await payable()).toBe(before - 125)
      const { fees } = await sound(id)
      expect(fees.listed - fees.ofCaptures).toBe(25n)
      expect(fees.posted).toBe(fees.listed)
    })

    test('gives it back when it is declined', async () => {
      const id = await taken()
      const before = await payable()
      await ask(id, 100n)
      await declinePayout(checker, command(id), plainResult)
      expect(await payable()).toBe(before)
      const { fees } = await sound(id)
      expect(fees.listed).toBe(fees.ofCaptures)
    })

    test('never exceeds what is available together with it', async () => {
      const id = await taken()
      const most = BigInt(await payable())
      expect(await codeOf(ask(id, most))).toBe('payout.exceeds_balance_with_fee')
      expect(await codeOf(ask(id, most - 24n))).toBe('payout.exceeds_balance_with_fee')
      await ask(id, most - 25n)
      await approve(id)
      expect(await payable()).toBe(0)
      await sound(id)
    })
  })

  test('is not approved by who asked for it, who may take it back', async () => {
    const id = await taken()
    const before = await payable()
    await ask(id, 100n)
    expect(await codeOf(approve(id, engine))).toBe('approvePayout.own_payout')
    const { operation } = await declinePayout(engine, command(id, null), plainResult)
    expect(operation).toMatchObject({ state: 'declined' })
    expect(await payable()).toBe(before)
    expect(await codeOf(approve(id))).toBe('approvePayout.no_payout')
    expect((await sound(id)).payouts).toEqual({ open: 0n, paid: 0n })
  })

  test('is refused beyond what the merchant is owed, also when several are asked for at once', async () => {
    const ids = await Promise.all([taken(), taken(), taken()])
    const owed = BigInt(await payable())
    expect(await codeOf(ask(ids[0], owed + 1n))).toBe('payout.exceeds_balance')
    const each = owed / 2n
    const codes = await Promise.all(ids.map((id) => codeOf(ask(id, each))))
    expect(codes.filter((code) => code === 'payout.exceeds_balance')).toHaveLength(1)
    expect(await payable()).toBeGreaterThanOrEqual(0)
    for (const id of ids) await sound(id)
  })

  test('of a payment waits alone, and keeps its capture from being reversed', async () => {
    const id = await taken()
    await ask(id, 100n)
    expect(await codeOf(ask(id, 100n))).toBe('payout.payout_waits')
    expect(await codeOf(runOperation(engine, 'reverse', command(id), plainResult))).toBe(
      'reverse.in_progress',
    )
    expect(await codeOf(checkStatus(engine, command(id)))).toBe('checkStatus.nothing_open')
    await approve(id)
    expect(await codeOf(ask(id, 100n))).toBeUndefined()
  })

  test('is not sent while a dispute is open that came after it was asked for', async () => {
    const id = await taken()
    const before = await payable()
    await ask(id, 100n)
    const claim = { reasonCode: 'fraud', reason: 'Not me', respondBy: clock }
    await openDispute(engine, { ...command(id), ...claim, amountMinor: 1000n }, plainResult)
    expect(await codeOf(approve(id))).toBe('approvePayout.dispute_open')
    const ending = { ...command(id), disputeId: undefined, outcome: 'won' } as const
    await closeDispute(engine, ending, plainResult)
    expect((await approve(id)).operation).toMatchObject({ state: 'succeeded' })
    // the fee of the dispute is not returned
    expect(await payable()).toBe(before - 100 - 1500)
    expect((await sound(id)).payouts).toEqual({ open: 0n, paid: 100n })
  })

  test('approved by two people at once is sent once', async () => {
    const id = await taken()
    await ask(id, 100n)
    const other = fixture.engineWith({ actor: { type: 'user', id: v7() } })
    const codes = await Promise.all([codeOf(approve(id)), codeOf(approve(id, other))])
    expect(codes.toSorted()).toEqual(['approvePayout.no_payout', undefined])
    expect((await sound(id)).payouts).toEqual({ open: 0n, paid: 100n })
  })

  test('approved again with the same key is told the same', async () => {
    const id = await taken()
    await ask(id, 100n)
    const once = {
      callerId: fixture.tenantId,
      mode: 0 as const,
      key: v7(),
      requestHash: 'the same',
    }
    const options = {
      idempotencyKey: once,
      toResponse: ({ operation }: ActionResult) => operation?.state,
    }
    expect(await approvePayout(checker, command(id), options)).toBe('succeeded')
    expect(await approvePayout(checker, command(id), options)).toBe('succeeded')
  })
})

test('a reversal takes its fee back', async () => {
  const before = await payable()
  const id = await taken()
  expect((await ledgerChecksOf(fixture, id)).fees.ofCaptures).toBe(35n)
  await runOperation(engine, 'reverse', command(id), plainResult)
  expect(await payable()).toBe(before)
  expect((await sound(id)).fees).toEqual({ listed: 0n, posted: 0n, ofCaptures: 0n })
})

describe('what the acquirer says', () => {
  test.each([
    ['declines', '4000000000000283', 'declined', 'payout.declined'],
    ['does not answer', '4000000000000291', 'unknown', 'payout.failed'],
    ['acts, but its answer is lost', '4000000000000309', 'unknown', 'payout.paid'],
    ['decides later', '4000000000000317', 'waiting', 'payout.paid'],
    ['refuses later', '4000000000000325', 'waiting', 'payout.declined'],
  ])('%s', async (_what, card, state, ending) => {
    const id = await taken({ method: testCard(card) })
    const before = await payable()
    await ask(id, 400n)
    expect((await approve(id)).operation).toMatchObject({ state })
    for (let round = 0; round < 3; round += 1) {
      clock = new Date(clock.getTime() + 60_000)
      await recoverOperations(fixture.providers, fixture.jobContext)
    }
    expect((await eventsOf(id)).at(-1)).toBe(ending)
    const isPaid = ending === 'payout.paid'
    expect((await sound(id)).payouts).toEqual({ open: 0n, paid: isPaid ? 400n : 0n })
    expect(await payable()).toBe(isPaid ? before - 400 : before)
  })

  test.each([
    [1008n, 'declined'],
    [1009n, 'waiting'],
  ])('to a bank account, after a transfer of %s', async (amountMinor, state) => {
    const id = await taken({ amountMinor, method: { type: 'bank_transfer' } })
    await ask(id, 400n)
    expect((await approve(id)).operation).toMatchObject({ state })
    await sound(id)
  })

  test('a wallet is not paid out to, nor a payment of which nothing was taken', async () => {
    const wallet = await taken({ method: { type: 'alternative' } })
    expect(await codeOf(ask(wallet, 1n))).toBe('payout.method')
    const reserved = await taken({ capture: false })
    expect(await codeOf(ask(reserved, 1n))).toBe('payout.nothing_captured')
  })
})
