import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'

export interface NewRead {
  readonly id: string
  readonly userId: string
  readonly days: number
  readonly payments: number
  readonly at: Date
}

/** Begins a read, or the user's own of this id anew; what the user began long before is forgotten. */
export async function upsertRead(db: Db, read: NewRead): Promise<void> {
  const dayBefore = new Date(read.at.getTime() - dayMs)
  await db
    .deleteFrom('report_read')
    .where(within(db, 'report_read', null))
    .where('user_id', '=', read.userId)
    .where('started_at', '<', dayBefore)
    .execute()
  const row = { days: read.days, payments: BigInt(read.payments), started_at: read.at }
  await db
    .insertInto('report_read')
    .values({ tenant_id: tenantOf(db), id: read.id, user_id: read.userId, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet({ ...row, days_read: 0, finished_at: null })
        .where('report_read.user_id', '=', read.userId),
    )
    .execute()
}

/** How many of its days are read; `finishedAt` once all are. */
export async function updateRead(
  db: Db,
  id: string,
  { daysRead, finishedAt }: { readonly daysRead: number; readonly finishedAt: Date | null },
): Promise<void> {
  await db
    .updateTable('report_read')
    .set({ days_read: daysRead, finished_at: finishedAt })
    .where(within(db, 'report_read', null))
    .where('id', '=', id)
    .execute()
}

/** A user's own read. */
export function findRead(
  db: Db,
  of: { readonly tenantId: string; readonly userId: string; readonly id: string },
) {
  return db
    .selectFrom('report_read')
    .select(['days', 'days_read', 'payments'])
    .where(within(db, 'report_read', null))
    .where('tenant_id', '=', of.tenantId)
    .where('user_id', '=', of.userId)
    .where('id', '=', of.id)
    .executeTakeFirst()
}

/** How many payments a second the tenant's last reads came to; undefined: there were none that say anything. */
export async function readSpeed(db: Db, tenantId: string): Promise<number | undefined> {
  const { rows } = await sql<{ speed: number | null }>`
    select (sum(payments) / nullif(sum(extract(epoch from finished_at - started_at)), 0))::float8 as speed
    from (select payments, started_at, finished_at from report_read as r
      where ${within(db, 'r', null)} and r.tenant_id = ${tenantId}::uuid and r.finished_at is not null and r.payments > 1000
      order by r.started_at desc limit 20) as last`.execute(db)
  return rows[0]?.speed ?? undefined
}
