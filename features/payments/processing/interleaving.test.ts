import {
  closeDispute,
  openDispute,
  recordDispute,
} from '@counterfoil/features/payments/disputes/disputes.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Acquirer, AcquirerAnswer } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Providers } from '@counterfoil/providers/providers.ts'
import { ledgerChecksOf } from '@counterfoil/tools/testing/ledger-checks.ts'
import {
  order,
  paymentFixture,
  testCard,
  withAcquirer,
} from '@counterfoil/tools/testing/payments.ts'
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
  requestPayout,
  runOperation,
  takePayment,
} from './payments.public.ts'
import { disputeStates } from './payments.schema.ts'
import { recoverOperations } from './recovery.jobs.ts'

// The real engine on a real database, with everything going wrong that can: two people at once, retries, answers that
// get lost on either side of the acquirer's deed, owners that die before or after they stored the outcome.

let clock = new Date('2026-03-14T12:00:00Z')
const fixture = await paymentFixture({ now: () => clock })

// the first payment also makes the tenant's keys, in a transaction that would upset the counting below
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
] as const
type Mishap = (typeof mishaps)[number]

/** The engine as somebody uses it to whom this happens. */
function unlucky(mishap: Mishap): Engine {
  switch (mishap) {
    case 'none':
      return fixture.engine
    case 'request is lost':
    case 'answer is lost':
      return fixture.engineWith({ providers: losing(mishap === 'answer is lost') })
    case 'request arrives after it was given up':
      return fixture.engineWith({ providers: arrivingLate() })
    case 'recovery overtakes the owner':
      return fixture.engineWith({ providers: late() })
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

type Ask<Request> = (request: Request, signal: AbortSignal) => Promise<AcquirerAnswer>

function losing(acts: boolean): Providers {
  return withAsking((ask) => async (request, signal) => {
    if (acts) await ask(request, signal)
    throw new Error('the connection was reset')
  })
}

/** The answer arrives when everybody has given up waiting, and recovery has looked it up already. */
function late(): Providers {
  return withAsking((ask) => async (request, signal) => {
    const answer = await ask(request, signal)
    await recover()
    return answer
  })
}

/** The request takes minutes on its way: recovery asks for it before it has arrived. */
function arrivingLate(): Providers {
  return withAsking((ask) => async (request, signal) => {
    await recover()
    return ask(request, signal)
  })
}

function withAsking(change: <Request>(ask: Ask<Request>) => Ask<Request>): Providers {
  const changed = (acquirer: Acquirer): Partial<Acquirer> => ({
    authorise: change(acquirer.authorise),
    capture: change(acquirer.capture),
    void: change(acquirer.void),
    refund: change(acquirer.refund),
    reverse: change(acquirer.reverse),
    payout: change(acquirer.payout),
  })
  const alpha = withAcquirer(fixture.providers, 'sandbox_alpha', changed)
  return withAcquirer(alpha, 'sandbox_beta', changed)
}

type PayoutAction = 'payout' | 'approvePayout' | 'declinePayout'
type WishedAction = FollowUpAction | 'dispute' | 'closeDispute' | PayoutAction

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
      'capture',
      'void',
      'refund',
      'refund',
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

/** Undefined if the report does not count: an older one, or one that cannot be of the payment. */
async function recordReport(id: string, report: Report): Promise<number | undefined> {
  const { sequence, state, amountMinor } = report
  const paymentId = report.isOfUnknownPayment ? v7() : id
  const isLost = state === 'lost' || state === 'accepted'
  const dispute = {
    ...{ reference: id, sequence, state, amountMinor, lostMinor: isLost ? amountMinor : 0n },
    ...{ stage: 'chargeback' as const, currency: 'GBP', reasonCode: 'fraud', respondBy: null },
  } as const
  const engine = fixture.engineWith({ actor: { type: 'acquirer', id: null } })
  const once = () => recordDispute(engine, { paymentId, provider: 'sandbox_alpha', dispute })
  const results = await Promise.all([once(), once()])
  if (report.isOfUnknownPayment) expect(results).toEqual(['no_payment', 'no_payment'])
  const counted = results.filter((one) => one === 'counts')
  expect(counted.length).toBeLessThanOrEqual(1)
  return counted.length === 1 ? sequence : undefined
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
  const asked = action === 'void' || action === 'reverse' ? undefined : amount
  const last = action === 'capture' ? isFinal : undefined
  const command = { paymentId, mode: 1, amountMinor: asked, reason: null, isFinal: last } as const
  const send = (engine: Engine) => response(() => act(engine, action, command, responseOptions))
  // whoever waits for a dead owner waits until it counts as dead
  const isWaitable = again === 'at once' && !mishap.startsWith('owner dies')
  const [first, second] = await Promise.all([
    send(unlucky(mishap)),
    isWaitable ? send(fixture.engine) : undefined,
  ])
  if (isWaitable) expectSame(first, second)
  return async () => {
    if (again !== 'later') return
    passTime()
    expectSame(first, await send(fixture.engine))
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

/** The same key gets the same answer. Only a refusal leaves the key free, and may be another one next time. */
function expectSame(first: string | undefined, second: string | undefined): void {
  if (first?.startsWith('{') && second?.startsWith('{')) expect(second).toBe(first)
}

function passTime(): void {
  clock = new Date(clock.getTime() + 60_000)
}

async function recover(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    passTime()
    await recoverOperations(fixture.providers, fixture.jobContext)
  }
}

test('whatever happens, the books balance and agree with the acquirer, and no money moves twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      life,
      async ({ mishap, isDeclinedByHand, batches, reports, card, ...some }) => {
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
          passTime()
          const decline = { paymentId: id, mode: 1, to: 'declined', reason: null } as const
          await response(() => changeStatus(fixture.engine, decline, { toResponse: answerOf }))
        }
        await recover()
        const counted: number[] = []
        for (const [place, batch] of batches.entries()) {
          const batchReports = reports.filter((_, of) => of % batches.length === place)
          const [later, sequences] = await Promise.all([
            Promise.all(batch.map((one) => performInput(id, one))),
            Promise.all(batchReports.map((one) => recordReport(id, one))),
          ])
          counted.push(...sequences.flatMap((one) => one ?? []))
          for (const askAgain of later) await askAgain()
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
        }
        await recover()
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
        expect(checks.theirs).toEqual(checks.ours)
        expect(checks.ledger).toEqual(checks.expectedLedger)
        expect(checks.rollup).toEqual(checks.expectedRollup)
        expect(checks.brokenEvents).toEqual([])
      },
    ),
    { numRuns: 60, endOnFailure: true },
  )
}, 180_000)

test('a taken payment with a lost request is asked for once and ends as failed', async () => {
  const engine = fixture.engineWith({ providers: losing(false) })
  const { id, status } = await takePayment(engine, order(fixture), { toResponse: answerOf })
  expect(status).toBe('pending')
  await recover()
  const checks = await ledgerChecksOf(fixture, id)
  expect(checks.status).toBe('failed')
  expect(checks.theirs).toEqual(checks.ours)
})
