import {
  type AcquirerResponse,
  cancelAttempt,
  givenUpAfterMs,
  lookUpAttempt,
  lostAfterMs,
  nextCheckAt,
} from './acquirer-call.ts'
import { requestCancellation } from './cancellation.ts'
import type { Engine, ResponseOptions } from './engine.ts'
import {
  type Attempt,
  findOpenAttempt,
  listOpenOperations,
  type Operation,
  rescheduleOperation,
} from './operations.queries.ts'
import { recordContradiction } from './operator-notices.ts'
import { recordOutcome } from './outcome.ts'
import { type ApiCall, lockPaymentWithOperations } from './payments.queries.ts'

/**
 * Looks up the outcome of an open operation and records it. It never repeats the request. That the acquirer does not know a
 * request yet says little: it may still be on its way. So it is cancelled before it counts as lost, and what arrives after
 * that is refused.
 */
export async function resolveOperation(engine: Engine, operation: Operation): Promise<void> {
  const attempt = await engine.transaction((db) => findOpenAttempt(db, operation.id))
  if (attempt === undefined) return
  const { response, log } = await lookUpAttempt(engine, {
    ...attemptRef(operation, attempt),
    paymentId: operation.paymentId,
  })
  if (response.result !== 'not_found') return record(engine, operation, attempt, response, [log])
  const ageMs = engine.now().getTime() - attempt.startedAt.getTime()
  if (ageMs < lostAfterMs(engine.providers)) return scheduleNextCheck(engine, operation)
  return cancelLost(engine, operation, attempt, ageMs, log)
}

const attemptRef = ({ kind }: Operation, { id: attemptId, provider }: Attempt) => ({
  ...{ attemptId, provider, kind },
})

const lost: AcquirerResponse = {
  result: 'failed',
  code: 'acquirer.not_reached',
  text: 'It never reached the acquirer',
}

/** A request that seems lost ends when its acquirer has cancelled it, and after a day in any case. */
async function cancelLost(
  engine: Engine,
  operation: Operation,
  attempt: Attempt,
  ageMs: number,
  lookup: ApiCall,
): Promise<void> {
  const { paymentId: id, currency, id: operationId } = operation
  const ref = attemptRef(operation, attempt)
  const { response, log } = await cancelAttempt(engine, { id, currency }, ref)
  if (response.result === 'cancelled') {
    return record(engine, operation, attempt, lost, [lookup, log])
  }
  if (ageMs < givenUpAfterMs) return scheduleNextCheck(engine, operation)
  await record(engine, operation, attempt, lost, [lookup, log])
  await engine.transaction(async (db) => {
    const locked = await lockPaymentWithOperations(db, engine, id)
    if (locked === undefined) return
    const cause = { code: 'cancel.no_answer', values: { provider: attempt.provider } }
    await requestCancellation(db, engine, attempt.id)
    await recordContradiction(db, engine, locked.payment, { operationId, amountMinor: null, cause })
  })
}

function record(
  engine: Engine,
  { id: operationId, paymentId }: Operation,
  { id: attemptId }: Attempt,
  response: AcquirerResponse,
  calls: readonly ApiCall[],
): Promise<void> {
  const withoutResponse: ResponseOptions<void> = { toResponse: () => undefined }
  return recordOutcome(
    engine,
    { paymentId, operationId, attemptId },
    response,
    calls,
    withoutResponse,
  )
}

/** Looks up all open operations of a payment. */
export async function resolvePayment(engine: Engine, paymentId: string): Promise<void> {
  const open = await engine.transaction((db) => listOpenOperations(db, paymentId))
  for (const operation of open) await resolveOperation(engine, operation)
}

function scheduleNextCheck(engine: Engine, operation: Operation): Promise<void> {
  const at = nextCheckAt(engine.now(), operation.checks)
  return engine.transaction((db) => rescheduleOperation(db, operation.id, at, operation.checks + 1))
}
