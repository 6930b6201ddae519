import { dayMs } from '@counterfoil/kit/contract/durations.ts'
import type { Db } from '@counterfoil/kit/database/database.ts'
import { firstIdAt } from '@counterfoil/kit/database/ids.ts'
import { within, withinPayments } from '@counterfoil/kit/database/within.ts'
import { type RawBuilder, sql } from 'kysely'
import type { RollupCell, RollupDifference } from './proofs.queries.ts'

const sums = [
  ...['payments', 'amount_minor', 'captured_minor', 'refunded_minor', 'first_approved'],
  ...['first_declined', 'first_declined_minor', 'answered', 'answer_ms'],
]
const added = sql.join(sums.map((one) => sql`coalesce(sum(${sql.ref(one)}), 0) as ${sql.ref(one)}`))
const keys = sql`merchant_id, kind, mode, method, provider, currency, status, channel, decline_reason, decline_code, hour`

const allMerchants = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** A row of each kind that a payment, or a change of one, is counted by. */
const details = (table: string, hour: RawBuilder<unknown>) => {
  const [channel, reason, code] = ['channel', 'decline_reason', 'decline_code'].map((one) =>
    sql.ref(`${table}.${one}`),
  )
  return sql`cross join lateral (values ('channel', ${channel}, null::text, null::text, null::timestamptz),
      ('decline', null, ${reason}, ${code}, null), ('hour', null, null, null, ${hour}))
    as d (kind, channel, decline_reason, decline_code, hour)`
}
/** Hours are counted by the day, of all merchants together. */
const isCounted = (grain: RollupCell['grain']) =>
  sql`case d.kind when 'channel' then true when 'hour' then whose.id = ${allMerchants} and ${grain} = 'day'
    else d.decline_reason is not null or d.decline_code is not null end`

/**
 * Where the sums by channel, by decline and by hour are not those of the payments. Of a day the sums of all merchants together are
 * compared too. Days that are not counted yet are left out: reports do not read them.
 */
export async function listDimensionDifferences(
  db: Db,
  { grain, first, last, merchantId }: RollupCell,
): Promise<RollupDifference[]> {
  const ofOne = (column: string) =>
    merchantId === undefined ? sql`true` : sql`${sql.ref(column)} = ${merchantId}::uuid`
  const from = firstIdAt(new Date(Date.parse(first) - dayMs))
  const to = firstIdAt(new Date(Date.parse(last) + 2 * dayMs))
  const days = sql`between ${first}::date and ${last}::date`
  const { rows } = await sql<RollupDifference>`
    with missing as (
      select g.day from dimension_rollup_gap g where ${within(db, 'g', null)} and g.day ${days}
      union all
      select w.day from payment_rollup_delta w where ${withinPayments(db, 'w')} and w.day ${days} and (w.channel is null or w.hour is null)
    ), kept as (
      select ${keys}, ${added} from (
        select ${keys}, ${sql.join(sums.map((one) => sql.ref(one)))}
        from dimension_rollup r where ${withinPayments(db, 'r')} and r.grain = ${grain} and r.day = ${first}::date
          and ${ofOne('r.merchant_id')}
        union all
        select whose.id, d.kind, w.mode, w.method, w.provider, w.currency, w.status, d.channel, d.decline_reason, d.decline_code, d.hour,
          ${sql.join(sums.map((one) => sql.ref(`w.${one}`)))}
        from payment_rollup_delta w ${details('w', sql`w.hour`)}
        cross join lateral (values (w.merchant_id), (${allMerchants})) as whose (id)
        where ${withinPayments(db, 'w')} and w.day ${days} and ${ofOne('whose.id')} and ${isCounted(grain)}
      ) as both_parts group by ${keys}
    ), counted as (
      select ${keys}, ${added} from (
        select whose.id as merchant_id, d.kind, p.mode, p.method, coalesce(p.provider, '') as provider, p.currency, p.status,
          d.channel, d.decline_reason, d.decline_code, d.hour, 1 as payments, p.amount_minor, p.captured_minor, p.refunded_minor,
          case when p.first_try = 'approved' then 1 end as first_approved,
          case when p.first_try = 'declined' then 1 end as first_declined,
          case when p.first_try = 'declined' then p.amount_minor end as first_declined_minor,
          case when p.answer_ms is not null then 1 end as answered, p.answer_ms
        from payment p ${details('p', sql`date_trunc('hour', p.created_at, 'UTC')`)}
        cross join lateral (values (p.merchant_id), (${allMerchants})) as whose (id)
        where ${withinPayments(db, 'p')} and p.id >= ${from} and p.id < ${to} and p.business_day ${days}
          and ${ofOne('whose.id')} and ${isCounted(grain)}
      ) as each_one group by ${keys}
    ), both_sides as (
      select ${keys}, ${sql.join(sums.map((one) => sql`sum(${sql.ref(`c_${one}`)}) as ${sql.ref(`c_${one}`)}`))},
        ${sql.join(sums.map((one) => sql`sum(${sql.ref(`k_${one}`)}) as ${sql.ref(`k_${one}`)}`))}
      from (
        select ${keys}, ${sql.join(sums.map((one) => sql`${sql.ref(one)} as ${sql.ref(`c_${one}`)}`))},
          ${sql.join(sums.map((one) => sql`0 as ${sql.ref(`k_${one}`)}`))} from counted
        union all
        select ${keys}, ${sql.join(sums.map(() => sql`0`))}, ${sql.join(sums.map((one) => sql.ref(one)))} from kept
      ) as sides group by ${keys}
    )
    select concat_ws(' ', ${grain === 'day' ? first : first.slice(0, 7)}::text, currency, method, provider, status, channel,
        decline_reason, decline_code, hour) as what,
      concat_ws(' / ', ${sql.join(sums.map((one) => sql.ref(`c_${one}`)))}) as expected,
      concat_ws(' / ', ${sql.join(sums.map((one) => sql.ref(`k_${one}`)))}) as found
    from both_sides where (${sql.join(sums.map((one) => sql.ref(`c_${one}`)))}) is distinct from
        (${sql.join(sums.map((one) => sql.ref(`k_${one}`)))})
      and not exists (select from missing)
    limit 100`.execute(db)
  return rows
}
