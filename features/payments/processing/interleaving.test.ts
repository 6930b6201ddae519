import { randomBytes } from 'node:crypto'
import { refundSources } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import { collectNotices } from '@counterfoil/features/payments/acquirer-notices/acquirer-notices.jobs.ts'
import { receiveFrom } from '@counterfoil/features/payments/acquirer-notices/acquirer-notices.public.ts'
import {
  closeDispute,
  openDispute,
} from '@counterfoil/features/payments/disputes/disputes.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import { makeTenant } from '@counterfoil/kit/testing/makers.ts'
import type { AcquirerNotice } from '@counterfoil/providers/acquirers/acquirer.ts'
import { noticeBody } from '@counterfoil/providers/acquirers/sandbox/notice-body.ts'
import {
  noticeKeyOf,
  signatureHeader,
  signatureOf,
} from '@counterfoil/providers/acquirers/sandbox/signature.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import {
  losing,
  refusing,
  throwing,
  withAsking,
} from '@counterfoil/tools/testing/acquirer-mishaps.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import { order, paymentFixture, testCard } from '@counterfoil/tools/testing/payments.ts'
import { heldAMonthLater, setSettlement } from '@counterfoil/tools/testing/settlement.ts'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import {
  type ActionResult,
  approvePayout,
  type Command,
  changeStatus,
  declinePayout,
  type Engine,
  type FollowUpAction,
  markRefunded,
  requestPayout,
  runOperation,
  takePayment,
} from './payments.public.ts'
import { disputeStates } from './payments.schema.ts'
import { recoverOperations } from './recovery.jobs.ts'

// The real engine on a real database, with everything going wrong that can: two people at once, retries, answers that
// get lost on either side of the acquirer's outcome, owners that die before or after they stored the outcome.

let clock = new Date('2026-03-14T12:00:00Z')
const sandboxNoticeKey = randomBytes(32)
const fixture = await paymentFixture({ now: () => clock, sandboxNoticeKey })
await makeTenant(fixture, { is_platform: true })

// the first payment also makes the tenant's keys, in a transaction that would upset the counting below
await setSettlement(fixture)
await takePayment(fixture.engine, order(fixture), { toResponse: () => null })
await recover()

const mishaps = [
  'none',
  'request is lost',
  'answer is lost',
  'request arrives after it was given up',
  'recovery overtakes the owner',
  'owner dies before it stores the outcome',
  'owner dies after it stored the outcome',
  'adapter throws',
  'acquirer is down',
  'a person decides while the acquirer is asked',
  'clock is a minute ahead',
  'clock is a minute behind',
] as const
type Mishap = (typeof mishaps)[number]

/** The engine as somebody uses it to whom this happens. */
function unlucky(mishap: Mishap): Engine {
  switch (mishap) {
    case 'none':
      return fixture.engine
    case 'request is lost':
    case 'answer is lost':
      return fixture.engineWith({
        providers: losing(fixture.providers, mishap === 'answer is lost'),
      })
    case 'request arrives after it was given up':
      return fixture.engineWith({ providers: arrivingLate() })
    case 'recovery overtakes the owner':
      return fixture.engineWith({ providers: late() })
    case 'adapter throws':
      return fixture.engineWith({ providers: throwing(fixture.providers) })
    case 'acquirer is down':
      return fixture.engineWith({ providers: refusing(fixture.providers) })
    case 'a person decides while the acquirer is asked':
      return fixture.engineWith({ providers: decidedMeanwhile() })
    case 'clock is a minute ahead':
    case 'clock is a minute behind':
      return fixture.engineWith({ now: () => inMinutes(mishap.endsWith('ahead') ? 1 : -1) })
    default:
      return dying(mishap === 'owner dies after it stored the outcome')
  }
}

class Death extends Error {}

