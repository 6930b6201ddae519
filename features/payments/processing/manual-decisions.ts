import type { RefundSource } from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import { checkRefundInDispute } from '@counterfoil/features/payments/action-options/dispute-refunds.public.ts'
import { settleStoredCard } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import { claimIdempotencyKey } from '@counterfoil/kit/server/idempotency/act-once.ts'
import { abandonedAfterMs, later } from './acquirer-call.ts'
import { applyConsequence } from './apply-consequence.ts'
import { type Attempt, findOpenAttempt, updateAttempt } from './attempts.queries.ts'
import { requestCancellation } from './cancellation.ts'
import type { ActionResult, Engine, ResponseOptions } from './engine.ts'
import { withIdempotency } from './idempotency.public.ts'
import { type Command, requirePayment } from './operation.ts'
import { insertOperation, type Operation, updateOperation } from './operations.queries.ts'
import { consequenceOfOutcome, type Outcome } from './outcome.rules.ts'
import { firstTryAfter, respond, withoutOperation } from './outcome.ts'
import { decideAction, decideTakeBack } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import {
  findPaymentWithOperations,
  findSettlementByHand,
  lockPaymentWithOperations,
  type PaymentWithOperations,
} from './payments.queries.ts'
import type { PaymentAction, StatusByHand } from './payments.schema.ts'
import { resolvePayment } from './resolve-operation.ts'

// Decisions of people on a payment that need no acquirer.

type DecisionWork = (
  db: Db,
  locked: PaymentWithOperations,
  amountMinor: bigint,
) => Promise<Omit<ActionResult, 'today'>>

/** Checks that an action is allowed and runs it in one transaction. */
export function runDecision<A>(
  engine: Engine,
  action: PaymentAction,
  command: Command,
  responseOptions: ResponseOptions<A>,
  work: DecisionWork,
): Promise<A> {
  return runDecided(
    engine,
    command,
    responseOptions,
    async (db, { payment, today }) => {
      const amountMinor = decideAction(payment, action, today, command.amountMinor)
      await checkRefundInDispute(db, payment, action, command)
      return amountMinor
    },
    work,
  )
}

/** `decide` throws a Problem if the locked payment does not allow it, and answers the amount that it moves. */
function runDecided<A>(
  engine: Engine,
  command: Command,
  responseOptions: ResponseOptions<A>,
  decide: (db: Db, locked: PaymentWithOperations) => Promise<bigint>,
  work: DecisionWork,
): Promise<A> {
  return withIdempotency(engine, responseOptions, () =>
    engine.transaction(async (db) => {
      const [, found] = await Promise.all([
        claimIdempotencyKey(db, responseOptions.idempotencyKey, null, engine.now()),
        lockPaymentWithOperations(db, engine, command.paymentId),
      ])
      const locked = requirePayment(found, command)
      const result = await work(db, locked, await decide(db, locked))
      return respond(db, engine, { ...result, today: locked.today }, responseOptions, [])
    }),
  )
}

/** Stores what a person says was carried out, and what follows from it for the payment. */
async function storeApproved(
  db: Db,
  engine: Engine,
  payment: Payment,
  operation: Parameters<typeof insertOperation>[2] & Parameters<typeof consequenceOfOutcome>[1],
  cause: string | null,
): Promise<Payment> {
  await insertOperation(db, payment, operation, engine.actor, engine.now())
  const { amountMinor, id: operationId } = operation
  const consequence = consequenceOfOutcome(payment, operation, { result: 'approved', amountMinor })
  return applyConsequence(db, engine, payment, consequence, { operationId, cause })
}

/** A refund that was paid outside of this product, and from where. */
interface RefundRecord extends Command {
  readonly paidFrom: RefundSource
}

/** Records a refund that was paid outside of this product. */
export function markRefunded<A>(
  engine: Engine,
  command: RefundRecord,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return runDecision(
    engine,
    'markRefunded',
    command,
    responseOptions,
    async (db, { payment }, amountMinor) => {
      const at = engine.now()
      const operation = {
        id: newId(at),
        kind: 'refund',
        state: 'succeeded',
        amountMinor,
        reason: command.reason,
        moneyPlace: command.paidFrom,
        nextCheckAt: null,
      } as const
      const cause = command.reason ?? 'Paid back outside of the acquirer'
      const after = await storeApproved(db, engine, payment, operation, cause)
      return { payment: after, operation: null }
    },
  )
}

/** Sets the outcome of a pending payment that the acquirer cannot report, or takes back that it was captured so. */
export interface StatusCommand extends Command {
  readonly to: StatusByHand
  /** Where the money came in; absent: at the acquirer. */
  readonly moneyPlace?: 'bank' | 'suspense'
}

