import type { Db } from '@counterfoil/kit/database/database.ts'
import { type AcquirerResponse, attemptNewsOf, lookUp } from './acquirer-call.ts'
import type { Cause } from './causes.rules.ts'
import { applyConsequence, conclude } from './consequences.ts'
import { type Answering, type Engine, lostAfterMs, nextCheckAt } from './engine.ts'
import { rescheduleOperation, updateAttempt, updateOperation } from './operations.queries.ts'
import { followOutcome, isOpen, type Outcome, operationStateAfter } from './outcome.rules.ts'
import { businessDayOf, type Payment } from './payment-views.rules.ts'
import type { ApiCall } from './payment-writes.queries.ts'
import {
  findOpenAttempt,
  findOperation,
  findPaymentRow,
  listOpenOperations,
  lockPayment,
  type Operation,
  readTenantFacts,
  type TenantFacts,
} from './payments.queries.ts'

/** The operation that something was learnt of, and the attempt that it was learnt by. */
export interface OperationRef {
  readonly paymentId: string
  readonly operationId: string
  /** Null when a person says how it ended. */
  readonly attemptId: string | null
}

/** A payment with its open operations, and the tenant's day. */
export interface LockedPayment {
  readonly payment: Payment
  readonly operations: readonly Operation[]
  readonly today: string
}

/** Locks a payment and reads what is open on it; undefined when the caller cannot see it. */
export async function lockForWork(
  db: Db,
  engine: Engine,
  paymentId: string,
): Promise<LockedPayment | undefined> {
  // sent together, answered in order: the operations are read after the lock is held
  const [payment, operations, tenant] = await Promise.all([
    lockPayment(db, paymentId),
    listOpenOperations(db, paymentId),
    readTenantFacts(db, engine.tenantId),
  ])
  return payment && standing(payment, operations, engine.now(), tenant)
}

/** The same without the lock, to tell how a payment stands. */
export async function findForReading(
  db: Db,
  engine: Pick<Engine, 'tenantId' | 'now'>,
  paymentId: string,
): Promise<LockedPayment | undefined> {
  const [payment, operations, tenant] = await Promise.all([
    findPaymentRow(db, paymentId),
    listOpenOperations(db, paymentId),
    readTenantFacts(db, engine.tenantId),
  ])
  return payment && standing(payment, operations, engine.now(), tenant)
}

const standing = (
  payment: Payment,
  operations: readonly Operation[],
  now: Date,
  { timeZone, settingsVersion }: TenantFacts,
): LockedPayment => ({
  payment: { ...payment, open: operations, settingsVersion },
  operations,
  today: businessDayOf(now, timeZone),
})

/**
 * Stores what was heard of an operation, with everything that follows, in one transaction.
 * Whoever comes second, owner or recovery, finds the operation closed and changes nothing: each outcome counts once.
 */
export function recordOutcome<A>(
  engine: Engine,
  learnt: OperationRef,
  heard: AcquirerResponse,
  calls: readonly ApiCall[],
  answering: Answering<A>,
): Promise<A> {
  return engine.transaction(async (db) => {
    const locked = await lockForWork(db, engine, learnt.paymentId)
    if (locked === undefined) throw new Error(`Payment ${learnt.paymentId} has gone`)
    const operation = locked.operations.find((one) => one.id === learnt.operationId)
    if (operation === undefined) return answerAsItIs(db, engine, locked, learnt, answering)
    const news = await closeOrWait(db, engine, locked, operation, learnt.attemptId, heard)
    const told = { ...news, today: locked.today }
    return conclude(db, engine, told, answering, news.isNews ? calls : [])
  })
}

async function answerAsItIs<A>(
  db: Db,
  engine: Engine,
  { payment, today }: LockedPayment,
  { operationId }: OperationRef,
  answering: Answering<A>,
): Promise<A> {
  const operation = (await findOperation(db, operationId)) ?? null
  return conclude(db, engine, { payment, operation, today }, answering, [])
}

async function closeOrWait(
  db: Db,
  engine: Engine,
  { payment }: LockedPayment,
  operation: Operation,
  attemptId: string | null,
  heard: AcquirerResponse,
): Promise<{ payment: Payment; operation: Operation; isNews: boolean }> {
  const outcome: Outcome = heard
  const state = operationStateAfter(outcome)
  const at = engine.now()
  const checkAt = nextCheckAt(at, operation.checks)
  const checks = operation.checks + 1
  if (state === operation.state) {
    await rescheduleOperation(db, operation.id, checkAt, checks)
    return { payment, operation, isNews: false }
  }
  const news = attemptNewsOf(heard)
  const closed: Operation = { ...operation, state, declineReason: news.declineReason, checks }
  const open = withoutOperation(payment, operation)
  const [after] = await Promise.all([
    applyConsequence(db, engine, payment, followOutcome(payment, operation, outcome), {
      operationId: operation.id,
      cause: causeOf(operation, heard),
      extra: {
        open: isOpen(state) ? [...open, closed] : open,
        ...(operation.kind === 'authorise' && news.acquirerReference !== null
          ? { acquirerReference: news.acquirerReference }
          : {}),
      },
    }),
    updateOperation(db, operation.id, { ...news, state, nextCheckAt: checkAt, checks }, at),
    attemptId === null ? undefined : updateAttempt(db, attemptId, news, at),
  ])
  return { payment: after, operation: closed, isNews: true }
}

/** What stays open when an operation is closed. */
export const withoutOperation = (payment: Payment, operation: Operation) =>
  payment.open.filter((one) => one !== operation)

function causeOf(operation: Operation, heard: AcquirerResponse): string | Cause | null {
  switch (heard.result) {
    case 'approved':
      return operation.reason
    case 'declined':
    case 'failed':
      return { code: heard.code, text: heard.text }
    case 'challenge':
      return 'The customer is asked to confirm'
    case 'pending':
      return 'The outcome comes later'
    case 'unknown':
      return 'The acquirer did not answer'
  }
}

/**
 * Learns by lookup how an open operation ended, and records it. Never repeats the request: one that the acquirer does
 * not know counts as lost only when it can no longer be on its way.
 */
export async function resolveOperation(engine: Engine, operation: Operation): Promise<void> {
  const attempt = await engine.transaction((db) => findOpenAttempt(db, operation.id))
  if (attempt === undefined) return
  const { id: attemptId, provider } = attempt
  const { heard, log } = await lookUp(engine, {
    paymentId: operation.paymentId,
    attemptId,
    provider,
    kind: operation.kind,
  })
  if (heard.result === 'not_found') {
    const age = engine.now().getTime() - attempt.startedAt.getTime()
    if (age < lostAfterMs(engine.providers)) return askAgainLater(engine, operation)
  }
  const outcome: AcquirerResponse =
    heard.result === 'not_found'
      ? { result: 'failed', code: 'acquirer.not_reached', text: 'It never reached the acquirer' }
      : heard
  const learnt = {
    paymentId: operation.paymentId,
    operationId: operation.id,
    attemptId,
  }
  const untold: Answering<void> = { answer: () => undefined }
  await recordOutcome(engine, learnt, outcome, [log], untold)
}

function askAgainLater(engine: Engine, operation: Operation): Promise<void> {
  const at = nextCheckAt(engine.now(), operation.checks)
  return engine.transaction((db) => rescheduleOperation(db, operation.id, at, operation.checks + 1))
}

/** The same for everything that is open on a payment. */
export async function resolvePayment(engine: Engine, paymentId: string): Promise<void> {
  const open = await engine.transaction((db) => listOpenOperations(db, paymentId))
  for (const operation of open) await resolveOperation(engine, operation)
}
