import { type AcquirerResponse, lookUpAttempt, lostAfterMs, nextCheckAt } from './acquirer-call.ts'
import type { Engine, ResponseOptions } from './engine.ts'
import {
  findOpenAttempt,
  listOpenOperations,
  type Operation,
  rescheduleOperation,
} from './operations.queries.ts'
import { recordOutcome } from './outcome.ts'

/**
 * Looks up the outcome of an open operation and records it. It never repeats the request: a request that the acquirer
 * does not know counts as lost only when it can no longer arrive.
 */
export async function resolveOperation(engine: Engine, operation: Operation): Promise<void> {
  const attempt = await engine.transaction((db) => findOpenAttempt(db, operation.id))
  if (attempt === undefined) return
  const { id: attemptId, provider } = attempt
  const { response, log } = await lookUpAttempt(engine, {
    paymentId: operation.paymentId,
    attemptId,
    provider,
    kind: operation.kind,
  })
  if (response.result === 'not_found') {
    const age = engine.now().getTime() - attempt.startedAt.getTime()
    if (age < lostAfterMs(engine.providers)) return scheduleNextCheck(engine, operation)
  }
  const outcome: AcquirerResponse =
    response.result === 'not_found'
      ? { result: 'failed', code: 'acquirer.not_reached', text: 'It never reached the acquirer' }
      : response
  const operationRef = {
    paymentId: operation.paymentId,
    operationId: operation.id,
    attemptId,
  }
  const withoutResponse: ResponseOptions<void> = { toResponse: () => undefined }
  await recordOutcome(engine, operationRef, outcome, [log], withoutResponse)
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
