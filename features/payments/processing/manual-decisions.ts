import { notFound } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { Cause } from './causes.rules.ts'
import { applyConsequence, conclude } from './consequences.ts'
import type { Answering, Engine, Told } from './engine.ts'
import { claimKey } from './idempotency.public.ts'
import { type Command, permitted } from './operation.ts'
import { insertOperation, updateAttempt, updateOperation } from './operations.queries.ts'
import { followDispute, followDisputeEnd, followOutcome, type Outcome } from './outcome.rules.ts'
import {
  findForReading,
  type LockedPayment,
  lockForWork,
  resolvePayment,
  withoutOperation,
} from './outcome.ts'
import { decideAction } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import {
  endDispute,
  insertDispute,
  listOpenDisputes,
  type NewDispute,
  type OpenDispute,
} from './payment-writes.queries.ts'
import { findOpenAttempt, type Operation } from './payments.queries.ts'
import type { DisputeOutcome, PaymentAction } from './payments.schema.ts'
import { withIdempotency } from './with-idempotency.ts'

// What people decide on a payment, rather than ask of an acquirer.

/** Permits an action and does its work in one transaction; the work says what there is to tell. */
export function decideAtOnce<A>(
  engine: Engine,
  action: PaymentAction,
  command: Command,
  answering: Answering<A>,
  work: (db: Db, locked: LockedPayment, amountMinor: bigint) => Promise<Omit<Told, 'today'>>,
): Promise<A> {
  return withIdempotency(engine, answering, () =>
    engine.transaction(async (db) => {
      const [, found] = await Promise.all([
        claimKey(db, answering.once, null, engine.now()),
        lockForWork(db, engine, command.paymentId),
      ])
      const locked = permitted(found, command)
      const amountMinor = decideAction(locked.payment, action, locked.today, command.amountMinor)
      const told = await work(db, locked, amountMinor)
      return conclude(db, engine, { ...told, today: locked.today }, answering, [])
    }),
  )
}

/** The money was paid back outside of the acquirer; the books follow. */
export function markRefunded<A>(
  engine: Engine,
  command: Command,
  answering: Answering<A>,
): Promise<A> {
  return decideAtOnce(
    engine,
    'markRefunded',
    command,
    answering,
    async (db, { payment }, amountMinor) => {
      const at = engine.now()
      const operation = {
        id: newId(at),
        kind: 'refund',
        state: 'succeeded',
        amountMinor,
        reason: command.reason,
        nextCheckAt: null,
      } as const
      await insertOperation(db, payment, operation, engine.actor, at)
      const approved = { result: 'approved', amountMinor } as const
      const after = await applyConsequence(
        db,
        engine,
        payment,
        followOutcome(payment, operation, approved),
        {
          operationId: operation.id,
          cause: command.reason ?? 'Paid back outside of the acquirer',
        },
      )
      return { payment: after, operation: null }
    },
  )
}

/** How a payment ended whose outcome the acquirer cannot tell: somebody found out otherwise. */
export interface StatusCommand extends Command {
  readonly to: 'captured' | 'declined'
}

export function changeStatus<A>(
  engine: Engine,
  command: StatusCommand,
  answering: Answering<A>,
): Promise<A> {
  return decideAtOnce(engine, 'changeStatus', command, answering, async (db, locked) => {
    const operation = openAuthorisation(locked)
    const attempt = await findOpenAttempt(db, operation.id)
    const outcome: Outcome =
      command.to === 'captured'
        ? { result: 'approved', amountMinor: operation.amountMinor }
        : {
            result: 'declined',
            code: 'status.changed',
            text: command.reason ?? 'Declined by the operator',
          }
    const state = command.to === 'captured' ? 'succeeded' : 'declined'
    const payment: Payment = { ...locked.payment, autoCapture: true, holdReason: null }
    const news = {
      declineCode: 'code' in outcome ? outcome.code : null,
      declineReason: 'code' in outcome ? outcome.text : null,
    }
    const [after] = await Promise.all([
      applyConsequence(db, engine, payment, followOutcome(payment, operation, outcome), {
        operationId: operation.id,
        cause: command.reason,
        extra: { open: withoutOperation(locked.payment, operation) },
      }),
      updateOperation(db, operation.id, { ...operation, ...news, state }, engine.now()),
      attempt &&
        updateAttempt(
          db,
          attempt.id,
          {
            ...news,
            state: command.to === 'captured' ? 'approved' : 'declined',
            isSoftDecline: null,
            acquirerReference: null,
          },
          engine.now(),
        ),
    ])
    return { payment: after, operation: { ...operation, state } }
  })
}

function openAuthorisation({ operations }: LockedPayment): Operation {
  const found = operations.find((one) => one.kind === 'authorise')
  if (found === undefined) throw new Error('A pending payment has an open authorisation')
  return found
}

