-- Sums by hour beside those by channel and by decline, of all merchants of a tenant together: one merchant's hours are read from
-- its payments, so that a payment costs no further row. Hours are of UTC, and rows keep the payments' business day.

alter table app.payment_rollup_delta
  -- null: written by the version before, which did not say it
  add column hour timestamptz;
alter table app.dimension_rollup
  add column hour timestamptz;
alter table app.dimension_rollup drop constraint dimension_rollup_kind_check;
alter table app.dimension_rollup add constraint dimension_rollup_kind_check
  check (kind in ('channel', 'decline') or (kind = 'hour' and grain = 'day' and hour is not null)) not valid;
comment on table app.dimension_rollup is 'Counts and sums by channel, by decline reason and by hour @shard:tenant';

create or replace function app.fold_payment_rollup(most integer) returns bigint language plpgsql security definer set search_path = pg_catalog
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
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
  ), unknown as (
    insert into app.dimension_rollup_gap (tenant_id, day)
    select distinct tenant, g.day from gone g where g.channel is null or g.hour is null order by 2
    on conflict do nothing
  ), detailed as (
    insert into app.dimension_rollup as r (tenant_id, merchant_id, grain, kind, day, mode, method, provider, currency, status, value_key,
      channel, decline_reason, decline_code, hour, payments, amount_minor, captured_minor, refunded_minor, first_approved, first_declined, first_declined_minor, answered, answer_ms)
    select tenant, whose.id, grain.name, d.kind, grain.day, g.mode, g.method, g.provider, g.currency, g.status,
      coalesce(md5(extract(epoch from d.hour)::bigint::text), md5(jsonb_build_array(d.channel, d.decline_reason, d.decline_code)::text))::uuid,
      d.channel, d.decline_reason, d.decline_code, d.hour,
      coalesce(sum(g.payments), 0),
      coalesce(sum(g.amount_minor), 0),
      coalesce(sum(g.captured_minor), 0),
      coalesce(sum(g.refunded_minor), 0),
      coalesce(sum(g.first_approved), 0),
      coalesce(sum(g.first_declined), 0),
      coalesce(sum(g.first_declined_minor), 0),
      coalesce(sum(g.answered), 0),
      coalesce(sum(g.answer_ms), 0)
    from gone g
    cross join lateral (values ('channel', g.channel, null::text, null::text, null::timestamptz),
      ('decline', null, g.decline_reason, g.decline_code, null), ('hour', null, null, null, g.hour))
      as d (kind, channel, decline_reason, decline_code, hour)
    cross join lateral (values (g.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
    cross join lateral (values ('day', g.day), ('month', date_trunc('month', g.day)::date)) as grain (name, day)
    where (d.channel is not null or d.decline_reason is not null or d.decline_code is not null or d.hour is not null)
      and case d.kind when 'hour' then whose.id = '00000000-0000-0000-0000-000000000000' and grain.name = 'day' else g.channel is not null end
    group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
    having (coalesce(sum(g.payments), 0), coalesce(sum(g.amount_minor), 0), coalesce(sum(g.captured_minor), 0), coalesce(sum(g.refunded_minor), 0), coalesce(sum(g.first_approved), 0), coalesce(sum(g.first_declined), 0), coalesce(sum(g.first_declined_minor), 0), coalesce(sum(g.answered), 0), coalesce(sum(g.answer_ms), 0))
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
    order by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    on conflict (tenant_id, merchant_id, grain, kind, day, mode, method, provider, currency, status, value_key) do update set
      payments = r.payments + excluded.payments,
      amount_minor = r.amount_minor + excluded.amount_minor,
      captured_minor = r.captured_minor + excluded.captured_minor,
      refunded_minor = r.refunded_minor + excluded.refunded_minor,
      first_approved = r.first_approved + excluded.first_approved,
      first_declined = r.first_declined + excluded.first_declined,
      first_declined_minor = r.first_declined_minor + excluded.first_declined_minor,
      answered = r.answered + excluded.answered,
      answer_ms = r.answer_ms + excluded.answer_ms
  )
  select count(*) into taken from gone;
  return taken;
end
$$;

-- As before, with hours.
create or replace function app.fill_dimension_rollup() returns date language plpgsql security definer set search_path = pg_catalog
as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  missing date;
  first_id uuid;
  end_id uuid;
begin
  if tenant is null or app.merchant_limit() = '{' then
    raise exception 'sums are filled for a whole tenant' using errcode = '42501';
  end if;
  select g.day into missing from app.dimension_rollup_gap g
  where g.tenant_id = tenant and not exists (
    select from app.payment_rollup_delta w where w.tenant_id = tenant and w.day = g.day and (w.channel is null or w.hour is null))
  order by g.day desc limit 1 for update skip locked;
  if missing is null then
    return null;
  end if;
  -- before the payments are read: a fold that finds the day missing again waits for this transaction
  delete from app.dimension_rollup_gap g where g.tenant_id = tenant and g.day = missing;
  -- a business day in any zone is within a day of that in London, and ids begin with their time
  first_id := (lpad(to_hex((extract(epoch from missing - 1) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;
  end_id := (lpad(to_hex((extract(epoch from missing + 2) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;
  insert into app.dimension_rollup as r (tenant_id, merchant_id, grain, kind, day, mode, method, provider, currency, status, value_key,
    channel, decline_reason, decline_code, hour, payments, amount_minor, captured_minor, refunded_minor, first_approved, first_declined, first_declined_minor, answered, answer_ms)
  select tenant, whose.id, grain.name, g.kind, grain.day, g.mode, g.method, g.provider, g.currency, g.status,
    coalesce(md5(extract(epoch from g.hour)::bigint::text), md5(jsonb_build_array(g.channel, g.decline_reason, g.decline_code)::text))::uuid,
      g.channel, g.decline_reason, g.decline_code, g.hour,
    coalesce(sum(g.payments), 0), coalesce(sum(g.amount_minor), 0), coalesce(sum(g.captured_minor), 0), coalesce(sum(g.refunded_minor), 0), coalesce(sum(g.first_approved), 0), coalesce(sum(g.first_declined), 0), coalesce(sum(g.first_declined_minor), 0), coalesce(sum(g.answered), 0), coalesce(sum(g.answer_ms), 0)
  from (
    select missing as day, p.merchant_id, d.kind, p.mode, p.method, coalesce(p.provider, '') as provider, p.currency, p.status,
      d.channel, d.decline_reason, d.decline_code, d.hour, 1 as payments, p.amount_minor, p.captured_minor, p.refunded_minor,
      case when p.first_try = 'approved' then 1 end as first_approved,
      case when p.first_try = 'declined' then 1 end as first_declined,
      case when p.first_try = 'declined' then p.amount_minor end as first_declined_minor,
      case when p.answer_ms is not null then 1 end as answered, p.answer_ms
    from app.payment p
    cross join lateral (values ('channel', p.channel, null::text, null::text, null::timestamptz),
      ('decline', null, p.decline_reason, p.decline_code, null), ('hour', null, null, null, date_trunc('hour', p.created_at, 'UTC')))
      as d (kind, channel, decline_reason, decline_code, hour)
    where p.tenant_id = tenant and p.id >= first_id and p.id < end_id and p.business_day = missing
      and (d.kind <> 'decline' or d.decline_reason is not null or d.decline_code is not null)
    union all
    select missing, case when k.kind <> 'hour' then k.merchant_id end, k.kind, k.mode, k.method, k.provider, k.currency, k.status,
      k.channel, k.decline_reason, k.decline_code, k.hour, -coalesce(k.payments, 0), -coalesce(k.amount_minor, 0), -coalesce(k.captured_minor, 0), -coalesce(k.refunded_minor, 0), -coalesce(k.first_approved, 0), -coalesce(k.first_declined, 0), -coalesce(k.first_declined_minor, 0), -coalesce(k.answered, 0), -coalesce(k.answer_ms, 0)
    from app.dimension_rollup k
    where k.tenant_id = tenant and k.grain = 'day' and k.day = missing
      and (k.merchant_id <> '00000000-0000-0000-0000-000000000000' or k.kind = 'hour')
    union all
    select missing, w.merchant_id, d.kind, w.mode, w.method, w.provider, w.currency, w.status,
      d.channel, d.decline_reason, d.decline_code, d.hour, -coalesce(w.payments, 0), -coalesce(w.amount_minor, 0), -coalesce(w.captured_minor, 0), -coalesce(w.refunded_minor, 0), -coalesce(w.first_approved, 0), -coalesce(w.first_declined, 0), -coalesce(w.first_declined_minor, 0), -coalesce(w.answered, 0), -coalesce(w.answer_ms, 0)
    from app.payment_rollup_delta w
    cross join lateral (values ('channel', w.channel, null::text, null::text, null::timestamptz),
      ('decline', null, w.decline_reason, w.decline_code, null), ('hour', null, null, null, w.hour))
      as d (kind, channel, decline_reason, decline_code, hour)
    where w.tenant_id = tenant and w.day = missing and w.channel is not null and w.hour is not null
      and (d.kind <> 'decline' or d.decline_reason is not null or d.decline_code is not null)
  ) as g
    cross join lateral (values (g.merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as whose (id)
    cross join lateral (values ('day', g.day), ('month', date_trunc('month', g.day)::date)) as grain (name, day)
  where g.kind <> 'hour' or (whose.id = '00000000-0000-0000-0000-000000000000' and grain.name = 'day')
  group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  having (coalesce(sum(g.payments), 0), coalesce(sum(g.amount_minor), 0), coalesce(sum(g.captured_minor), 0), coalesce(sum(g.refunded_minor), 0), coalesce(sum(g.first_approved), 0), coalesce(sum(g.first_declined), 0), coalesce(sum(g.first_declined_minor), 0), coalesce(sum(g.answered), 0), coalesce(sum(g.answer_ms), 0))
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
  order by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  on conflict (tenant_id, merchant_id, grain, kind, day, mode, method, provider, currency, status, value_key) do update set
      payments = r.payments + excluded.payments,
      amount_minor = r.amount_minor + excluded.amount_minor,
      captured_minor = r.captured_minor + excluded.captured_minor,
      refunded_minor = r.refunded_minor + excluded.refunded_minor,
      first_approved = r.first_approved + excluded.first_approved,
      first_declined = r.first_declined + excluded.first_declined,
      first_declined_minor = r.first_declined_minor + excluded.first_declined_minor,
      answered = r.answered + excluded.answered,
      answer_ms = r.answer_ms + excluded.answer_ms;
  return missing;
end
$$;

-- The hours of payments that were there before are counted by the same job, one day after the other.
insert into app.dimension_rollup_gap (tenant_id, day)
select tenant_id, day from app.payment_rollup
where grain = 'day' and merchant_id = '00000000-0000-0000-0000-000000000000' group by 1, 2
union
select tenant_id, day from app.payment_rollup_delta group by 1, 2
on conflict do nothing;
