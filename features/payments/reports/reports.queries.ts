import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'

export async function insertReport(
  db: Db,
  report: { id: string; userId: string; mode: Mode; query: unknown; at: Date },
): Promise<void> {
  await db
    .insertInto('payment_report')
    .values({
      tenant_id: tenantOf(db),
      id: report.id,
      user_id: report.userId,
      mode: report.mode,
      query: JSON.stringify(report.query),
      created_at: report.at,
    })
    .execute()
}

export async function countWaiting(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payment_report')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where(within(db, 'payment_report', null))
    .where('tenant_id', '=', tenantOf(db))
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the attempt; undefined if the report is finished or failed. */
export function beginReport(db: Db, id: string) {
  return db
    .updateTable('payment_report')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where(within(db, 'payment_report', null))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['user_id', 'mode', 'query', 'attempts'])
    .executeTakeFirst()
}

export async function endReport(db: Db, id: string, state: 'done' | 'failed'): Promise<void> {
  await db
    .updateTable('payment_report')
    .set({ state })
    .where(within(db, 'payment_report', null))
    .where('id', '=', id)
    .execute()
}

/** Whether the report belongs to this user. */
export async function isOwnReport(
  db: Db,
  of: { tenantId: string; id: string; userId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('payment_report')
    .select('id')
    .where(within(db, 'payment_report', null))
    .where('tenant_id', '=', of.tenantId)
    .where('id', '=', of.id)
    .where('user_id', '=', of.userId)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteExpired(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_report')
    .select('id')
    .where(within(db, 'payment_report', null))
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteReportRow(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('payment_report')
    .where(within(db, 'payment_report', null))
    .where('id', '=', id)
    .execute()
}
