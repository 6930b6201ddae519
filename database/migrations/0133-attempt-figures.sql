-- What became of a payment's first attempt and how long its acquirer took to answer: on the payment, and summed as its
-- amounts are.

alter table app.payment
  -- of the authorisation's first attempt, once it is decided; null: not decided, or none was sent
  add column first_try text check (first_try in ('approved', 'declined')),
  -- how long the acquirer that the payment is at took to its first answer; null: it has not answered
  add column answer_ms integer check (answer_ms >= 0);
grant update (first_try, answer_ms) on app.payment to counterfoil_app;

alter table app.payment_rollup
  add column first_approved bigint not null default 0,
  add column first_declined bigint not null default 0,
  add column first_declined_minor bigint not null default 0,
  add column answered bigint not null default 0,
  add column answer_ms bigint not null default 0;
alter table app.hour_rollup
  add column first_approved bigint not null default 0,
  add column first_declined bigint not null default 0,
  add column first_declined_minor bigint not null default 0,
  add column answered bigint not null default 0,
  add column answer_ms bigint not null default 0;
alter table app.payment_rollup_delta
  -- null: none
  add column first_approved bigint,
  add column first_declined bigint,
  add column first_declined_minor bigint,
  add column answered bigint,
  add column answer_ms bigint;

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
      payments, amount_minor, captured_minor, refunded_minor,
      first_approved, first_declined, first_declined_minor, answered, answer_ms)
    select tenant, whose.id, grain.name, grain.day, g.mode, g.method, g.provider, g.currency, g.status,
      sum(g.payments), sum(g.amount_minor), sum(g.captured_minor), sum(g.refunded_minor),
      coalesce(sum(g.first_approved), 0), coalesce(sum(g.first_declined), 0), coalesce(sum(g.first_declined_minor), 0),
      coalesce(sum(g.answered), 0), coalesce(sum(g.answer_ms), 0)
    from gone g
    cross join lateral (values (g.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
    cross join lateral (values ('day', g.day), ('month', date_trunc('month', g.day)::date)) as grain (name, day)
    group by 2, 3, 4, 5, 6, 7, 8, 9
    having (sum(g.payments), sum(g.amount_minor), sum(g.captured_minor), sum(g.refunded_minor),
        coalesce(sum(g.first_approved), 0), coalesce(sum(g.first_declined), 0), coalesce(sum(g.first_declined_minor), 0),
        coalesce(sum(g.answered), 0), coalesce(sum(g.answer_ms), 0))
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
    -- every worker locks rows in this order, which prevents deadlocks
    order by 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status) do update set
      payments = r.payments + excluded.payments, amount_minor = r.amount_minor + excluded.amount_minor,
      captured_minor = r.captured_minor + excluded.captured_minor, refunded_minor = r.refunded_minor + excluded.refunded_minor,
      first_approved = r.first_approved + excluded.first_approved, first_declined = r.first_declined + excluded.first_declined,
      first_declined_minor = r.first_declined_minor + excluded.first_declined_minor,
      answered = r.answered + excluded.answered, answer_ms = r.answer_ms + excluded.answer_ms
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

-- Payments that were there before: their first attempt, and what their last one took if it was decided at once. An attempt
-- that the acquirer approved late was cancelled there, and counts as what it was.
update app.payment p set
  first_try = case when f.state = 'approved' and f.cancel_state is null then 'approved'
    when f.state in ('approved', 'declined', 'failed') then 'declined' end,
  answer_ms = case when l.state in ('approved', 'declined') and l.finished_at between l.started_at and l.started_at + interval '30 seconds'
    then extract(epoch from l.finished_at - l.started_at) * 1000 end::integer
from app.payment_operation o
join app.payment_attempt f on f.tenant_id = o.tenant_id and f.operation_id = o.id and f.sequence = 1
cross join lateral (select a.state, a.started_at, a.finished_at from app.payment_attempt a
  where a.tenant_id = o.tenant_id and a.operation_id = o.id order by a.sequence desc limit 1) as l
where o.tenant_id = p.tenant_id and o.payment_id = p.id and o.kind = 'authorise';

insert into app.payment_rollup as r (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status,
  payments, amount_minor, captured_minor, refunded_minor, first_approved, first_declined, first_declined_minor, answered, answer_ms)
select p.tenant_id, whose.id, grain.name, grain.day, p.mode, p.method, coalesce(p.provider, ''), p.currency, p.status, 0, 0, 0, 0,
  count(*) filter (where p.first_try = 'approved'), count(*) filter (where p.first_try = 'declined'),
  coalesce(sum(p.amount_minor) filter (where p.first_try = 'declined'), 0), count(p.answer_ms), coalesce(sum(p.answer_ms), 0)
from app.payment p
cross join lateral (values (p.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
cross join lateral (values ('day', p.business_day), ('month', date_trunc('month', p.business_day)::date)) as grain (name, day)
where p.first_try is not null or p.answer_ms is not null
group by 1, 2, 3, 4, 5, 6, 7, 8, 9
on conflict (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status) do update set
  first_approved = excluded.first_approved, first_declined = excluded.first_declined,
  first_declined_minor = excluded.first_declined_minor, answered = excluded.answered, answer_ms = excluded.answer_ms;

-- hours are summed anew when somebody watches them
delete from app.hour_rollup;
delete from app.hour_rollup_mark;
