import { disputeReasonOf } from '@counterfoil/features/payments/action-options/reasons.rules.ts'
import type { Cause } from '@counterfoil/features/payments/processing/causes.rules.ts'
import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import {
  applyConsequence,
  type Engine,
  lockPaymentWithOperations,
  recordContradiction,
} from '@counterfoil/features/payments/processing/payments.public.ts'
import { isDisputeOpen } from '@counterfoil/features/payments/processing/payments.schema.ts'
import { moneyText } from '@counterfoil/kit/contract/money.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { newId } from '@counterfoil/kit/database/ids.ts'
import type { AcquirerDispute } from '@counterfoil/providers/acquirers/acquirer.ts'
import { notifyOfDispute } from './dispute-notices.ts'
import { type Dispute, listDisputes, upsertDispute } from './disputes.queries.ts'
import { consequenceOfDispute, objectionTo } from './disputes.rules.ts'

/** A dispute of a payment as its acquirer reports it. */
export interface ReportedDispute {
  readonly paymentId: string
  readonly provider: string
  readonly dispute: AcquirerDispute
}

/**
 * What became of a report: it `counts`; it is `old` because a later one came before it; there is `no_payment`; it came
 * `too_early`, before the money that it is of; or it cannot be of this payment, with the cause, and operators are notified.
 */
export type Reported = 'counts' | 'old' | 'no_payment' | 'too_early' | Cause

/** Stores where a dispute stands by its acquirer. Reports may be repeated and come in any order: the sequence decides. */
export function recordDispute(engine: Engine, reported: ReportedDispute): Promise<Reported> {
  return engine.transaction(async (db) => {
    const locked = await lockPaymentWithOperations(db, engine, reported.paymentId)
    // an acquirer takes nothing back of what another one made
    if (locked?.payment.provider !== reported.provider) return 'no_payment'
    return applyReport(db, engine, locked.payment, reported)
  })
}

/** The caller has locked the payment. */
export async function applyReport(
  db: Db,
  engine: Engine,
  payment: Payment,
  { provider, dispute: report }: Omit<ReportedDispute, 'paymentId'>,
): Promise<Reported> {
  const disputes = await listDisputes(db, payment.id)
  const before = disputes.find(
    (one) => one.provider === provider && one.acquirerReference === report.reference,
  )
  if (before !== undefined && report.sequence <= before.sequence) return 'old'
  const code = objectionTo(payment, before, report)
  // what is still open at the acquirer may bring the money that is disputed; a payout that waits for a person does not
  const isOpenThere = payment.open.some(({ state }) => state !== 'held')
  if (code === 'notice.too_much' && isOpenThere) return 'too_early'
  if (code !== undefined) {
    const values = { provider, amount: moneyText(report.amountMinor, report.currency).en }
    const cause = { code, values }
    await recordContradiction(db, engine, payment, {
      operationId: null,
      amountMinor: null,
      cause,
    })
    return cause
  }
  const after = disputeAfter(before, { provider, dispute: report }, engine.now())
  const reversal = reversalOf(before, after)
  if (reversal !== undefined) {
    await recordContradiction(db, engine, payment, {
      operationId: null,
      amountMinor: null,
      cause: { code: reversal, values: { provider } },
    })
  }
  await storeDispute(db, engine, payment, {
    before,
    after,
    disputes,
    cause: causeOf(before, after),
  })
  return 'counts'
}

function disputeAfter(
  before: Dispute | undefined,
  { provider, dispute: report }: Omit<ReportedDispute, 'paymentId'>,
  at: Date,
): Dispute {
  // an acquirer that has not received our answer yet still waits for one
  const isAnswered =
    before?.answer?.state === 'requested' &&
    report.state === 'opened' &&
    report.stage === before.stage
  const state = isAnswered ? 'answered' : report.state
  const isNewStage = before !== undefined && before.stage !== report.stage
  return {
    id: before?.id ?? newId(at),
    provider,
    acquirerReference: report.reference,
    sequence: report.sequence,
    state,
    stage: report.stage,
    amountMinor: report.amountMinor,
    lostMinor: report.lostMinor,
    currency: report.currency,
    reasonCode: report.reasonCode,
    reason: disputeReasonOf(report.reasonCode),
    respondBy: report.respondBy,
    openedAt: before?.openedAt ?? at,
    closedAt: isDisputeOpen(state) ? null : at,
    answer: isNewStage ? null : (before?.answer ?? null),
  }
}

/** An acquirer that decides otherwise than it, or a person, did before. */
function reversalOf(before: Dispute | undefined, after: Dispute): string | undefined {
  if (before === undefined || isDisputeOpen(before.state) || before.state === after.state) {
    return undefined
  }
  return `notice.dispute_${isDisputeOpen(after.state) ? 'reopened' : after.state}`
}

const causeOf = (before: Dispute | undefined, after: Dispute): string | Cause | null =>
  before === undefined || before.reasonCode !== after.reasonCode
    ? after.reason
    : before.stage === after.stage
      ? null
      : { code: `dispute.stage.${after.stage}` }

const isSame = (before: Dispute, after: Dispute): boolean =>
  before.state === after.state &&
  before.stage === after.stage &&
  before.amountMinor === after.amountMinor &&
  before.lostMinor === after.lostMinor

/** Stores a dispute with everything that follows from it for its payment, which the caller has locked. */
export async function storeDispute(
  db: Db,
  engine: Engine,
  payment: Payment,
  {
    before,
    after,
    disputes,
    cause,
  }: {
    readonly before: Dispute | undefined
    readonly after: Dispute
    /** All of the payment's. */
    readonly disputes: readonly Dispute[]
    readonly cause: string | Cause | null
  },
): Promise<Payment> {
  if (before !== undefined && isSame(before, after)) {
    await upsertDispute(db, payment, after)
    return payment
  }
  const others = disputes.filter(({ id }) => id !== after.id).map(({ state }) => state)
  const consequence = consequenceOfDispute(payment, before, after, others)
  await upsertDispute(db, payment, after)
  await notifyOfDispute(db, engine, payment, before, after)
  return applyConsequence(db, engine, payment, consequence, {
    operationId: null,
    cause,
    dispute: after,
  })
}
