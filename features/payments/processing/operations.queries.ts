import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { isOpen } from './outcome.rules.ts'
import type { OperationKind, OperationState } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'
import type { Actor } from './payment-writes.queries.ts'

// What was asked of a payment, and each call to an acquirer for it.

export interface NewOperation {
  readonly id: string
  readonly kind: OperationKind
  readonly state: OperationState
  readonly amountMinor: bigint
  readonly reason: string | null
  readonly declineCode?: string | null
  readonly declineReason?: string | null
  readonly routing?: unknown
  readonly nextCheckAt: Date | null
}

export async function insertOperation(
  db: Db,
  payment: Payment,
  operation: NewOperation,
  actor: Actor,
  at: Date,
): Promise<void> {
  await db
    .insertInto('payment_operation')
    .values({
      tenant_id: tenantOf(db),
      id: operation.id,
      payment_id: payment.id,
      merchant_id: payment.merchantId,
      kind: operation.kind,
      state: operation.state,
      amount_minor: operation.amountMinor,
      currency: payment.currency,
      reason: operation.reason,
      decline_code: operation.declineCode ?? null,
      decline_reason: operation.declineReason ?? null,
      actor_type: actor.type,
      actor_id: actor.id,
      routing: operation.routing === undefined ? null : JSON.stringify(operation.routing),
      next_check_at: operation.nextCheckAt,
      created_at: at,
      finished_at: isOpen(operation.state) ? null : at,
    })
    .execute()
}

/** What is learnt of an operation. */
export interface OperationNews {
  readonly state: OperationState
  readonly acquirerReference?: string | null
  readonly declineCode?: string | null
  readonly declineReason?: string | null
  readonly nextCheckAt: Date | null
  readonly checks: number
}

export async function updateOperation(
  db: Db,
  id: string,
  news: OperationNews,
  at: Date,
): Promise<void> {
  await db
    .updateTable('payment_operation')
    .set({
      state: news.state,
      acquirer_reference: news.acquirerReference ?? null,
      decline_code: news.declineCode ?? null,
      decline_reason: news.declineReason ?? null,
      next_check_at: isOpen(news.state) ? news.nextCheckAt : null,
      checks: news.checks,
      finished_at: isOpen(news.state) ? null : at,
    })
    .where(within(db, 'payment_operation'))
    .where('id', '=', id)
    .execute()
}

/** Says when an open operation is looked at next. */
export async function rescheduleOperation(
  db: Db,
  id: string,
  nextCheckAt: Date,
  checks: number,
): Promise<void> {
  await db
    .updateTable('payment_operation')
    .set({ next_check_at: nextCheckAt, checks })
    .where(within(db, 'payment_operation'))
    .where('id', '=', id)
    .execute()
}

export interface NewAttempt {
  readonly id: string
  readonly operationId: string
  readonly sequence: number
  readonly mid: { readonly id: string; readonly provider: string }
  readonly startedAt: Date
}

export async function insertAttempt(db: Db, payment: Payment, attempt: NewAttempt): Promise<void> {
  await db
    .insertInto('payment_attempt')
    .values({
      tenant_id: tenantOf(db),
      id: attempt.id,
      payment_id: payment.id,
      operation_id: attempt.operationId,
      merchant_id: payment.merchantId,
      sequence: attempt.sequence,
      mid_id: attempt.mid.id,
      provider: attempt.mid.provider,
      state: 'sent',
      started_at: attempt.startedAt,
    })
    .execute()
}

export interface AttemptNews {
  readonly state: 'approved' | 'declined' | 'failed' | 'challenge' | 'pending' | 'unknown'
  readonly declineCode: string | null
  readonly declineReason: string | null
  readonly isSoftDecline: boolean | null
  readonly acquirerReference: string | null
}

export async function updateAttempt(
  db: Db,
  id: string,
  news: AttemptNews,
  at: Date,
): Promise<void> {
  const isFinal = ['approved', 'declined', 'failed'].includes(news.state)
  await db
    .updateTable('payment_attempt')
    .set({
      state: news.state,
      decline_code: news.declineCode,
      decline_reason: news.declineReason,
      is_soft_decline: news.isSoftDecline,
      acquirer_reference: news.acquirerReference,
      finished_at: isFinal ? at : null,
    })
    .where(within(db, 'payment_attempt'))
    .where('id', '=', id)
    .execute()
}
