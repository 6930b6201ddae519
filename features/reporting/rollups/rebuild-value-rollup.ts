import { allMerchants } from './rollups.rules.ts'

/** What moved, as the ledger has it, and what merchants paid back by themselves, which is in no ledger. */
const moved = `select e.tenant_id, e.payment_id, e.created_at,
    case when e.kind in ('capture', 'reversal') and e.account like 'merchant\\_%' then -e.amount_minor else 0 end as captured_minor,
    case when e.kind = 'refund' and e.account like 'merchant\\_%' then e.amount_minor else 0 end as refunded_minor,
    case when e.account = 'fee_income' then -e.amount_minor else 0 end as fees_minor,
    case when e.kind in ('dispute', 'dispute_won') and e.account = 'disputed_funds' then -e.amount_minor else 0 end
      as disputed_minor
  from app.ledger_entry e
  where e.tenant_id = any ($1::uuid[]) and e.payment_id is not null
    and e.kind in ('capture', 'reversal', 'refund', 'fee', 'fee_return', 'payout_fee', 'dispute', 'dispute_won')
  union all
  select o.tenant_id, o.payment_id, o.created_at, 0, o.amount_minor, 0, 0 from app.payment_operation o
  where o.tenant_id = any ($1::uuid[]) and o.kind = 'refund' and o.state = 'succeeded' and o.money_place = 'merchant'`

/** The sums by the day on which money moved, of the tenants `$1`, from their ledger. */
export const rebuildValueStatements = [
  'delete from app.value_rollup where tenant_id = any ($1::uuid[])',
  `insert into app.value_rollup
  select m.tenant_id, whose.id, grain.name, grain.day, p.mode, p.method, coalesce(p.provider, ''), p.currency,
    sum(m.captured_minor), sum(m.refunded_minor), sum(m.fees_minor), sum(m.disputed_minor)
  from (${moved}) as m
  join app.payment p on p.tenant_id = m.tenant_id and p.id = m.payment_id
  join app.tenant t on t.id = m.tenant_id
  cross join lateral (values ((m.created_at at time zone coalesce((select z.time_zone from app.past_time_zone z
    where z.tenant_id = m.tenant_id and z.until > m.created_at order by z.until limit 1), t.time_zone))::date)) as value (day)
  cross join lateral (values (p.merchant_id), ('${allMerchants}'::uuid)) as whose (id)
  cross join lateral (values ('day', value.day), ('month', date_trunc('month', value.day::timestamp)::date)) as grain (name, day)
  group by 1, 2, 3, 4, 5, 6, 7, 8
  having (sum(m.captured_minor), sum(m.refunded_minor), sum(m.fees_minor), sum(m.disputed_minor)) <> (0, 0, 0, 0)
  order by 1, 2, 3, 4, 5, 6, 7, 8`,
] as const