/** Dies at its second transaction: the intent is stored, the outcome is not, or its answer is not given. */
function dying(isStored: boolean): Engine {
  let transactions = 0
  return fixture.engineWith({
    transaction: async (work) => {
      transactions += 1
      if (transactions < 2) return fixture.engine.transaction(work)
      if (isStored) await fixture.engine.transaction(work)
      throw new Death()
    },
  })
}

/** The answer arrives when everybody has given up waiting, and recovery has looked it up already. */
function late(): Providers {
  return withAsking(fixture.providers, (ask) => async (request, signal) => {
    const answer = await ask(request, signal)
    await recover()
    return answer
  })
}

/** The request takes minutes on its way: recovery asks for it before it has arrived. */
function arrivingLate(): Providers {
  return withAsking(fixture.providers, (ask) => async (request, signal) => {
    await recover()
    return ask(request, signal)
  })
}

/** Somebody sets the status by hand while the request is on its way. */
function decidedMeanwhile(): Providers {
  return withAsking(fixture.providers, (ask) => async (request, signal) => {
    const { paymentId } = (request as { metadata: { paymentId: string } }).metadata
    const decline = { paymentId, mode: 1, to: 'declined', reason: null } as const
    await response(() => changeStatus(fixture.engine, decline, { toResponse: answerOf }))
    return ask(request, signal)
  })
}

type PayoutAction = 'payout' | 'approvePayout' | 'declinePayout'
type WishedAction = FollowUpAction | 'markRefunded' | 'dispute' | 'closeDispute' | PayoutAction

interface Input {
  readonly action: WishedAction
  readonly amount: bigint | undefined
  /** Of a capture: what it leaves is released. */
  readonly isFinal: boolean
  readonly mishap: Mishap
  /** Sent again with the same key: at once, or after the first try came to its end. */
  readonly again: 'no' | 'at once' | 'later'
}

const inputOf = (some: readonly Mishap[]): fc.Arbitrary<Input> =>
  fc.record({
    action: fc.constantFrom<WishedAction>(
      'increment',
      'capture',
      'void',
      'refund',
      'markRefunded',
      'reverse',
      'dispute',
      'closeDispute',
      'payout',
      'payout',
      'approvePayout',
      'approvePayout',
      'declinePayout',
    ),
    amount: fc.option(fc.bigInt(1n, 800n), { nil: undefined }),
    isFinal: fc.boolean(),
    mishap: fc.constantFrom(...some),
    again: fc.constantFrom('no', 'no', 'at once', 'later'),
  })

// Where recovery overtakes, minutes pass within a request. No other request can be on its way for so long.
const lasting: readonly Mishap[] = [
  'recovery overtakes the owner',
  'request arrives after it was given up',
]
const together = mishaps.filter((one) => !lasting.includes(one))

/** What the acquirer reports of its dispute of the payment: in any order, and each report twice at once. */
const report = fc.record({
  sequence: fc.integer({ min: 1, max: 5 }),
  state: fc.constantFrom(...disputeStates),
  amountMinor: fc.bigInt(1n, 1_000n),
  isOfUnknownPayment: fc.boolean(),
})
type Report = typeof report extends fc.Arbitrary<infer One> ? One : never

/** The notice as it comes by HTTP, signed, and twice at once. */
async function deliver(provider: string, notice: AcquirerNotice): Promise<void> {
  const acquirer = fixture.providers.acquirers.get(provider)
  if (acquirer === undefined) throw new Error(`${provider} is not connected`)
  const body = noticeBody(new Date(0), notice)
  const signature = signatureOf(noticeKeyOf(sandboxNoticeKey, provider), clock, body)
  const request = { headers: { [signatureHeader]: signature }, body }
  const once = () => receiveFrom(acquirer, fixture.providers, request, fixture.jobContext)
  expect(await Promise.all([once(), once()])).toEqual([undefined, undefined])
}

