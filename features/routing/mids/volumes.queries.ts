import type { DB as Rows } from '@counterfoil/database/rows.generated.ts'
import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { tenantOf } from '@counterfoil/kit/database/tenant-of.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type Insertable, sql } from 'kysely'
import { type MidVolume, monthOf } from './routing.rules.ts'

/** The authorised volume of these MIDs on the day and in the month so far: at most 31 rows of each. */
export async function listVolumes(
  db: Db,
  midIds: readonly string[],
  currency: string,
  day: string,
): Promise<ReadonlyMap<string, MidVolume>> {
  const rows = await db
    .selectFrom('mid_volume')
    .select([
      'mid_id as midId',
      sql<bigint>`coalesce(sum(amount_minor) filter (where day = ${day}::date), 0)::bigint`.as(
        'dayMinor',
      ),
      sql<bigint>`sum(amount_minor)::bigint`.as('monthMinor'),
    ])
    .where(within(db, 'mid_volume'))
    .where('mid_id', 'in', [...midIds])
    .where('currency', '=', currency)
    .where('day', '>=', monthOf(day))
    .groupBy('mid_id')
    .execute()
  return new Map(rows.map(({ midId, ...volume }) => [midId, volume]))
}

/** Adds to the volume of a MID on the tenant's day, if it has a cap in the currency. */
export async function upsertVolume(
  db: Db,
  of: {
    readonly midId: string
    readonly currency: string
    readonly at: Date
    readonly amountMinor: bigint
  },
): Promise<void> {
  await sql`
    insert into mid_volume (tenant_id, mid_id, merchant_id, currency, day, amount_minor)
    select m.tenant_id, m.id, m.merchant_id, ${of.currency},
      (${of.at}::timestamptz at time zone t.time_zone)::date, ${of.amountMinor}::bigint
    from mid as m join tenant as t on t.id = m.tenant_id
    where ${within(db, 'm')} and m.tenant_id = ${tenantOf(db)}::uuid and m.id = ${of.midId}::uuid
      and m.cap_currency = ${of.currency}
    on conflict (tenant_id, mid_id, currency, day)
      do update set amount_minor = mid_volume.amount_minor + excluded.amount_minor`.execute(db)
}

type NewVolume = Insertable<Rows['mid_volume']>

/** Adds up what a MID had authorised in the month so far, in the currency of its cap, by the day on which the payments came. */
export async function upsertVolumesOfMonth(db: Db, midId: string, at: Date): Promise<void> {
  // read first: an insert of what is selected goes to all machines of a cluster at once
  const { rows } = await sql<NewVolume>`
    select m.tenant_id, m.id as mid_id, m.merchant_id, p.currency, (p.created_at at time zone t.time_zone)::date as day,
      sum(p.authorised_minor)::bigint as amount_minor
    from mid as m
    join tenant as t on t.id = m.tenant_id
    join payment as p on p.tenant_id = m.tenant_id and p.merchant_id = m.merchant_id and p.mode = m.mode
      and p.mid_id = m.id and p.currency = m.cap_currency
    where ${within(db, 'm')} and ${withinPayments(db, 'p')} and m.tenant_id = ${tenantOf(db)}::uuid and m.id = ${midId}::uuid
      and p.id >= ${firstIdAt(new Date(at.getTime() - 32 * dayMs))}::uuid and p.authorised_minor > 0
      and (p.created_at at time zone t.time_zone)::date >= date_trunc('month', ${at}::timestamptz at time zone t.time_zone)
    group by m.tenant_id, m.id, m.merchant_id, p.currency, 5`.execute(db)
  if (rows.length === 0) return
  await db
    .insertInto('mid_volume')
    .values(rows)
    .onConflict((on) =>
      on
        .columns(['tenant_id', 'mid_id', 'currency', 'day'])
        .doUpdateSet(({ ref }) => ({ amount_minor: ref('excluded.amount_minor') })),
    )
    .execute()
}
