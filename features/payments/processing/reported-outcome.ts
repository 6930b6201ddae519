import { moneyText } from '@counterfoil/kit/contract/money.ts'
import type { AcquirerOutcome } from '@counterfoil/providers/acquirers/acquirer.ts'
import type { Cause } from './causes.rules.ts'
import type { Engine } from './engine.ts'
import { findOperationOfAttempt, isOpenAttempt } from './operations.queries.ts'
import { recordOutcome } from './outcome.ts'
import type { ApiCall } from './payments.queries.ts'

/** What an acquirer reports of a request of ours, without being asked. */
export interface ReportedOutcome {
  readonly provider: string
  readonly outcome: AcquirerOutcome
}

/**
 * Records an outcome that an acquirer reports. It counts as the answer to a lookup would: in any order, and once. An outcome
 * of another currency or amount than the request is not counted.
 */
export async function recordReportedOutcome(
  engine: Engine,
  { provider, outcome }: ReportedOutcome,
): Promise<'counts' | 'old' | 'no_payment' | Cause> {
  const { reference, currency, answer } = outcome
  const found = await engine.transaction((db) => findOperationOfAttempt(db, reference))
  if (found === undefined || found.attempt.provider !== provider) return 'no_payment'
  const { operation, attempt } = found
  if (currency !== operation.currency) return objection('outcome.other_currency', provider, outcome)
  if (answer.result === 'approved') {
    if (answer.amountMinor <= 0n) return objection('outcome.no_amount', provider, outcome)
    if (answer.amountMinor > operation.amountMinor) {
      return objection('outcome.too_much', provider, outcome)
    }
  }
  const isDecided = ['approved', 'declined', 'failed'].includes(answer.result)
  if (!isDecided || (!isOpenAttempt(attempt) && attempt.state === answer.result)) return 'old'
  const ref = {
    paymentId: operation.paymentId,
    operationId: operation.id,
    attemptId: reference,
    isReported: true,
  }
  await recordOutcome(engine, ref, answer, [callOf(provider, outcome)], {
    toResponse: () => undefined,
  })
  return 'counts'
}

function objection(code: string, provider: string, { currency, answer }: AcquirerOutcome): Cause {
  const amount = 'amountMinor' in answer ? moneyText(answer.amountMinor, currency).en : currency
  return { code, values: { provider, amount } }
}

const callOf = (provider: string, { reference, currency, answer }: AcquirerOutcome): ApiCall => ({
  direction: 'inbound',
  peer: provider,
  method: 'POST',
  url: `/acquirers/${provider}/notices`,
  attemptId: reference,
  request:
    'amountMinor' in answer
      ? { ...answer, amountMinor: Number(answer.amountMinor), currency }
      : answer,
  response: null,
  status: null,
  durationMs: 0,
  requestId: null,
})
