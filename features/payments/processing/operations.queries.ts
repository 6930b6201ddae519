import type { Fee } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import type {
  MoneyPlace,
  RefundSource,
} from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import type { RoutedBy } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { isOpen, openStates, sentStates } from './outcome.rules.ts'
import type { OperationKind, OperationState } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'

// The operations of payments, and the attempts to carry them out at an acquirer.

/** An operation on a payment. */
export interface Operation {
  readonly id: string
  readonly paymentId: string
  readonly kind: OperationKind
  readonly state: OperationState
  readonly amountMinor: bigint
  readonly currency: string
  readonly reason: string | null
  readonly declineReason: string | null
  /** Of a capture: the last one, which releases what is left. */
  readonly isFinal: boolean
  /** Answered in hours or days: a transfer, or an alternative. */
  readonly isSlow: boolean
  readonly nextCheckAt: Date | null
  readonly checks: number
  /** The person or API key that requested it. */
  readonly actorId: string | null
  /** Of a payout: what was set aside for its fee. */
  readonly feeMinor: bigint | null
  readonly feeFixedMinor: bigint | null
  readonly feeBasisPoints: number | null
  readonly createdAt: Date
}

/** What was set aside for the fee of a payout. */
export function heldFeeOf(operation: Operation): Fee | null {
  const { feeMinor, feeFixedMinor, feeBasisPoints } = operation
  if (feeMinor === null || feeFixedMinor === null || feeBasisPoints === null) return null
  return {
    feeType: 'payout',
    basisPoints: feeBasisPoints,
    fixedMinor: feeFixedMinor,
    amountMinor: feeMinor,
  }
}

/** The operations of a payment whose outcome is open. */
export async function listOpenOperations(db: Db, paymentId: string): Promise<Operation[]> {
  return operations(db)
    .where('payment_id', '=', paymentId)
    .where('state', 'in', openStates)
    .execute()
}

export async function findOperation(db: Db, id: string): Promise<Operation | undefined> {
  return operations(db).where('id', '=', id).executeTakeFirst()
}

/** The refunds of a payment, the newest first, after a cursor. */
export function listRefunds(
  db: Db,
  search: {
    readonly paymentId: string
    readonly after: string | undefined
    readonly limit: number
  },
): Promise<Operation[]> {
  let query = operations(db).where('payment_id', '=', search.paymentId).where('kind', '=', 'refund')
  if (search.after !== undefined) query = query.where('payment_operation.id', '<', search.after)
  return query.orderBy('payment_operation.id', 'desc').limit(search.limit).execute()
}

/** An open operation, with the acquirer that is asked for it. */
export interface DueOperation extends Operation {
  readonly provider: string
}

/** Open operations whose next check is due, of all payments of the tenant: cards before what takes days. */
export async function listDueOperations(db: Db, at: Date, limit: number): Promise<DueOperation[]> {
  const due = (isSlow: boolean, count: number) =>
    operations(db)
      .innerJoin('payment as p', (join) =>
        join
          .onRef('p.tenant_id', '=', 'payment_operation.tenant_id')
          .onRef('p.id', '=', 'payment_operation.payment_id'),
      )
      .select(sql<string>`coalesce(p.provider, '')`.as('provider'))
      .where('payment_operation.state', 'in', sentStates)
      .where('payment_operation.is_slow', '=', isSlow)
      .where('payment_operation.next_check_at', '<=', at)
      .orderBy('payment_operation.next_check_at')
      .limit(count)
      .execute()
  const fast = await due(false, limit)
  return fast.length < limit ? [...fast, ...(await due(true, limit - fast.length))] : fast
}

/** Sets the next checks of operations whose acquirer is silent, as if each had been asked for. */
export async function postponeOperations(
  db: Db,
  operations: readonly Pick<Operation, 'id' | 'checks'>[],
  nextCheckAt: (checks: number) => Date,
): Promise<void> {
  for (const [checks, same] of Map.groupBy(operations, (one) => one.checks)) {
    await db
      .updateTable('payment_operation')
      .set({ next_check_at: nextCheckAt(checks), checks: checks + 1 })
      .where(within(db, 'payment_operation'))
      .where('state', 'in', sentStates)
      .where(
        'id',
        'in',
        same.map(({ id }) => id),
      )
      .execute()
  }
}

function operations(db: Db) {
  return db
    .selectFrom('payment_operation')
    .select([
      'payment_operation.id',
      'payment_operation.payment_id as paymentId',
      'payment_operation.kind',
      'payment_operation.state',
      'payment_operation.amount_minor as amountMinor',
      'payment_operation.currency',
      'payment_operation.reason',
      'payment_operation.decline_reason as declineReason',
      'payment_operation.is_final as isFinal',
      'payment_operation.is_slow as isSlow',
      'payment_operation.next_check_at as nextCheckAt',
      'payment_operation.checks',
      'payment_operation.actor_id as actorId',
      'payment_operation.fee_minor as feeMinor',
      'payment_operation.fee_fixed_minor as feeFixedMinor',
      'payment_operation.fee_basis_points as feeBasisPoints',
      'payment_operation.created_at as createdAt',
    ])
    .where(within(db, 'payment_operation'))
    .$narrowType<{ kind: OperationKind; state: OperationState }>()
}