export function changeStatus<A>(
  engine: Engine,
  command: StatusCommand,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  const { to } = command
  if (to === 'reversed') return takeBack(engine, command, responseOptions)
  return runDecision(engine, 'changeStatus', command, responseOptions, async (db, locked) => {
    const operation = openAuthorisation(locked)
    const attempt = await findOpenAttempt(db, operation)
    refuseInFlight(engine, operation, attempt)
    const outcome: Outcome =
      to === 'captured'
        ? { result: 'approved', amountMinor: operation.amountMinor }
        : {
            result: 'declined',
            code: 'status.changed',
            text: command.reason ?? 'Declined by the operator',
          }
    const state = to === 'captured' ? 'succeeded' : 'declined'
    const payment: Payment = { ...locked.payment, autoCapture: true, holdReason: null }
    const update = {
      declineCode: 'code' in outcome ? outcome.code : null,
      declineReason: 'code' in outcome ? outcome.text : null,
    }
    const decided = { ...operation, moneyPlace: command.moneyPlace }
    const [after] = await Promise.all([
      applyConsequence(db, engine, payment, consequenceOfOutcome(payment, decided, outcome), {
        operationId: operation.id,
        cause: command.reason,
        furtherChange: {
          open: withoutOperation(locked.payment, operation),
          storedCardId: await dropUnkept(db, engine, payment, outcome),
          ...(attempt && { firstTry: locked.payment.firstTry ?? firstTryAfter(outcome) }),
        },
      }),
      updateOperation(db, operation.id, { ...decided, ...update, state }, engine.now()),
      attempt &&
        updateAttempt(
          db,
          attempt.id,
          {
            ...update,
            state: to === 'captured' ? 'approved' : 'declined',
            isSoftDecline: null,
            acquirerReference: null,
          },
          engine.now(),
        ),
      attempt && to === 'declined' && requestCancellation(db, engine, attempt.id),
    ])
    return { payment: after, operation: { ...operation, state } }
  })
}

/** A card that was to be kept with the payment is not: who decides knows no reference of it in a vault. */
function dropUnkept(db: Db, engine: Engine, payment: Payment, outcome: Outcome) {
  const { provider } = payment
  const answer = { provider: provider ?? '', approval: undefined, at: engine.now() }
  return settleStoredCard(db, payment, outcome, answer)
}

/** Of a payment that a person captured: nothing is captured any more, and what its acquirer may have done is cancelled. */
function takeBack<A>(
  engine: Engine,
  command: Command,
  responseOptions: ResponseOptions<A>,
): Promise<A> {
  return runDecided(
    engine,
    command,
    responseOptions,
    async (_, { payment }) => decideTakeBack(payment),
    async (db, { payment }, amountMinor) => {
      const settlement = await findSettlementByHand(db, payment)
      if (settlement === undefined) {
        throw new Problem(
          'changeStatus.not_by_hand',
          409,
          'The outcome of this payment was reported by its acquirer or bank. Reverse or refund it instead.',
        )
      }
      const at = engine.now()
      const operation = {
        ...({ id: newId(at), kind: 'reversal', state: 'succeeded', amountMinor } as const),
        ...{ reason: command.reason, nextCheckAt: null },
      }
      const after = await storeApproved(db, engine, payment, operation, command.reason)
      const { attemptId } = settlement
      if (attemptId !== null) await requestCancellation(db, engine, attemptId)
      return { payment: after, operation: null }
    },
  )
}

/** An answer that is still awaited would contradict what a person decides. */
function refuseInFlight(engine: Engine, { state }: Operation, attempt: Attempt | undefined): void {
  if (state !== 'requested' || attempt === undefined) return
  const answeredBy = later(attempt.startedAt, abandonedAfterMs(engine.providers))
  if (engine.now() >= answeredBy) return
  throw new Problem(
    'changeStatus.in_flight',
    409,
    'The acquirer is being asked at this moment. Wait for its answer, or try again in half a minute.',
  )
}

function openAuthorisation({ operations }: PaymentWithOperations): Operation {
  const found = operations.find((one) => one.kind === 'authorise')
  if (found === undefined) throw new Error('A pending payment has an open authorisation')
  return found
}

/** Looks up all open operations of a payment at the acquirer. It can be repeated safely. */
export async function checkStatus(engine: Engine, command: Command): Promise<ActionResult> {
  const read = async (db: Db) =>
    requirePayment(await findPaymentWithOperations(db, engine, command.paymentId), command)
  const { payment, today } = await engine.transaction(read)
  decideAction(payment, 'checkStatus', today)
  await resolvePayment(engine, payment.id)
  const after = await engine.transaction(read)
  return { payment: after.payment, operation: null, today }
}
