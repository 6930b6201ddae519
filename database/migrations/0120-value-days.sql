-- Sums by the day on which money moved, beside those by the day of the payment: a refund counts on the day of the refund,
-- and the sums of a closed day never change again. They come from the same deltas, which say their day.

alter table app.payment_rollup_delta
  -- the tenant's business day of the change; null: nothing moved
  add column value_day date,
  add column fees_minor bigint,
  add column disputed_minor bigint;

create table app.value_rollup (
  tenant_id uuid not null,
  -- zeros: all merchants together, as in payment_rollup
  merchant_id uuid not null,
  grain text not null check (grain in ('day', 'month')),
  day date not null,
  mode smallint not null,
  method text not null,
  provider text not null,
  currency text not null,
  -- less what was taken back by reversals
  captured_minor bigint not null,
  refunded_minor bigint not null,
  -- less what was given back
  fees_minor bigint not null,
  -- withheld for disputes, less what was given back for those that were won
  disputed_minor bigint not null,
  primary key (tenant_id, merchant_id, grain, day, mode, method, provider, currency)
);
comment on table app.value_rollup is 'Sums of money by the day on which it moved @shard:tenant';
select app.protect('app.value_rollup');
select app.limit_payments('app.value_rollup');
revoke insert, update, delete on app.value_rollup from counterfoil_app;

create or replace function app.fold_payment_rollup(most integer) returns bigint language plpgsql security definer set search_path = pg_catalog
as $$
declare
  tenant uuid := app.current_tenant();
  taken bigint;
begin
  if tenant is null or app.merchant_limit() = '{' then
    raise exception 'sums are folded for a whole tenant' using errcode = '42501';
  end if;
  with gone as (
    delete from app.payment_rollup_delta d
    where d.tenant_id = tenant and d.id = any (array(
      select w.id from app.payment_rollup_delta w where w.tenant_id = tenant order by w.id limit most for update skip locked))
    returning d.*
  ), added as (
    insert into app.payment_rollup as r (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status,
      payments, amount_minor, captured_minor, refunded_minor)
    select tenant, whose.id, grain.name, grain.day, g.mode, g.method, g.provider, g.currency, g.status,
      sum(g.payments), sum(g.amount_minor), sum(g.captured_minor), sum(g.refunded_minor)
    from gone g
    cross join lateral (values (g.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
    cross join lateral (values ('day', g.day), ('month', date_trunc('month', g.day)::date)) as grain (name, day)
    group by 2, 3, 4, 5, 6, 7, 8, 9
    having (sum(g.payments), sum(g.amount_minor), sum(g.captured_minor), sum(g.refunded_minor)) <> (0, 0, 0, 0)
    -- every worker locks rows in this order, which prevents deadlocks
    order by 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status) do update set
      payments = r.payments + excluded.payments, amount_minor = r.amount_minor + excluded.amount_minor,
      captured_minor = r.captured_minor + excluded.captured_minor, refunded_minor = r.refunded_minor + excluded.refunded_minor
  ), valued as (
    insert into app.value_rollup as r (tenant_id, merchant_id, grain, day, mode, method, provider, currency,
      captured_minor, refunded_minor, fees_minor, disputed_minor)
    select tenant, whose.id, grain.name, grain.day, g.mode, g.method, g.provider, g.currency,
      sum(g.captured_minor), sum(g.refunded_minor), coalesce(sum(g.fees_minor), 0), coalesce(sum(g.disputed_minor), 0)
    from gone g
    cross join lateral (values (g.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
    cross join lateral (values ('day', g.value_day), ('month', date_trunc('month', g.value_day)::date)) as grain (name, day)
    where g.value_day is not null
    group by 2, 3, 4, 5, 6, 7, 8
    having (sum(g.captured_minor), sum(g.refunded_minor), coalesce(sum(g.fees_minor), 0), coalesce(sum(g.disputed_minor), 0))
      <> (0, 0, 0, 0)
    order by 2, 3, 4, 5, 6, 7, 8
    on conflict (tenant_id, merchant_id, grain, day, mode, method, provider, currency) do update set
      captured_minor = r.captured_minor + excluded.captured_minor, refunded_minor = r.refunded_minor + excluded.refunded_minor,
      fees_minor = r.fees_minor + excluded.fees_minor, disputed_minor = r.disputed_minor + excluded.disputed_minor
  )
  select count(*) into taken from gone;
  return taken;
end
$$;

-- What moved before: as the ledger has it, and what merchants paid back by themselves, which moved no money of their tenant's.
create temporary table moved on commit drop as
select e.tenant_id, e.payment_id, e.created_at,
  case when e.kind in ('capture', 'reversal') and e.account like 'merchant\_%' then -e.amount_minor else 0 end as captured_minor,
  case when e.kind = 'refund' and e.account like 'merchant\_%' then e.amount_minor else 0 end as refunded_minor,
  case when e.account = 'fee_income' then -e.amount_minor else 0 end as fees_minor,
  case when e.kind in ('dispute', 'dispute_won') and e.account = 'disputed_funds' then -e.amount_minor else 0 end as disputed_minor
from app.ledger_entry e
where e.payment_id is not null and e.kind in ('capture', 'reversal', 'refund', 'fee', 'fee_return', 'payout_fee', 'dispute', 'dispute_won')
union all
select o.tenant_id, o.payment_id, o.created_at, 0, o.amount_minor, 0, 0 from app.payment_operation o
where o.kind = 'refund' and o.state = 'succeeded' and o.money_place = 'merchant';

insert into app.value_rollup
select m.tenant_id, whose.id, grain.name, grain.day, p.mode, p.method, coalesce(p.provider, ''), p.currency,
  sum(m.captured_minor), sum(m.refunded_minor), sum(m.fees_minor), sum(m.disputed_minor)
from moved m
join app.payment p on p.tenant_id = m.tenant_id and p.id = m.payment_id
join app.tenant t on t.id = m.tenant_id
cross join lateral (values ((m.created_at at time zone t.time_zone)::date)) as value (day)
cross join lateral (values (p.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
cross join lateral (values ('day', value.day), ('month', date_trunc('month', value.day)::date)) as grain (name, day)
group by 1, 2, 3, 4, 5, 6, 7, 8
having (sum(m.captured_minor), sum(m.refunded_minor), sum(m.fees_minor), sum(m.disputed_minor)) <> (0, 0, 0, 0);