export interface Actor {
  readonly type: 'api_key' | 'user' | 'system' | 'acquirer' | 'payer'
  readonly id: string | null
}

export interface NewOperation {
  readonly id: string
  readonly kind: OperationKind
  readonly state: OperationState
  readonly amountMinor: bigint
  readonly reason: string | null
  readonly declineCode?: string | null
  readonly declineReason?: string | null
  readonly isFinal?: boolean | undefined
  readonly moneyPlace?: RefundSource | MoneyPlace | undefined
  /** Of a payout: what is set aside for its fee. */
  readonly fee?: Fee | null
  readonly routing?: unknown
  readonly routedBy?: RoutedBy | undefined
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
      is_final: operation.isFinal ?? false,
      ...(operation.moneyPlace === undefined ? {} : { money_place: operation.moneyPlace }),
      is_slow: operation.kind === 'authorise' && payment.method !== 'card',
      ...(operation.fee
        ? {
            fee_minor: operation.fee.amountMinor,
            fee_fixed_minor: operation.fee.fixedMinor,
            fee_basis_points: operation.fee.basisPoints,
          }
        : {}),
      actor_type: actor.type,
      actor_id: actor.id,
      routing: operation.routing === undefined ? null : JSON.stringify(operation.routing),
      routed_by: operation.routedBy === undefined ? null : JSON.stringify(operation.routedBy),
      next_check_at: operation.nextCheckAt,
      created_at: at,
      finished_at: isOpen(operation.state) ? null : at,
    })
    .execute()
}

/** Of a transfer that was held, and is routed when it is approved. */
export async function updateRouting(
  db: Db,
  id: string,
  routed: Pick<NewOperation, 'routing' | 'routedBy'>,
): Promise<void> {
  await db
    .updateTable('payment_operation')
    .set({
      routing: JSON.stringify(routed.routing),
      routed_by: routed.routedBy === undefined ? null : JSON.stringify(routed.routedBy),
    })
    .where(within(db, 'payment_operation'))
    .where('id', '=', id)
    .execute()
}

export interface OperationUpdate {
  readonly state: OperationState
  readonly acquirerReference?: string | null
  readonly declineCode?: string | null
  readonly declineReason?: string | null
  readonly moneyPlace?: RefundSource | MoneyPlace | undefined
  readonly nextCheckAt: Date | null
  readonly checks: number
}

export async function updateOperation(
  db: Db,
  id: string,
  update: OperationUpdate,
  at: Date,
): Promise<void> {
  await db
    .updateTable('payment_operation')
    .set({
      state: update.state,
      acquirer_reference: update.acquirerReference ?? null,
      decline_code: update.declineCode ?? null,
      decline_reason: update.declineReason ?? null,
      ...(update.moneyPlace === undefined ? {} : { money_place: update.moneyPlace }),
      next_check_at: isOpen(update.state) ? update.nextCheckAt : null,
      checks: update.checks,
      finished_at: isOpen(update.state) ? null : at,
    })
    .where(within(db, 'payment_operation'))
    .where('id', '=', id)
    .execute()
}

/** Sets the time of the next status check; of one that was decided meanwhile there is none. */
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
    .where('state', 'in', openStates)
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
  readonly state: AttemptUpdate['state'] | 'sent'
}

export async function findAttempt(db: Db, id: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('payment_attempt')
    .select(['id', 'provider', 'sequence', 'started_at as startedAt', 'state'])
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
  if (attempt === undefined) return undefined
  const operation = await operations(db)
    .innerJoin('payment_attempt as a', (join) =>
      join
        .onRef('a.tenant_id', '=', 'payment_operation.tenant_id')
        .onRef('a.operation_id', '=', 'payment_operation.id'),
    )
    .where('a.id', '=', id)
    .executeTakeFirst()
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

export async function findMid(
  db: Db,
  id: string,
): Promise<{ id: string; midCode: string; descriptor: string } | undefined> {
  return db
    .selectFrom('mid')
    .select(['id', 'mid_code as midCode', 'descriptor'])
    .where(within(db, 'mid'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A caller's key for one request. Merchants' servers keep theirs when they change their API key. */
export interface IdempotencyKey {
  /** The merchant's id for its servers; the user's for a person. */
  readonly callerId: string
  /** Of a merchant's server; 0 for all others. */
  readonly mode: Mode | 0
  readonly key: string
  readonly requestHash: string
}

/** Stores the first response; a later one changes nothing. */
export async function updateIdempotencyKeyFinished(
  db: Db,
  idempotencyKey: IdempotencyKey,
  response: string,
): Promise<void> {
  await db
    .updateTable('idempotency_key')
    .set({ state: 'finished', response })
    .where(within(db, 'idempotency_key', null))
    .where('caller_id', '=', idempotencyKey.callerId)
    .where('mode', '=', idempotencyKey.mode)
    .where('key', '=', idempotencyKey.key)
    .where('state', '=', 'running')
    .execute()
}
