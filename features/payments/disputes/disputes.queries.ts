import type { Payment } from '@counterfoil/features/payments/processing/payment-views.rules.ts'
import type {
  DisputeOutcome,
  DisputeState,
} from '@counterfoil/features/payments/processing/payments.schema.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface NewDispute {
  readonly id: string
  readonly amountMinor: bigint
  readonly reasonCode: string
  readonly reason: string
  readonly respondBy: Date
}

/** False if the dispute exists: acquirers repeat a notice until it is acknowledged. */
export async function insertDispute(
  db: Db,
  payment: Payment,
  dispute: NewDispute,
  at: Date,
): Promise<boolean> {
  const rows = await db
    .insertInto('dispute')
    .values({
      tenant_id: tenantOf(db),
      id: dispute.id,
      payment_id: payment.id,
      merchant_id: payment.merchantId,
      amount_minor: dispute.amountMinor,
      currency: payment.currency,
      reason_code: dispute.reasonCode,
      reason: dispute.reason,
      state: 'opened',
      opened_at: at,
      respond_by: dispute.respondBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql`1`.as('one'))
    .execute()
  return rows.length === 1
}

export async function findDisputeState(db: Db, id: string): Promise<DisputeState | undefined> {
  const row = await db
    .selectFrom('dispute')
    .select('state')
    .where(within(db, 'dispute'))
    .where('id', '=', id)
    .$narrowType<{ state: DisputeState }>()
    .executeTakeFirst()
  return row?.state
}

export interface OpenDispute {
  readonly id: string
  readonly amountMinor: bigint
}

/** The open disputes of a payment, oldest first. The caller has locked the payment. */
export async function listOpenDisputes(db: Db, paymentId: string): Promise<OpenDispute[]> {
  return db
    .selectFrom('dispute')
    .select(['id', 'amount_minor as amountMinor'])
    .where(within(db, 'dispute'))
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'opened')
    .orderBy('id')
    .execute()
}

export interface DueDispute {
  readonly id: string
  readonly paymentId: string
  readonly respondBy: Date
}

/** Open disputes whose deadline has passed, of all payments of the tenant. */
export async function listDueDisputes(db: Db, at: Date, limit: number): Promise<DueDispute[]> {
  return db
    .selectFrom('dispute')
    .select(['id', 'payment_id as paymentId', 'respond_by as respondBy'])
    .where(within(db, 'dispute'))
    .where('state', '=', 'opened')
    .where('respond_by', '<', at)
    .orderBy('respond_by')
    .limit(limit)
    .execute()
}

export async function updateDisputeClosed(
  db: Db,
  id: string,
  state: DisputeOutcome,
  at: Date,
): Promise<void> {
  await db
    .updateTable('dispute')
    .set({ state, closed_at: at })
    .where(within(db, 'dispute'))
    .where('id', '=', id)
    .execute()
}
