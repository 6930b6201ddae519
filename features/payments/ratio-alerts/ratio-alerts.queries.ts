import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt, newId } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { Counted } from './ratio-alerts.rules.ts'

/** Active alerts, each with its open crossing. */
export function listActiveAlerts(db: Db) {
  return db
    .selectFrom('ratio_alert as a')
    .leftJoin('ratio_alert_crossing as c', (join) =>
      join
        .onRef('c.tenant_id', '=', 'a.tenant_id')
        .onRef('c.ratio_alert_id', '=', 'a.id')
        .on('c.recovered_at', 'is', null),
    )
    .select([
      'a.id',
      'a.name',
      'a.measure',
      'a.merchant_id as merchantId',
      'a.provider',
      'a.method',
      'a.window_minutes as windowMinutes',
      'a.minimum_count as minimumCount',
      'a.threshold_percent as thresholdPercent',
      'c.id as crossingId',
    ])
    .where(within(db, 'a', null))
    .where('a.is_active', '=', true)
    .execute()
}
export type ActiveAlert = Awaited<ReturnType<typeof listActiveAlerts>>[number]

const live = 2
const declined = ['declined', 'blocked', 'failed']

/** Live payments since an instant, found by the time in their ids, so that only the newest part of an index is read. */
export async function countPayments(db: Db, alert: ActiveAlert, since: Date): Promise<Counted> {
  const row = await db
    .selectFrom('payment')
    .select([
      (eb) => eb.fn.countAll<bigint>().as('of'),
      (eb) =>
        eb.fn
          .countAll<bigint>()
          .filterWhere('status', 'in', alert.measure === 'declined' ? declined : ['pending'])
          .as('counted'),
    ])
    .where(withinPayments(db, 'payment'))
    .where('mode', '=', live)
    .where('id', '>=', firstIdAt(since))
    .$if(alert.merchantId !== null, (query) => query.where('merchant_id', '=', alert.merchantId))
    .$if(alert.provider !== null, (query) => query.where('provider', '=', alert.provider))
    .$if(alert.method !== null, (query) => query.where('method', '=', alert.method ?? ''))
    .executeTakeFirstOrThrow()
  return { counted: Number(row.counted), of: Number(row.of) }
}

/** The crossing's id; undefined if another process has inserted one meanwhile. */
export async function insertCrossing(
  db: Db,
  alert: ActiveAlert,
  { counted, of }: Counted,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto('ratio_alert_crossing')
    .values({
      tenant_id: tenantOf(db),
      id: newId(now),
      ratio_alert_id: alert.id,
      counted,
      of_count: of,
      crossed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Ends the open crossing of an alert. */
export async function endCrossing(db: Db, alertId: string, now: Date): Promise<void> {
  await db
    .updateTable('ratio_alert_crossing')
    .set({ recovered_at: now })
    .where(within(db, 'ratio_alert_crossing', null))
    .where('ratio_alert_id', '=', alertId)
    .where('recovered_at', 'is', null)
    .execute()
}

export async function deleteCrossings(db: Db, alertId: string): Promise<void> {
  await db
    .deleteFrom('ratio_alert_crossing')
    .where(within(db, 'ratio_alert_crossing', null))
    .where('ratio_alert_id', '=', alertId)
    .execute()
}

const crossingsOf = (db: Db, of: { readonly tenantId: string; readonly id: string }) =>
  db
    .selectFrom('ratio_alert_crossing')
    .where(within(db, 'ratio_alert_crossing', null))
    .where('tenant_id', '=', of.tenantId)
    .where('ratio_alert_id', '=', of.id)

export function listCrossingRows(
  db: Db,
  of: { readonly tenantId: string; readonly id: string },
  page: { readonly limit: number; readonly offset: number },
) {
  return crossingsOf(db, of)
    .select(['id', 'counted', 'of_count', 'crossed_at', 'recovered_at'])
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function countCrossings(
  db: Db,
  of: { readonly tenantId: string; readonly id: string },
): Promise<number> {
  const { count } = await crossingsOf(db, of)
    .select(sql<bigint>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
