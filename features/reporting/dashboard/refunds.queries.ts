import type { Mode } from '@counterfoil/kit/contract/fields.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { DayRefunds } from './dashboard.rules.ts'

/** No place on Earth begins its day earlier before UTC does. */
const earliestDayStartMs = 14 * 3_600_000

/** Refunds since a day of this time zone, by day and currency. An event's id begins with its time. */
export async function sumRefunds(
  db: Db,
  { mode, dayFrom, timeZone }: { mode: Mode; dayFrom: string; timeZone: string },
): Promise<DayRefunds[]> {
  const since = firstIdAt(new Date(Date.parse(`${dayFrom}T00:00:00Z`) - earliestDayStartMs))
  const { rows } = await sql<DayRefunds>`
    select day::text, currency, sum(amount_minor)::bigint as "amountMinor"
    from (
      select (e.created_at at time zone ${timeZone}::text)::date as day, p.currency, e.amount_minor
      from payment_event as e
      join payment as p on p.tenant_id = e.tenant_id and p.id = e.payment_id
      where ${within(db, 'e')} and ${withinPayments(db, 'p')} and p.mode = ${mode}::smallint
        and e.type = 'payment.refunded' and e.id >= ${since}::uuid
    ) as refund
    where day >= ${dayFrom}::date
    group by 1, 2`.execute(db)
  return rows
}
