import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { addedUp, conditionsOf, type RollupFilter, type RollupSums } from './rollups.queries.ts'
import { rollupSumNames, rollupSums } from './rollups.rules.ts'

/** Up to which hour the tenant's payments are summed, locked so that one worker at a time goes on; null: not begun. */
export async function lockHourMark(db: Db): Promise<Date | null> {
  await db
    .insertInto('hour_rollup_mark')
    .values({ tenant_id: tenantOf(db), summed_to: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const mark = await db
    .selectFrom('hour_rollup_mark')
    .select('summed_to')
    .where(within(db, 'hour_rollup_mark', null))
    .forUpdate()
    .executeTakeFirstOrThrow()
  return mark.summed_to.getTime() === 0 ? null : mark.summed_to
}

/** Sums the payments between two full hours by hour; they are found by the time in their ids. */
export async function insertHours(db: Db, from: Date, to: Date): Promise<void> {
  await sql`
    insert into hour_rollup (tenant_id, hour, merchant_id, mode, method, provider, currency, status,
      ${sql.join(rollupSumNames.map((one) => sql.ref(rollupSums[one][0])))})
    select p.tenant_id, date_trunc('hour', p.created_at, 'UTC'), p.merchant_id, p.mode, p.method, coalesce(p.provider, ''),
      p.currency, p.status, ${sql.join(rollupSumNames.map((one) => sql.raw(rollupSums[one][1])))}
    from payment as p
    where ${withinPayments(db, 'p')} and p.id >= ${firstIdAt(from)}::uuid and p.id < ${firstIdAt(to)}::uuid
      and p.created_at >= ${from} and p.created_at < ${to}
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db)
  await db
    .updateTable('hour_rollup_mark')
    .set({ summed_to: to })
    .where(within(db, 'hour_rollup_mark', null))
    .execute()
}

export async function deleteHoursBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('hour_rollup')
    .where(within(db, 'hour_rollup'))
    .where('hour', '<', before)
    .execute()
}

export interface HourRow extends RollupSums {
  readonly hour: Date
  readonly status: string
  readonly currency: string
}

/** Sums of these hours, which begin at the instants, as they were shortly after each. */
export async function sumHourRollup(
  db: Db,
  filter: Omit<RollupFilter, 'dayFrom' | 'dayTo'>,
  hours: readonly Date[],
): Promise<HourRow[]> {
  const where = [
    withinPayments(db, 'hour_rollup'),
    sql`hour = any (${hours as Date[]}::timestamptz[])`,
    ...conditionsOf(filter),
  ]
  const { rows } = await sql<HourRow>`
    select hour, status, currency, ${addedUp}
    from hour_rollup where ${sql.join(where, sql` and `)}
    group by hour, status, currency`.execute(db)
  return rows
}