async function deliverReport(id: string, report: Report): Promise<void> {
  const { sequence, state, amountMinor } = report
  const paymentId = report.isOfUnknownPayment ? v7() : id
  const isLost = state === 'lost' || state === 'accepted'
  const dispute = {
    ...{ reference: id, sequence, state, amountMinor, lostMinor: isLost ? amountMinor : 0n },
    ...{ stage: 'chargeback' as const, currency: 'GBP', reasonCode: 'fraud', respondBy: null },
  } as const
  const metadata = { tenantId: fixture.tenantId, paymentId }
  const noticeId = v7()
  await deliver('sandbox_alpha', { id: noticeId, metadata, dispute })
  if (!report.isOfUnknownPayment) return
  const { rows } = await fixture.owner.query(
    'select state, cause_code as cause from acquirer_notice where reference = $1',
    [noticeId],
  )
  expect(rows).toEqual([{ state: 'aside', cause: 'notice.unknown_payment' }])
}

/** The acquirers report of each request of the payment how it was decided, if it was, in this order. */
async function outcomesOf(paymentId: string): Promise<[string, AcquirerNotice][]> {
  const { rows } = await fixture.owner.query<{ id: string; provider: string }>(
    'select id, provider from payment_attempt where payment_id = $1 order by id',
    [paymentId],
  )
  const metadata = { tenantId: fixture.tenantId, paymentId }
  const found = await Promise.all(
    rows.map(async ({ id: reference, provider }): Promise<[string, AcquirerNotice][]> => {
      const acquirer = fixture.providers.acquirers.get(provider)
      const answer = await acquirer?.lookup(reference, fixture.jobContext.signal)
      if (answer === undefined || answer.result === 'not_found') return []
      return [[provider, { id: v7(), metadata, outcome: { reference, currency: 'GBP', answer } }]]
    }),
  )
  return found.flat()
}

/** The sequences of the disputes' notices that counted. */
async function countedReports(paymentId: string): Promise<number[]> {
  const { rows } = await fixture.owner.query<{ sequence: number }>(
    `select (body::jsonb #>> '{dispute,sequence}')::int as sequence from acquirer_notice
     where payment_id = $1 and state = 'taken' and body::jsonb ? 'dispute'`,
    [paymentId],
  )
  return rows.map(({ sequence }) => sequence)
}

/** Batches one after another; the wishes of a batch all at once. */
const life = fc.record({
  capture: fc.boolean(),
  // approved as a whole, or in part
  card: fc.constantFrom('4242424242424242', '4242424242424242', '4000000000000044'),
  partialApproval: fc.boolean(),
  mishap: fc.constantFrom(...mishaps),
  // before anybody has asked the acquirer for the outcome
  isDeclinedByHand: fc.boolean(),
  batches: fc.array(
    fc.oneof(
      fc.tuple(inputOf(mishaps)),
      fc.array(inputOf(together), { minLength: 2, maxLength: 3 }),
    ),
    { maxLength: 5 },
  ),
  reports: fc.array(report, { maxLength: 5 }),
  // after which batches the acquirers report what they decided so far
  outcomesAfter: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
})

const onceOf = (key: string) => ({
  callerId: fixture.tenantId,
  mode: 0 as const,
  key,
  requestHash: 'the same',
})

interface Answer {
  readonly id: string
  readonly status: string
  readonly operationId: string | undefined
  readonly state: string | undefined
}

const answerOf = ({ payment, operation }: ActionResult): Answer => ({
  id: payment.id,
  status: payment.status,
  operationId: operation?.id,
  state: operation?.state,
})

/** What a caller sees: an answer, a refusal, or nothing because the owner died. */
async function response(work: () => Promise<Answer>): Promise<string | undefined> {
  try {
    return JSON.stringify(await work())
  } catch (error) {
    if (error instanceof Death) return undefined
    if (error instanceof Problem) return error.code
    throw error
  }
}

/**
 * Answers what is to be asked once more when the whole batch has come to its end: minutes pass before it, and a request
 * of ours that is still on its way would look lost, which it can only be when it has been given up.
 */