/** Asks the acquirer what became of everything that is open on a payment. Repeating it does no harm. */
export async function checkStatus(engine: Engine, command: Command): Promise<Told> {
  const read = async (db: Db) =>
    permitted(await findForReading(db, engine, command.paymentId), command)
  const { payment, today } = await engine.transaction(read)
  decideAction(payment, 'checkStatus', today)
  await resolvePayment(engine, payment.id)
  const after = await engine.transaction(read)
  return { payment: after.payment, operation: null, today }
}

// A card holder claims money back: opened and ended by an acquirer's notice, or by a person who knows it otherwise.

export interface DisputeCommand extends Command {
  readonly reasonCode: string
  readonly reason: string
  readonly respondBy: Date
}

export function openDispute<A>(
  engine: Engine,
  command: DisputeCommand,
  answering: Answering<A>,
): Promise<A> {
  return decideAtOnce(engine, 'dispute', command, answering, async (db, { payment }, amount) => {
    const dispute = { ...command, id: newId(engine.now()), amountMinor: amount }
    await insertDispute(db, payment, dispute, engine.now())
    const consequence = followDispute(payment, amount)
    const told = { operationId: null, cause: command.reason }
    return {
      payment: await applyConsequence(db, engine, payment, consequence, told),
      operation: null,
    }
  })
}

export interface DisputeEndCommand extends Command {
  /** Absent: the one that has been open longest. */
  readonly disputeId: string | undefined
  readonly outcome: DisputeOutcome
}

/** A person says how a dispute ended. */
export function closeDispute<A>(
  engine: Engine,
  command: DisputeEndCommand,
  answering: Answering<A>,
): Promise<A> {
  return endOpenDispute(engine, 'closeDispute', command, answering)
}

/** A merchant gives in: the card holder keeps the money. */
export function acceptDispute<A>(
  engine: Engine,
  command: Omit<DisputeEndCommand, 'outcome'>,
  answering: Answering<A>,
): Promise<A> {
  return endOpenDispute(engine, 'acceptDispute', { ...command, outcome: 'accepted' }, answering)
}

function endOpenDispute<A>(
  engine: Engine,
  action: 'closeDispute' | 'acceptDispute',
  command: DisputeEndCommand,
  answering: Answering<A>,
): Promise<A> {
  const { disputeId, outcome, reason } = command
  return decideAtOnce(engine, action, command, answering, async (db, { payment }) => {
    const open = await listOpenDisputes(db, payment.id)
    const dispute = disputeId === undefined ? open[0] : open.find((one) => one.id === disputeId)
    if (dispute === undefined) throw notFound('The open dispute')
    return {
      payment: await end(db, engine, payment, open, dispute, outcome, reason),
      operation: null,
    }
  })
}

/** A dispute that an acquirer tells of. Told again, it changes nothing; so does one whose payment has gone. */
export function recordDispute(
  engine: Engine,
  dispute: NewDispute & { readonly paymentId: string },
): Promise<void> {
  return engine.transaction(async (db) => {
    const locked = await lockForWork(db, engine, dispute.paymentId)
    if (locked === undefined) return
    const { payment } = locked
    if (!(await insertDispute(db, payment, dispute, engine.now()))) return
    await applyConsequence(db, engine, payment, followDispute(payment, dispute.amountMinor), {
      operationId: null,
      cause: dispute.reason,
    })
  })
}

/** How a dispute ended, as its acquirer or the calendar tells. Whoever said so first has decided: later news change nothing. */
export function recordDisputeEnd(
  engine: Engine,
  ended: {
    readonly paymentId: string
    readonly disputeId: string
    readonly outcome: DisputeOutcome
    readonly cause?: Cause
  },
): Promise<void> {
  return engine.transaction(async (db) => {
    const locked = await lockForWork(db, engine, ended.paymentId)
    if (locked === undefined) return
    const open = await listOpenDisputes(db, ended.paymentId)
    const dispute = open.find((one) => one.id === ended.disputeId)
    if (dispute === undefined) return
    await end(db, engine, locked.payment, open, dispute, ended.outcome, ended.cause ?? null)
  })
}

async function end(
  db: Db,
  engine: Engine,
  payment: Payment,
  open: readonly OpenDispute[],
  dispute: OpenDispute,
  outcome: DisputeOutcome,
  cause: string | Cause | null,
): Promise<Payment> {
  const consequence = followDisputeEnd(payment, dispute.amountMinor, outcome, open.length > 1)
  const [after] = await Promise.all([
    applyConsequence(db, engine, payment, consequence, { operationId: null, cause }),
    endDispute(db, dispute.id, outcome, engine.now()),
  ])
  return after
}
