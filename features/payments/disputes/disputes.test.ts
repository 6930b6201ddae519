import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import {
  type ActionResult,
  authorisePayment,
  type ResponseOptions,
  refundPayment,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { collectNotices, lapseDisputes } from './disputes.jobs.ts'
import { closeDispute, openDispute } from './disputes.public.ts'

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })
const { engine } = fixture
const plainResult: ResponseOptions<ActionResult> = { toResponse: (result) => result }
const claim = { reasonCode: 'fraud', reason: 'Not me', respondBy: clock }

async function taken(some: Partial<PaymentOrder> = {}): Promise<string> {
  const { payment } = await authorisePayment(
    engine,
    order(fixture, { amountMinor: 1000n, ...some }),
  )
  return payment.id
}

const command = (paymentId: string, amountMinor?: bigint) => ({
  paymentId,
  mode: 1 as const,
  amountMinor,
  reason: 'because',
})

const open = (id: string, amount?: bigint) =>
  openDispute(engine, { ...command(id, amount), ...claim }, plainResult)

const close = (id: string, outcome: 'won' | 'lost' | 'accepted', disputeId?: string) =>
  closeDispute(engine, { ...command(id), outcome, disputeId }, plainResult)

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

async function sound(paymentId: string) {
  const checks = await ledgerChecksOf(fixture, paymentId)
  expect(checks.unbalanced).toEqual([])
  expect(checks.ledger).toEqual(checks.expectedLedger)
  expect(checks.disputed).toBe(checks.claims.open + checks.claims.lost)
  expect(checks.brokenEvents).toEqual([])
  return checks
}

async function sums(id: string): Promise<Record<string, number>> {
  const { rows } = await fixture.owner.query<{ account: string; sum: number }>(
    `select account, sum(amount_minor)::int as sum from ledger_entry where payment_id = $1 group by 1`,
    [id],
  )
  return Object.fromEntries(rows.map((row) => [row.account, row.sum]))
}

test('what is disputed is withheld, charged, and not refunded as well', async () => {
  const id = await taken()
  const dispute = { reasonCode: 'fraud', reason: 'Not me', respondBy: clock }
  const { payment } = await openDispute(engine, { ...command(id, 600n), ...dispute }, plainResult)
  expect(payment.disputedMinor).toBe(600n)
  expect(await codeOf(refundPayment(engine, command(id, 401n)))).toBe('refund.exceeds_captured')
  await refundPayment(engine, command(id))
  expect(await codeOf(refundPayment(engine, command(id)))).toBe('refund.disputed')
  const { rows } = await fixture.owner.query(
    `select account, sum(amount_minor)::int as sum from ledger_entry where payment_id = $1 group by 1 order by 1`,
    [id],
  )
  expect(rows).toEqual([
    { account: 'acquirer_receivable', sum: 600 },
    { account: 'disputed_funds', sum: -600 },
    // 1.5 % of 1000 and 20, the refund's 10, the dispute's 1500
    { account: 'fee_income', sum: -1545 },
    { account: 'merchant_payable', sum: 1545 },
  ])
})

test('a dispute that is won gives back what was withheld; its fee stays', async () => {
  const id = await taken()
  await open(id, 600n)
  const { payment } = await close(id, 'won')
  expect(payment).toMatchObject({ disputedMinor: 0n, disputeState: 'won' })
  await sound(id)
  // 1.5 % of 1000 and 20, the dispute's 1500
  expect(await sums(id)).toEqual({
    acquirer_receivable: 1000,
    disputed_funds: 0,
    fee_income: -1535,
    merchant_payable: 535,
  })
  const refunded = await refundPayment(engine, command(id))
  expect(refunded.payment.refundedMinor).toBe(1000n)
  await sound(id)
})

test.each(['lost', 'accepted'] as const)(
  'a dispute that is %s is gone for good',
  async (outcome) => {
    const id = await taken()
    await open(id, 600n)
    const { payment } = await close(id, outcome)
    expect(payment).toMatchObject({ disputedMinor: 600n, disputeState: outcome })
    expect(await codeOf(refundPayment(engine, command(id, 401n)))).toBe('refund.exceeds_captured')
    await refundPayment(engine, command(id))
    expect(await codeOf(refundPayment(engine, command(id)))).toBe('refund.disputed')
    expect(await codeOf(open(id))).toBe('dispute.disputed')
    expect((await sound(id)).claims).toEqual({ open: 0n, lost: 600n })
    expect(await sums(id)).toMatchObject({ acquirer_receivable: 0, disputed_funds: 0 })
  },
)

