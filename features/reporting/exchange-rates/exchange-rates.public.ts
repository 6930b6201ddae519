import type { Db } from '@counterfoil/kit/database/database.ts'
import { within } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import { type Rate, rateHoldsDays } from './conversion.rules.ts'

/** The rates that hold on days of a span, of every tenant that the caller sees. */
export async function listRates(
  db: Db,
  of: { readonly baseCurrency: string; readonly from: string; readonly to: string },
): Promise<Rate[]> {
  const { rows } = await sql<Rate>`
    select r.tenant_id as "tenantId", r.currency, r.day::text as day, r.rate, r.source
    from exchange_rate as r
    where ${within(db, 'r', null)} and r.is_active and r.base_currency = ${of.baseCurrency}
      and r.day >= ${of.from}::date - ${rateHoldsDays}::int and r.day <= ${of.to}::date
    order by r.day`.execute(db)
  return rows
}

/** In which currency a tenant keeps its books. */
export async function findHomeCurrency(db: Db, tenantId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('tenant')
    .select('home_currency')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return row?.home_currency
}
