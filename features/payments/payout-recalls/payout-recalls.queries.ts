import type { PayoutRecall } from '@counterfoil/database/rows.generated.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { listTenantsOf } from '@counterfoil/kit/database/tenants.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { type Insertable, type Selectable, sql } from 'kysely'

export type RecallRecord = Selectable<PayoutRecall>
type NewRecall = Pick<
  Insertable<PayoutRecall>,
  | ('id' | 'merchant_id' | 'payout_order_id' | 'reason' | 'note' | 'maker_id' | 'maker_name')
  | ('side' | 'answer_by' | 'next_check_at' | 'created_at')
>

export async function insertRecall(db: Db, recall: NewRecall): Promise<void> {
  await db
    .insertInto('payout_recall')
    .values({ ...recall, tenant_id: tenantOf(db), state: 'asked' })
    .execute()
}

/** The latest first. */
export const listRecallsOf = (db: Db, orderId: string) =>
  db
    .selectFrom('payout_recall')
    .selectAll()
    .where(within(db, 'payout_recall'))
    .where('payout_order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute()

export const findRecall = (db: Db, id: string) =>
  db
    .selectFrom('payout_recall')
    .selectAll()
    .where(within(db, 'payout_recall'))
    .where('id', '=', id)
    .executeTakeFirst()

/** The recall, held until the transaction ends. */
export const lockRecall = (db: Db, id: string) =>
  db
    .selectFrom('payout_recall')
    .selectAll()
    .where(within(db, 'payout_recall'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function updateRecall(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      RecallRecord,
      | ('state' | 'submitted_at' | 'next_check_at' | 'failures' | 'returned_minor' | 'kept_minor')
      | ('code' | 'message' | 'answered_at')
    >
  >,
): Promise<void> {
  await db
    .updateTable('payout_recall')
    .set(change)
    .where(within(db, 'payout_recall'))
    .where('id', '=', id)
    .execute()
}

/** Ids of those that are to be sent, or asked about. */
export async function listDueRecalls(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payout_recall')
    .select('id')
    .where(within(db, 'payout_recall'))
    .where('state', '=', sql.lit('asked'))
    .where('next_check_at', '<=', at)
    .orderBy('next_check_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Tenants that have recalls to follow. */
export const listTenantsWithDue = (db: Db, at: Date): Promise<string[]> =>
  listTenantsOf(
    db
      .selectFrom('payout_recall as r')
      .where(within(db, 'r'))
      .where('r.state', '=', sql.lit('asked'))
      .where('r.next_check_at', '<=', at),
  )
