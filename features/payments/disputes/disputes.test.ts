import { collectNotices } from '@counterfoil/features/payments/acquirer-notices/acquirer-notices.jobs.ts'
import type { PaymentOrder } from '@counterfoil/features/payments/processing/order.rules.ts'
import {
  type ActionResult,
  authorisePayment,
  type ResponseOptions,
  refundPayment,
  runOperation,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
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
import { sendAnswers } from './disputes.jobs.ts'
import { answerDispute, closeDispute, openDispute } from './disputes.public.ts'

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
    { account: 'merchant_available', sum: 1545 },
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
    merchant_available: 535,
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

const disputesOf = (id: string) =>
  fixture.loader
    .selectFrom('dispute')
    .selectAll()
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()

const eventsOf = async (id: string) => {
  const { rows } = await fixture.owner.query<{ type: string; cause_code: string | null }>(
    `select type, cause_code from payment_event
     where payment_id = $1 and (type like 'dispute.%' or type = 'payment.contradicted') order by id`,
    [id],
  )
  return rows.map((row) => (row.cause_code === null ? row.type : `${row.type} ${row.cause_code}`))
}

const contradictions = async (id: string) =>
  (await eventsOf(id))
    .filter((event) => event.startsWith('payment.contradicted '))
    .map((event) => event.split(' ')[1])

describe('as the acquirer tells', () => {
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

  test('what it decides counts, also after a person has said otherwise', async () => {
    const id = await taken({ method: testCard('4000000000000267') })
    await pass(6)
    await close(id, 'lost')
    await pass(6)
    expect(await stateOf(id)).toEqual({ dispute_state: 'won', disputed_minor: 0n })
    expect(await contradictions(id)).toEqual(['notice.dispute_won'])
    expect(await sums(id)).toMatchObject({ acquirer_receivable: 1000, disputed_funds: 0 })
    await sound(id)
  })

  test('lost, and then won after all: the money comes back', async () => {
    const id = await taken({ method: testCard('4000000000000366') })
    await pass(11)
    expect(await stateOf(id)).toEqual({ dispute_state: 'lost', disputed_minor: 1000n })
    expect(await sums(id)).toMatchObject({ acquirer_receivable: 0, disputed_funds: 0 })
    await pass(5)
    expect(await stateOf(id)).toEqual({ dispute_state: 'won', disputed_minor: 0n })
    expect(await sums(id)).toMatchObject({
      acquirer_receivable: 1000,
      merchant_available: -535 + 1070,
    })
    await sound(id)
  })

  test('a date that has passed is the acquirer’s to judge: nothing lapses by our clock', async () => {
    const id = await taken({ method: testCard('4000000000000259') })
    await pass(6)
    const [respondBy] = (await disputesOf(id)).map((one) => one.respond_by)
    // the dispute was opened a second before it was collected
    expect(respondBy).toEqual(new Date(clock.getTime() - 1000 + 30 * dayMs))
    clock = new Date(clock.getTime() + 31 * dayMs)
    expect(await stateOf(id)).toMatchObject({ dispute_state: 'opened' })
    await pass(0)
    expect(await stateOf(id)).toEqual({ dispute_state: 'lost', disputed_minor: 1000n })
    await sound(id)
  })
})

describe('an answer to a dispute', () => {
  const answer = (id: string, kind: 'contest' | 'accept', disputeId?: string) =>
    answerDispute(
      engine,
      {
        ...command(id),
        disputeId,
        answer: kind,
        statement: kind === 'contest' ? 'Signed for' : null,
      },
      plainResult,
    )
  const send = (providers = fixture.providers) => sendAnswers(providers, fixture.jobContext)
  const disputed = async (number: string) => {
    const id = await taken({ method: testCard(number) })
    await pass(6)
    return id
  }

  test('is sent to the acquirer, reviewed there, and followed to its end', async () => {
    const id = await disputed('4000000000000333')
    const { payment } = await answer(id, 'contest')
    expect(payment.disputeState).toBe('answered')
    expect(await codeOf(answer(id, 'contest'))).toBe('contestDispute.dispute_answered')
    expect(await codeOf(refundPayment(engine, command(id)))).toBe('refund.disputed')
    await send()
    expect(await disputesOf(id)).toMatchObject([
      {
        state: 'answered',
        answer: 'contest',
        answer_state: 'received',
        respond_by: null,
        sequence: 2,
      },
    ])
    await pass(6)
    expect(await stateOf(id)).toMatchObject({
      dispute_state: 'under_review',
      disputed_minor: 1000n,
    })
    await pass(6)
    expect(await stateOf(id)).toEqual({ dispute_state: 'won', disputed_minor: 0n })
    expect(await eventsOf(id)).toEqual([
      'dispute.opened dispute.fraud',
      'dispute.answered',
      'dispute.under_review',
      'dispute.won',
    ])
    const { rows } = await fixture.owner.query(
      `select request, response from app.api_log where payment_id = $1 and url like '/disputes/%'`,
      [id],
    )
    expect(rows).toEqual([
      {
        request: { answer: 'contest', statement: 'Signed for', evidence: [] },
        response: { result: 'received' },
      },
    ])
    await sound(id)
  })

  test('may go to pre-arbitration: withheld again, answered again, lost', async () => {
    const id = await disputed('4000000000000358')
    await answer(id, 'contest')
    await send()
    await pass(11)
    expect(await stateOf(id)).toEqual({ dispute_state: 'won', disputed_minor: 0n })
    await pass(5)
    expect(await stateOf(id)).toEqual({ dispute_state: 'opened', disputed_minor: 1000n })
    expect(await disputesOf(id)).toMatchObject([{ stage: 'pre_arbitration', answer: null }])
    expect(await contradictions(id)).toEqual(['notice.dispute_reopened'])
    await sound(id)
    await answer(id, 'contest')
    await send()
    await pass(11)
    expect(await stateOf(id)).toEqual({ dispute_state: 'lost', disputed_minor: 1000n })
    // its fee is charged once: 1.5 % of 1000 and 20, the dispute's 1500
    expect(await sums(id)).toMatchObject({ fee_income: -1535, disputed_funds: 0 })
    await sound(id)
  })

  test('may be lost in part: the rest comes back', async () => {
    const id = await disputed('4000000000000382')
    expect(await stateOf(id)).toMatchObject({ disputed_minor: 600n })
    await answer(id, 'contest')
    await send()
    await pass(11)
    expect(await stateOf(id)).toEqual({ dispute_state: 'lost', disputed_minor: 300n })
    expect(await sums(id)).toMatchObject({ acquirer_receivable: 700, disputed_funds: 0 })
    await sound(id)
  })

  test('that accepts is confirmed by the acquirer before it counts', async () => {
    const id = await disputed('4000000000000259')
    await closeDispute(
      engine,
      { ...command(id), outcome: 'accepted', disputeId: undefined },
      plainResult,
    )
    expect(await stateOf(id)).toEqual({ dispute_state: 'answered', disputed_minor: 1000n })
    await send()
    expect(await stateOf(id)).toEqual({ dispute_state: 'accepted', disputed_minor: 1000n })
    await sound(id)
  })

  test('whose receipt is lost, or whose acquirer is down, is sent again and counts once', async () => {
    const id = await disputed('4000000000000374')
    await answer(id, 'contest')
    await send(
      withAcquirer(fixture.providers, 'sandbox_alpha', () => ({
        answerDispute: () => Promise.reject(new Error('the acquirer is down')),
      })),
    )
    for (const state of ['requested', 'received']) {
      clock = new Date(clock.getTime() + 60_000)
      await send()
      expect(await disputesOf(id)).toMatchObject([{ answer_state: state }])
    }
    await pass(1)
    await pass(60)
    expect(await stateOf(id)).toEqual({ dispute_state: 'won', disputed_minor: 0n })
    await sound(id)
  })

  test('that the acquirer refuses waits for its decision, and operators are told', async () => {
    const id = await disputed('4000000000000275')
    await answer(id, 'contest')
    clock = new Date(clock.getTime() + 60_000)
    await send()
    expect(await disputesOf(id)).toMatchObject([{ state: 'opened', answer_state: 'refused' }])
    expect(await contradictions(id)).toEqual(['dispute.answer_refused'])
    await pass(1)
    expect(await stateOf(id)).toMatchObject({ dispute_state: 'lost' })
    await sound(id)
  })

  test('of one that no acquirer follows counts by itself', async () => {
    const id = await taken()
    await open(id, 600n)
    await answer(id, 'contest')
    expect(await stateOf(id)).toEqual({ dispute_state: 'answered', disputed_minor: 600n })
    await close(id, 'won')
    await open(id, 500n)
    await answer(id, 'accept')
    expect(await stateOf(id)).toEqual({ dispute_state: 'accepted', disputed_minor: 500n })
    await sound(id)
  })
})

describe('a notice', () => {
  const collect = () => collectNotices(fixture.providers, fixture.jobContext)
  const receive = async (paymentId: string, some: object) => {
    const notice = {
      ...{ id: v7(), provider: 'sandbox_alpha', reference: v7(), dispute: v7() },
      ...{ sequence: 1, stage: 'chargeback', state: 'opened', amount_minor: 1000, lost_minor: 0 },
      ...{ currency: 'GBP', reason_code: 'fraud', due_at: clock },
      ...{ metadata: { tenantId: fixture.tenantId, paymentId } },
      ...some,
    }
    await fixture.owner.query(
      'insert into sandbox.acquirer_notice select (jsonb_populate_record(null::sandbox.acquirer_notice, $1)).*',
      [JSON.stringify(notice)],
    )
    return notice
  }
  const isOpen = async (noticeId: string) => {
    const sql = 'select from sandbox.acquirer_notice where id = $1 and acknowledged_at is null'
    return (await fixture.owner.query(sql, [noticeId])).rowCount === 1
  }

  test('in another currency, of nothing, or of more than was paid is kept and not counted', async () => {
    const id = await taken()
    await receive(id, { currency: 'JPY', amount_minor: 190_000 })
    await receive(id, { amount_minor: 0 })
    await receive(id, { lost_minor: 1001, state: 'lost' })
    await receive(id, {})
    await receive(id, {})
    await collect()
    expect((await contradictions(id)).toSorted()).toEqual([
      'notice.no_amount',
      'notice.no_amount',
      'notice.other_currency',
      'notice.too_much',
    ])
    expect((await sound(id)).disputed).toBe(1000n)
  })

  test('of a declined payment debits nobody', async () => {
    const id = await taken({ method: testCard('4000000000000002') })
    await receive(id, {})
    await collect()
    expect(await contradictions(id)).toEqual(['notice.too_much'])
    expect((await sound(id)).disputed).toBe(0n)
  })

  test('of what was released and never paid is not counted', async () => {
    const id = await taken({ capture: false })
    await runOperation(engine, 'capture', { ...command(id, 400n), isFinal: true }, plainResult)
    for (const amount_minor of [1000, 400]) await receive(id, { amount_minor })
    await collect()
    expect(await contradictions(id)).toEqual(['notice.too_much'])
    expect((await sound(id)).disputed).toBe(400n)
  })

  test('of an end before its beginning counts, and the beginning is old news', async () => {
    const id = await taken()
    const { dispute } = await receive(id, { sequence: 3, state: 'lost', lost_minor: 400 })
    await collect()
    expect(await stateOf(id)).toEqual({ dispute_state: 'lost', disputed_minor: 400n })
    for (const sequence of [1, 2]) await receive(id, { dispute, sequence })
    await collect()
    expect(await stateOf(id)).toEqual({ dispute_state: 'lost', disputed_minor: 400n })
    expect(await disputesOf(id)).toHaveLength(1)
    await sound(id)
  })

  test('that changes amount, reason or date changes the dispute', async () => {
    const id = await taken()
    const { dispute } = await receive(id, {})
    await collect()
    const respond_by = new Date(clock.getTime() + 5 * dayMs)
    await receive(id, { dispute, sequence: 2, amount_minor: 700, respond_by })
    await collect()
    expect(await disputesOf(id)).toMatchObject([{ amount_minor: 700n, respond_by }])
    expect((await sound(id)).claims.open).toBe(700n)
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
    expect(await isOpen(broken.id)).toBe(true)
    expect((await sound(id)).disputed).toBe(1000n)
    await fixture.owner.query('delete from sandbox.acquirer_notice where id = $1', [broken.id])
  })
})