async function performInput(
  paymentId: string,
  { action, amount, isFinal, mishap, again }: Input,
): Promise<() => Promise<void>> {
  const responseOptions = { idempotencyKey: onceOf(v7()), toResponse: answerOf }
  const some = action === 'increment' ? (amount ?? 250n) : amount
  const asked = action === 'void' || action === 'reverse' ? undefined : some
  const last = action === 'capture' ? isFinal : undefined
  const command = { paymentId, mode: 1, amountMinor: asked, reason: null, isFinal: last } as const
  const send = (engine: Engine) => response(() => act(engine, action, command, responseOptions))
  // whoever waits for a dead owner waits until it counts as dead
  const isWaitable = again === 'at once' && !mishap.startsWith('owner dies')
  // the second time with a new API key of the same merchant
  const rolled = fixture.engineWith({ actor: { type: 'api_key', id: v7() } })
  const [first, second] = await Promise.all([
    send(unlucky(mishap)),
    isWaitable ? send(rolled) : undefined,
  ])
  const isAnswer = (one: string | undefined) => one?.startsWith('{') === true
  // a refusal leaves the key free: of two at once one may be refused and the other not
  if (isAnswer(first) && isAnswer(second)) expect(second).toBe(first)
  return async () => {
    if (again !== 'later') return
    clock = inMinutes(1)
    const later = await send(rolled)
    if (isAnswer(first)) expect(later).toBe(first)
  }
}

function act(
  engine: Engine,
  action: WishedAction,
  command: Command,
  responseOptions: {
    idempotencyKey: ReturnType<typeof onceOf>
    toResponse: (result: ActionResult) => Answer
  },
): Promise<Answer> {
  // how it ends hangs on the amount, so that a run can be repeated
  const outcome =
    (['won', 'lost', 'accepted'] as const)[Number((command.amountMinor ?? 0n) % 3n)] ?? 'won'
  if (action === 'closeDispute') {
    const ending = { ...command, amountMinor: undefined, disputeId: undefined, outcome }
    return closeDispute(engine, ending, responseOptions)
  }
  if (action === 'payout' || action === 'approvePayout' || action === 'declinePayout') {
    return actOnPayout(engine, action, command, responseOptions)
  }
  if (action === 'markRefunded') {
    const paidFrom = refundSources[Number((command.amountMinor ?? 0n) % 4n)] ?? 'bank'
    return markRefunded(engine, { ...command, paidFrom }, responseOptions)
  }
  if (action !== 'dispute') return runOperation(engine, action, command, responseOptions)
  const claim = { reasonCode: 'fraud', reason: 'Not me', respondBy: clock }
  return openDispute(engine, { ...command, ...claim }, responseOptions)
}

/** One asks, another decides. */
function actOnPayout(
  engine: Engine,
  action: PayoutAction,
  command: Command,
  responseOptions: {
    idempotencyKey: ReturnType<typeof onceOf>
    toResponse: (result: ActionResult) => Answer
  },
): Promise<Answer> {
  const checker: Engine = { ...engine, actor: { type: 'user', id: 'the other' } }
  if (action === 'approvePayout') return approvePayout(checker, command, responseOptions)
  if (action === 'declinePayout') return declinePayout(checker, command, responseOptions)
  return requestPayout(
    engine,
    { ...command, amountMinor: command.amountMinor ?? 300n },
    responseOptions,
  )
}

function inMinutes(minutes: number): Date {
  return new Date(clock.getTime() + minutes * 60_000)
}

async function recover(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    clock = inMinutes(1)
    await recoverOperations(fixture.providers, fixture.jobContext)
  }
}

