import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { findOperation, type Operation } from './operations.queries.ts'
import type { OperationKind } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'

// The attempts to carry operations out at an acquirer, and those that are to be cancelled there.

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

export interface AttemptUpdate {
  readonly state: 'approved' | 'declined' | 'failed' | 'challenge' | 'pending' | 'unknown'
  readonly declineCode: string | null
  readonly declineReason: string | null
  readonly isSoftDecline: boolean | null
  readonly acquirerReference: string | null
}

export async function updateAttempt(
  db: Db,
  id: string,
  update: AttemptUpdate,
  at: Date,
): Promise<void> {
  const isFinal = ['approved', 'declined', 'failed'].includes(update.state)
  await db
    .updateTable('payment_attempt')
    .set({
      state: update.state,
      decline_code: update.declineCode,
      decline_reason: update.declineReason,
      is_soft_decline: update.isSoftDecline,
      acquirer_reference: update.acquirerReference,
      finished_at: isFinal ? at : null,
    })
    .where(within(db, 'payment_attempt'))
    .where('id', '=', id)
    .execute()
}

export interface Attempt {
  readonly id: string
  readonly provider: string
  /** 1 of the first, more of those that it was sent on to. */
  readonly sequence: number
  readonly startedAt: Date
}

export interface AttemptRow extends Attempt {
  readonly operationId: string
  readonly state: AttemptUpdate['state'] | 'sent'
}

export async function findAttempt(db: Db, id: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('payment_attempt')
    .select([
      'id',
      'operation_id as operationId',
      'provider',
      'sequence',
      'started_at as startedAt',
      'state',
    ])
    .where(within(db, 'payment_attempt'))
    .where('id', '=', id)
    .$narrowType<Pick<AttemptRow, 'state'>>()
    .executeTakeFirst()
}

/** An attempt with its operation, by the reference that the acquirer knows it by. */
export async function findOperationOfAttempt(
  db: Db,
  id: string,
): Promise<{ attempt: AttemptRow; operation: Operation } | undefined> {
  const attempt = await findAttempt(db, id)
  const operation = attempt && (await findOperation(db, attempt.operationId))
  return operation && { attempt, operation }
}

/** An attempt that is to be cancelled at its acquirer. */
export interface Cancellation {
  readonly attemptId: string
  readonly paymentId: string
  readonly operationId: string
  readonly kind: OperationKind
  readonly currency: string
  readonly provider: string
  readonly checks: number
}

export async function listDueCancellations(
  db: Db,
  at: Date,
  limit: number,
): Promise<Cancellation[]> {
  return db
    .selectFrom('payment_attempt as a')
    .innerJoin('payment_operation as o', (join) =>
      join.onRef('o.tenant_id', '=', 'a.tenant_id').onRef('o.id', '=', 'a.operation_id'),
    )
    .select([
      'a.id as attemptId',
      'a.payment_id as paymentId',
      'a.operation_id as operationId',
      'o.kind',
      'o.currency',
      'a.provider',
      'a.cancel_checks as checks',
    ])
    .where(within(db, 'a'))
    .where('a.cancel_state', '=', sql.lit('requested'))
    .where('a.cancel_at', '<=', at)
    .orderBy('a.cancel_at')
    .limit(limit)
    .$narrowType<{ kind: OperationKind }>()
    .execute()
}

export interface CancellationUpdate {
  readonly state: 'requested' | 'cancelled' | 'refused'
  /** The next try, or when it ended. */
  readonly at: Date
  readonly checks: number
}

export async function updateCancellation(
  db: Db,
  attemptId: string,
  { state, at, checks }: CancellationUpdate,
): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ cancel_state: state, cancel_at: at, cancel_checks: checks })
    .where(within(db, 'payment_attempt'))
    .where('id', '=', attemptId)
    .execute()
}

const openAttemptStates = ['sent', 'unknown', 'challenge', 'pending'] as const

/** Whether its acquirer's answer is still to come; of an operation that was sent on, only the newest attempt is open. */
export const isOpenAttempt = ({ state }: AttemptRow): boolean =>
  (openAttemptStates as readonly string[]).includes(state)

/** The attempt that an open operation waits for, found among those of its payment; undefined if none was sent. */
export async function findOpenAttempt(
  db: Db,
  { id, paymentId }: Pick<Operation, 'id' | 'paymentId'>,
): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempt')
    .select(['id', 'provider', 'sequence', 'started_at as startedAt'])
    .where(within(db, 'payment_attempt'))
    .where('payment_id', '=', paymentId)
    .where('operation_id', '=', id)
    .where('state', 'in', openAttemptStates)
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
}
