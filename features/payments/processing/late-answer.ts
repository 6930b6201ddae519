import { keepAuthentication } from '@counterfoil/features/payments/authentication/authentication.public.ts'
import { dropFromVault } from '@counterfoil/features/payments/stored-cards/stored-cards.public.ts'
import { Problem } from '@counterfoil/kit/contract/problem.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { type AcquirerResponse, attemptUpdateFor } from './acquirer-call.ts'
import { applyConsequence } from './apply-consequence.ts'
import { type AttemptRow, updateAttempt } from './attempts.queries.ts'
import { requestCancellation } from './cancellation.ts'
import type { Engine } from './engine.ts'
import { findOperation, type Operation, updateOperation } from './operations.queries.ts'
import { recordContradiction } from './operator-notices.ts'
import { consequenceOfOutcome } from './outcome.rules.ts'
import { decideAction } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import type { PaymentWithOperations } from './payments.queries.ts'

type Approval = Extract<AcquirerResponse, { result: 'approved' }>

/**
 * What an acquirer says of an attempt that counted as decided: its operation was closed meanwhile, by a person or because no
 * answer came, or was sent on to another acquirer. What it says first stays what we did; whatever differs is kept. An
 * authorisation that it approved is cancelled there, a follow-up that it carried out counts if it still can.
 */
export async function recordLateAnswer(
  db: Db,
  engine: Engine,
  locked: PaymentWithOperations,
  operationId: string,
  attempt: AttemptRow,
  response: AcquirerResponse,
): Promise<Payment> {
  const { payment } = locked
  const isNews = (response.result === 'approved') !== (attempt.state === 'approved')
  const isFinal = ['approved', 'declined', 'failed'].includes(response.result)
  const operation = isNews && isFinal ? await findOperation(db, operationId) : undefined
  if (operation === undefined) return payment
  const contradict = (code: string, why = '') =>
    recordContradiction(db, engine, payment, {
      operationId,
      amountMinor: operation.amountMinor,
      cause: { code, values: { provider: attempt.provider, why } },
    })
  if (response.result !== 'approved') {
    await contradict('late.refused', 'code' in response ? response.code : '')
    return payment
  }
  await updateAttempt(db, attempt.id, attemptUpdateFor(response), engine.now())
  await keepAuthentication(db, engine, attempt.id, response)
  if (operation.kind === 'authorise') {
    await requestCancellation(db, engine, attempt.id)
    await dropFromVault(db, payment, {
      ...{ provider: attempt.provider, approval: response, at: engine.now() },
    })
    await contradict('late.approved')
    return payment
  }
  if (!stillCounts(locked, operation, response)) {
    // it reserves on the card what nobody will capture
    if (operation.kind === 'increment') await requestCancellation(db, engine, attempt.id)
    await contradict('late.approved_not_counted')
    return payment
  }
  await contradict('late.counted')
  return countLate(db, engine, payment, operation, response)
}

const actions = {
  increment: 'increment',
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  reversal: 'reverse',
} as const

/** Whether the books still have room for what the acquirer did. A payout that ended has given its amount back. */
function stillCounts(
  { payment, today }: PaymentWithOperations,
  { kind }: Operation,
  { amountMinor }: Approval,
): boolean {
  if (kind === 'authorise' || kind === 'payout') return false
  try {
    decideAction(payment, actions[kind], today, amountMinor)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

async function countLate(
  db: Db,
  engine: Engine,
  payment: Payment,
  operation: Operation,
  response: Approval,
): Promise<Payment> {
  const update = { ...operation, ...attemptUpdateFor(response), state: 'succeeded' } as const
  await updateOperation(db, operation.id, update, engine.now())
  // beside a capture that was sent since, the last one releases nothing: what that one takes has to be there
  const isFinal = operation.isFinal && !payment.open.some(({ kind }) => kind === 'capture')
  const consequence = consequenceOfOutcome(payment, { ...operation, isFinal }, response)
  return applyConsequence(db, engine, payment, consequence, {
    operationId: operation.id,
    cause: operation.reason,
  })
}