test('whatever happens, the books balance and agree with the acquirer, and no money moves twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      life,
      async ({ mishap, isDeclinedByHand, batches, reports, outcomesAfter, card, ...some }) => {
        clock = new Date('2026-03-14T12:00:00Z')
        await fixture.owner.query('delete from payment_rollup_delta')
        const externalId = v7()
        const method = testCard(card)
        const taken = order(fixture, { ...some, externalId, amountMinor: 1_000n, method })
        await response(() =>
          takePayment(unlucky(mishap), taken, {
            idempotencyKey: onceOf(externalId),
            toResponse: answerOf,
          }),
        )
        const { id } = await fixture.read((db) =>
          db
            .selectFrom('payment')
            .select('id')
            .where('external_id', '=', externalId)
            .executeTakeFirstOrThrow(),
        )
        if (isDeclinedByHand) {
          clock = inMinutes(1)
          const decline = { paymentId: id, mode: 1, to: 'declined', reason: null } as const
          await response(() => changeStatus(fixture.engine, decline, { toResponse: answerOf }))
        }
        await recover()
        const older: [string, AcquirerNotice][] = []
        for (const [place, batch] of batches.entries()) {
          const batchReports = reports.filter((_, of) => of % batches.length === place)
          const [later] = await Promise.all([
            Promise.all(batch.map((one) => performInput(id, one))),
            Promise.all(batchReports.map((one) => deliverReport(id, one))),
          ])
          for (const askAgain of later) await askAgain()
          if (outcomesAfter.includes(place)) {
            const outcomes = await outcomesOf(id)
            for (const one of outcomes.toReversed()) await deliver(...one)
            older.push(...outcomes)
          }
          const counted = await countedReports(id)
          const checks = await ledgerChecksOf(fixture, id)
          const { ours, claims } = checks
          const claimed = claims.open + claims.lost
          // card holders dispute at their acquirer what was refunded, too
          if (counted.length === 0) {
            expect(ours.refunded + claimed).toBeLessThanOrEqual(ours.captured)
          }
          expect(claimed).toBeLessThanOrEqual(ours.authorised)
          expect(checks.disputed).toBe(claimed)
          expect(checks.unbalanced).toEqual([])
          for (const { posted, due } of checks.maturities) expect(posted).toBe(due)
        }
        await recover()
        // what was reported before comes again, when all is over
        for (const one of older) await deliver(...one)
        await collectNotices(fixture.providers, fixture.jobContext)
        await recover()
        const { rows: open } = await fixture.owner.query(
          `select from acquirer_notice where payment_id = $1 and state not in ('taken', 'repeated', 'aside')`,
          [id],
        )
        expect(open).toEqual([])
        const counted = await countedReports(id)
        const checks = await ledgerChecksOf(fixture, id)
        const { rows } = await fixture.owner.query<{ sequence: number }>(
          'select sequence from app.dispute where payment_id = $1 and acquirer_reference is not null',
          [id],
        )
        expect(rows.map(({ sequence }) => sequence)).toEqual(
          counted.length === 0 ? [] : [Math.max(...counted)],
        )
        expect(checks.open).toEqual([])
        expect(checks.unbalanced).toEqual([])
        expect(checks.theirs).toEqual(checks.atAcquirer)
        expect(checks.ledger).toEqual(checks.expectedLedger)
        expect(checks.rollup).toEqual(checks.expectedRollup)
        expect(checks.values).toEqual(checks.expectedValues)
        expect(checks.brokenBalances).toEqual([])
        expect(checks.brokenEvents).toEqual([])
        expect(await heldAMonthLater(fixture, clock)).toEqual([])
        expect(checks.fees.posted).toBe(checks.fees.listed)
        if (checks.status === 'reversed') expect(checks.fees.ofCaptures).toBe(0n)
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )
}, 180_000)

test('a taken payment with a lost request is asked for once and ends as failed', async () => {
  const engine = fixture.engineWith({ providers: losing(fixture.providers, false) })
  const { id, status } = await takePayment(engine, order(fixture), { toResponse: answerOf })
  expect(status).toBe('pending')
  await recover()
  const checks = await ledgerChecksOf(fixture, id)
  expect(checks.status).toBe('failed')
  expect(checks.theirs).toEqual(checks.ours)
})
