import type { Fee } from '@counterfoil/features/accounting/fees/fees.rules.ts'
import type {
  MoneyPlace,
  RefundSource,
} from '@counterfoil/features/accounting/ledger/ledger.schema.ts'
import type { RoutedBy } from '@counterfoil/features/routing/rule-sets/rule-sets.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { isOpen, openStates, sentStates } from './outcome.rules.ts'
import type { OperationKind, OperationState } from './payment.rules.ts'
import type { Payment } from './payment-views.rules.ts'

// The operations of payments; `attempts.queries.ts` has the attempts to carry them out.

/** An operation on a payment. */
export interface Operation {
  readonly id: string
  readonly paymentId: string
  readonly kind: OperationKind
  readonly state: OperationState
  readonly amountMinor: bigint
  readonly currency: string
  readonly reason: string | null
  readonly declineCode: string | null
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

/** The tenants that have requests to look up at their acquirers, or to cancel there. */
export async function listTenantsWithDueRequests(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select o.tenant_id as "tenantId" from payment_operation o
    where ${within(db, 'o')} and o.state in ('requested', 'unknown', 'waiting') and o.next_check_at <= ${at}
    group by o.tenant_id
    union
    select a.tenant_id from payment_attempt a
    where ${within(db, 'a')} and a.cancel_state = 'requested' and a.cancel_at <= ${at}
    group by a.tenant_id`.execute(db)
  return rows.map(({ tenantId }) => tenantId)
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
      'payment_operation.decline_code as declineCode',
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