test('of several disputes each ends by itself, the oldest first', async () => {
  const id = await taken()
  await open(id, 300n)
  clock = new Date(clock.getTime() + 1000)
  await open(id, 200n)
  const first = await close(id, 'lost')
  expect(first.payment).toMatchObject({ disputedMinor: 500n, disputeState: 'opened' })
  expect((await sound(id)).claims).toEqual({ open: 200n, lost: 300n })
  const second = await close(id, 'won')
  expect(second.payment).toMatchObject({ disputedMinor: 300n, disputeState: 'won' })
  expect((await sound(id)).claims).toEqual({ open: 0n, lost: 300n })
  expect(await codeOf(close(id, 'won'))).toBe('closeDispute.undisputed')
})

test('what is not open, or of another payment, is not ended', async () => {
  const [id, other] = [await taken(), await taken()]
  await Promise.all([open(id), open(other)])
  const { rows } = await fixture.owner.query<{ id: string }>(
    'select id from dispute where payment_id = $1',
    [other],
  )
  expect(await codeOf(close(id, 'won', rows[0]?.id))).toBe('not_found')
  expect((await sound(other)).claims.open).toBe(1000n)
})

test('of two who end it at once, one does', async () => {
  const id = await taken()
  await open(id)
  const codes = await Promise.all([codeOf(close(id, 'won')), codeOf(close(id, 'lost'))])
  expect(codes.filter((code) => code === undefined)).toHaveLength(1)
  await sound(id)
})

