import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { sql } from 'kysely'
import type { RollupCell, RollupDifference } from './proofs.queries.ts'

/** The zone of a tenant `t` at an instant: its present one, or the one that it had then. */
const zoneAt = (at: string) => sql`coalesce((select z.time_zone from past_time_zone z
  where z.tenant_id = t.id and z.until > ${sql.ref(at)} order by z.until limit 1), t.time_zone)`

/** The days, in the tenant's time zone, of events after one id up to another. */
export async function listEventDays(db: Db, after: string, last: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (e.created_at at time zone ${zoneAt('e.created_at')})::date::text as day
    from payment_event e join tenant t on t.id = e.tenant_id
    where ${within(db, 'e')} and e.id > ${after} and e.id <= ${last}`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Where the sums by value date are not what the ledger posted on these days, together with what merchants paid back by
 * themselves, which no ledger has. Of a day the sums of all merchants together are compared too.
 */
export async function listValueDifferences(
  db: Db,
  { grain, first, last, merchantId }: RollupCell,
): Promise<RollupDifference[]> {
  const ofOne = (column: string) =>
    merchantId === undefined ? sql`true` : sql`${sql.ref(column)} = ${merchantId}::uuid`
  // a day in a tenant's time zone is at most a day away from that in London
  const from = new Date(Date.parse(first) - dayMs)
  const to = new Date(Date.parse(last) + 2 * dayMs)
  const { rows } = await sql<RollupDifference>`
    with kept as (
      select merchant_id, mode, method, provider, currency, sum(captured_minor) as captured, sum(refunded_minor) as refunded,
        sum(fees_minor) as fees, sum(disputed_minor) as disputed
      from (
        select merchant_id, mode, method, provider, currency, captured_minor, refunded_minor, fees_minor, disputed_minor
        from value_rollup r where ${withinPayments(db, 'r')} and grain = ${grain} and day = ${first}::date
          and ${ofOne('r.merchant_id')}
        union all
        select whose.id, mode, method, provider, currency, captured_minor, refunded_minor, coalesce(fees_minor, 0),
          coalesce(disputed_minor, 0)
        from payment_rollup_delta w
        cross join lateral (values (w.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
        where ${withinPayments(db, 'w')} and value_day between ${first}::date and ${last}::date and ${ofOne('whose.id')}
      ) as both_parts group by 1, 2, 3, 4, 5
    ), moved as (
      select e.payment_id, e.created_at,
        case when e.kind in ('capture', 'reversal') and e.account like 'merchant\\_%' then -e.amount_minor else 0 end as captured,
        case when e.kind = 'refund' and e.account like 'merchant\\_%' then e.amount_minor else 0 end as refunded,
        case when e.account = 'fee_income' then -e.amount_minor else 0 end as fees,
        case when e.kind in ('dispute', 'dispute_won') and e.account = 'disputed_funds' then -e.amount_minor else 0 end as disputed
      from ledger_entry e
      where ${within(db, 'e')} and e.payment_id is not null and e.id >= ${firstIdAt(from)} and e.id < ${firstIdAt(to)}
        and e.kind in ('capture', 'reversal', 'refund', 'fee', 'fee_return', 'payout_fee', 'dispute', 'dispute_won')
        and ${ofOne('e.merchant_id')}
      union all
      select o.payment_id, o.created_at, 0, o.amount_minor, 0, 0 from payment_operation o
      where ${within(db, 'o')} and o.kind = 'refund' and o.state = 'succeeded' and o.money_place = 'merchant'
        and o.created_at >= ${from} and o.created_at < ${to} and ${ofOne('o.merchant_id')}
    ), counted as (
      select whose.id as merchant_id, p.mode, p.method, coalesce(p.provider, '') as provider, p.currency,
        sum(m.captured) as captured, sum(m.refunded) as refunded, sum(m.fees) as fees, sum(m.disputed) as disputed
      from moved m join payment p on p.id = m.payment_id join tenant t on t.id = p.tenant_id
      cross join lateral (values (p.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
      where ${withinPayments(db, 'p')} and ${ofOne('whose.id')}
        and (m.created_at at time zone ${zoneAt('m.created_at')})::date between ${first}::date and ${last}::date
      group by 1, 2, 3, 4, 5
    ), compared as (
      select currency, method, provider, concat_ws(' / ', c.captured, c.refunded, c.fees, c.disputed) as expected,
        concat_ws(' / ', k.captured, k.refunded, k.fees, k.disputed) as found,
        coalesce(c.captured, 0) <> coalesce(k.captured, 0) or coalesce(c.refunded, 0) <> coalesce(k.refunded, 0)
          or coalesce(c.fees, 0) <> coalesce(k.fees, 0) or coalesce(c.disputed, 0) <> coalesce(k.disputed, 0) as differs
      from kept k full join counted c using (merchant_id, mode, method, provider, currency)
    )
    select concat_ws(' ', ${grain === 'day' ? first : first.slice(0, 7)}::text, currency, method, provider) as what,
      expected, found
    from compared where differs limit 100`.execute(db)
  return rows
}
