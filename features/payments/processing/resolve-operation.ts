import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import { readVariable } from '@counterfoil/kit/database/system-variables.ts'
import {
  type AcquirerResponse,
  cancelAttempt,
  givenUpAfterMs,
  lookUpAttempt,
  lostAfterMs,
  nextCheckAt,
} from './acquirer-call.ts'
import { type Attempt, findOpenAttempt } from './attempts.queries.ts'
import { requestCancellation } from './cancellation.ts'
import { englishOf } from './causes.rules.ts'
import type { Engine, ResponseOptions } from './engine.ts'
import { listOpenOperations, type Operation, rescheduleOperation } from './operations.queries.ts'
import { recordContradiction } from './operator-notices.ts'
import { recordOutcome } from './outcome.ts'
import { isAbandonable } from './payment.rules.ts'
import { type ApiCall, findPaymentRow, lockPaymentWithOperations } from './payments.queries.ts'

/**
 * Looks up the outcome of an open operation and records it. It never repeats the request. That the acquirer does not know a
 * request yet says little: it may still be on its way. So it is cancelled before it counts as lost, and what arrives after
 * that is refused.
 */
export async function resolveOperation(
  engine: Engine,
  operation: Operation,
): Promise<'answered' | 'silent'> {
  const attempt = await engine.transaction((db) => findOpenAttempt(db, operation))
  if (attempt === undefined) return 'answered'
  const { response, log } = await lookUpAttempt(engine, {
    ...attemptRef(operation, attempt),
    paymentId: operation.paymentId,
  })
  const ageMs = engine.now().getTime() - attempt.startedAt.getTime()
  if (response.result === 'not_found') {
    await (ageMs < lostAfterMs(engine.providers)
      ? scheduleNextCheck(engine, operation)
      : cancelLost(engine, operation, attempt, ageMs, log))
  } else if (response.result === 'pending' && (await isUnpaid(engine, operation, ageMs))) {
    await expire(engine, operation, attempt, log)
  } else await record(engine, operation, attempt, response, [log])
  return response.result === 'unknown' ? 'silent' : 'answered'
}

/** Whether a transfer, or an alternative, was not paid in the time that payers are given. */
async function isUnpaid(
  engine: Engine,
  { isSlow, paymentId }: Operation,
  ageMs: number,
): Promise<boolean> {
  if (!isSlow || ageMs < dayMs) return false
  const payment = await engine.transaction((db) => findPaymentRow(db, paymentId))
  const isTransfer = payment?.method === 'bank_transfer'
  const variable = isTransfer ? 'transfer_expiry' : 'alternative_expiry'
  return ageMs >= (await readVariable(engine.database.shared, variable)) * dayMs
}

/** What nobody paid is cancelled at the acquirer, so that it is not paid afterwards; the payment is declined. */
async function expire(
  engine: Engine,
  operation: Operation,
  attempt: Attempt,
  lookup: ApiCall,
): Promise<void> {
  const { paymentId: id, currency } = operation
  const ref = attemptRef(operation, attempt)
  const { response, log } = await cancelAttempt(engine, { id, currency }, ref)
  if (response.result !== 'cancelled') return scheduleNextCheck(engine, operation)
  await record(engine, operation, attempt, unpaid, [lookup, log])
}

/**
 * Ends a payment which its payer does not want to confirm or transfer any more. Its outcome is looked up first, and it counts
 * as declined only when its acquirer has cancelled it: until then nothing else is paid in its place.
 */
export async function abandonPayment(engine: Engine, paymentId: string): Promise<void> {
  await resolvePayment(engine, paymentId)
  const [payment, open] = await engine.transaction(async (db) => [
    await findPaymentRow(db, paymentId),
    await listOpenOperations(db, paymentId),
  ])
  const operation = open.find(({ kind }) => kind === 'authorise')
  if (payment === undefined || operation === undefined || !isAbandonable(payment)) return
  const attempt = await engine.transaction((db) => findOpenAttempt(db, operation))
  if (attempt === undefined) return
  const { response, log } = await cancelAttempt(engine, payment, attemptRef(operation, attempt))
  if (response.result === 'cancelled') await record(engine, operation, attempt, abandoned, [log])
}

const abandoned: AcquirerResponse = {
  ...{ result: 'declined', code: 'payer.abandoned', isSoft: false },
  text: englishOf({ code: 'payer.abandoned' }),
}

const unpaid: AcquirerResponse = {
  ...{ result: 'declined', code: 'transfer.expired', isSoft: false },
  text: englishOf({ code: 'transfer.expired' }),
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
  const at = nextCheckAt(engine.now(), operation.checks, operation.isSlow)
  return engine.transaction((db) => rescheduleOperation(db, operation.id, at, operation.checks + 1))
}