describe('as the acquirer tells', () => {
  const pass = async (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000)
    await collectNotices(fixture.providers, fixture.jobContext)
  }
  const stateOf = (id: string) =>
    fixture.read((db) =>
      db
        .selectFrom('payment')
        .select(['dispute_state', 'disputed_minor'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )

  test.each([
    ['4000000000000267', 'won', 0n],
    ['4000000000000275', 'lost', 1000n],
    ['4000000000000259', 'opened', 1000n],
  ] as const)('%s ends as %s', async (number, state, disputed) => {
    const id = await taken({ method: testCard(number) })
    await pass(6)
    expect(await stateOf(id)).toEqual({ dispute_state: 'opened', disputed_minor: 1000n })
    await pass(6)
    expect(await stateOf(id)).toEqual({ dispute_state: state, disputed_minor: disputed })
    await sound(id)
    // told again, nothing changes
    await fixture.owner.query('update sandbox.acquirer_notice set acknowledged_at = null')
    await pass(1)
    expect(await stateOf(id)).toEqual({ dispute_state: state, disputed_minor: disputed })
    await sound(id)
  })

  test('too late, when a person has said so before', async () => {
    const id = await taken({ method: testCard('4000000000000267') })
    await pass(6)
    await close(id, 'accepted')
    await pass(6)
    expect(await stateOf(id)).toEqual({ dispute_state: 'accepted', disputed_minor: 1000n })
    await sound(id)
  })
})

describe('a notice that contradicts our books', () => {
  const collect = () => collectNotices(fixture.providers, fixture.jobContext)
  const receive = async (paymentId: string, some: object) => {
    const notice = {
      ...{ id: v7(), provider: 'sandbox_alpha', kind: 'dispute', reference: v7() },
      ...{ amount_minor: 1000, currency: 'GBP', reason_code: 'fraud', due_at: clock },
      ...{ metadata: { tenantId: fixture.tenantId, paymentId } },
      ...some,
    }
    await fixture.owner.query(
      'insert into sandbox.acquirer_notice select (jsonb_populate_record(null::sandbox.acquirer_notice, $1)).*',
      [JSON.stringify(notice)],
    )
    return notice.id
  }
  const contradictions = async (id: string) => {
    const { rows } = await fixture.owner.query<{ code: string }>(
      `select cause_code as code from app.payment_event where payment_id = $1 and type = 'payment.contradicted'`,
      [id],
    )
    return rows.map(({ code }) => code)
  }
  const isOpen = async (noticeId: string) => {
    const sql = 'select from sandbox.acquirer_notice where id = $1 and acknowledged_at is null'
    return (await fixture.owner.query(sql, [noticeId])).rowCount === 1
  }

  test('in another currency or of more than was paid is kept and not counted', async () => {
    const id = await taken()
    await receive(id, { currency: 'JPY', amount_minor: 190_000 })
    await receive(id, {})
    await receive(id, {})
    await collect()
    expect(await contradictions(id)).toEqual(['notice.other_currency', 'notice.too_much'])
    expect((await sound(id)).disputed).toBe(1000n)
  })

  test('of a declined payment debits nobody', async () => {
    const id = await taken({ method: testCard('4000000000000002') })
    await receive(id, {})
    await collect()
    expect(await contradictions(id)).toEqual(['notice.too_much'])
    expect((await sound(id)).disputed).toBe(0n)
  })

  test('an end before its beginning waits for it', async () => {
    const id = await taken()
    const disputeId = v7()
    const end = { kind: 'dispute_end', dispute_id: disputeId, outcome: 'won' }
    const noticeId = await receive(id, end)
    await collect()
    expect(await isOpen(noticeId)).toBe(true)
    await receive(id, { id: disputeId, due_at: new Date(clock.getTime() - 1000) })
    await collect()
    expect(await isOpen(noticeId)).toBe(false)
    expect((await sound(id)).disputed).toBe(0n)
  })

  test('an end that differs from what a person said is kept', async () => {
    const id = await taken()
    const disputeId = await receive(id, {})
    await collect()
    await close(id, 'accepted')
    await receive(id, { kind: 'dispute_end', dispute_id: disputeId, outcome: 'won' })
    await collect()
    expect(await contradictions(id)).toEqual(['notice.dispute_won'])
    await sound(id)
  })

  test('that cannot be recorded stops neither those behind it nor other acquirers', async () => {
    const id = await taken()
    const broken = await receive(id, { metadata: { tenantId: 'nobody', paymentId: id } })
    await receive(id, { due_at: new Date(clock.getTime() + 1) })
    clock = new Date(clock.getTime() + 1000)
    const down = withAcquirer(fixture.providers, 'sandbox_beta', () => ({
      listNotices: () => Promise.reject(new Error('the acquirer is down')),
    }))
    await collectNotices(down, fixture.jobContext)
    expect(await isOpen(broken)).toBe(true)
    expect((await sound(id)).disputed).toBe(1000n)
    await fixture.owner.query('delete from sandbox.acquirer_notice where id = $1', [broken])
  })
})

describe('a dispute that nobody answers', () => {
  const dayMs = 24 * 3_600_000
  const lapse = () => lapseDisputes(fixture.providers, fixture.jobContext)
  const stateOf = async (id: string) =>
    (
      await fixture.loader
        .selectFrom('dispute')
        .select('state')
        .where('payment_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ state }) => state)
  const eventsOf = async (id: string) => {
    const { rows } = await fixture.owner.query(
      `select type, actor_type, cause, cause_code, cause_values from payment_event
       where payment_id = $1 and type like 'dispute.%' order by id`,
      [id],
    )
    return rows
  }
  const until = (days: number) => ({ respondBy: new Date(clock.getTime() + days * dayMs) })

  test('is lost by lapse when its answer was due, once, and another one stays open', async () => {
    const [id, other] = [await taken(), await taken()]
    const early = { ...claim, ...until(1) }
    await openDispute(engine, { ...command(id, 600n), ...early }, plainResult)
    await openDispute(engine, { ...command(id, 100n), ...claim, ...until(9) }, plainResult)
    await openDispute(engine, { ...command(other), ...claim, ...until(9) }, plainResult)
    await lapse()
    expect(await stateOf(id)).toEqual(['opened', 'opened'])
    clock = new Date(clock.getTime() + dayMs + 1)
    await Promise.all([lapse(), lapse(), lapse()])
    await lapse()
    expect(await stateOf(id)).toEqual(['lost', 'opened'])
    expect(await stateOf(other)).toEqual(['opened'])
    const checks = await sound(id)
    expect(checks.claims).toMatchObject({ open: 100n, lost: 600n })
    expect((await eventsOf(id)).at(-1)).toEqual({
      type: 'dispute.lost',
      actor_type: 'system',
      cause: null,
      cause_code: 'dispute.lapsed',
      cause_values: { due: early.respondBy.toISOString().slice(0, 10) },
    })
    expect(await eventsOf(id)).toHaveLength(3)
  })

  test('is not lost when it was ended in time', async () => {
    const id = await taken()
    await openDispute(engine, { ...command(id), ...claim, ...until(1) }, plainResult)
    await close(id, 'won')
    clock = new Date(clock.getTime() + 2 * dayMs)
    await lapse()
    expect(await stateOf(id)).toEqual(['won'])
    await sound(id)
  })
})
