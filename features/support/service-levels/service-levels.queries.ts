import type { Db } from '@counterfoil/kit/database/database.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { ServiceLevels } from './service-levels.contract.ts'

/** The stored settings; undefined: none. `db` is in the organisation's scope. */
export async function findServiceLevels(db: Db): Promise<unknown> {
  const row = await db
    .selectFrom('support_service_level as s')
    .select('s.levels')
    .where(within(db, 's', null))
    .executeTakeFirst()
  return row?.levels
}

/** The holidays of the leave settings, which count besides those of the service levels. */
export async function listHolidays(db: Db): Promise<{ date: string; name: string }[]> {
  return db
    .selectFrom('holiday as h')
    .select(['h.day as date', 'h.name'])
    .where(within(db, 'h', null))
    .where('h.is_active', '=', true)
    .where('h.day', '>=', sql<string>`current_date - 800`)
    .orderBy('h.day')
    .execute()
}

export async function upsertServiceLevels(db: Db, levels: ServiceLevels, at: Date): Promise<void> {
  const values = { levels: JSON.stringify(levels), updated_at: at }
  await db
    .insertInto('support_service_level')
    .values({ tenant_id: tenantOf(db), ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute()
}

export async function readTimeZone(shared: Db, tenantId: string): Promise<string> {
  const { time_zone } = await shared
    .selectFrom('tenant')
    .select('time_zone')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return time_zone
}

/** Open tickets with a due time that has passed and is not marked as breached. */
export function listOverdueTickets(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('support_ticket as t')
    .selectAll()
    .where(within(db, 't'))
    .where('t.due_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('t.response_breached_at', 'is', null),
          eb.or([
            eb.and([
              eb('t.first_answered_at', 'is', null),
              eb('t.first_response_due_at', '<=', now),
            ]),
            eb('t.next_response_due_at', '<=', now),
          ]),
        ]),
        eb.and([eb('t.resolution_breached_at', 'is', null), eb('t.resolution_due_at', '<=', now)]),
      ]),
    )
    .orderBy('t.due_at')
    .limit(limit)
    .forUpdate()
    .execute()
}

export async function updateBreaches(
  db: Db,
  ticketId: string,
  change: { readonly response_breached_at?: Date; readonly resolution_breached_at?: Date },
): Promise<void> {
  await db
    .updateTable('support_ticket')
    .set(change)
    .where(within(db, 'support_ticket'))
    .where('id', '=', ticketId)
    .execute()
}
