-- A tenant under another law keeps its records for another time than the platform's. And which tables are kept for a time is
-- declared by rows, one a table: the function that deletes reads them, and a migration with one more table adds a row.

create table app.retained_table (
  what text not null,
  -- tables of one kind are emptied in this order: what refers to another before it
  position smallint not null,
  table_name text not null,
  -- the column that says how old a row is: an instant, or an id, which begins with its time
  time_column text not null,
  -- no younger row of this kind is ever deleted
  least_days integer not null check (least_days > 0),
  -- when a row of that age, `o`, may go: $1 is its tenant, $2 the instant before which rows are old, $3 the lowest id of it
  condition text not null,
  primary key (what, position)
);
comment on table app.retained_table is 'Which tables are kept for a time, by which column, and what still needs their rows @shard:reference';
grant select on app.retained_table to counterfoil_app, counterfoil_platform, counterfoil_loader;

insert into app.retained_table (what, position, table_name, time_column, least_days, condition) values
  ('api_logs', 1, 'api_log', 'id', 365, $$o.payment_id is null or app.is_at_rest($1, o.payment_id, 'infinity')$$),
  ('webhooks', 1, 'webhook_attempt', 'delivery_id', 180, $$exists (select from app.webhook_delivery w
    where w.tenant_id = $1 and w.id = o.delivery_id and w.state in ('delivered', 'given_up')
      and (w.payment_id is null or app.is_at_rest($1, w.payment_id, 'infinity')))$$),
  ('webhooks', 2, 'webhook_delivery', 'id', 180, $$o.state in ('delivered', 'given_up')
    and (o.payment_id is null or app.is_at_rest($1, o.payment_id, 'infinity'))
    and not exists (select from app.webhook_attempt a where a.tenant_id = $1 and a.delivery_id = o.id)$$),
  -- what messages have sent, once none is left that would send it again
  ('webhooks', 3, 'merchant_event', 'id', 180, $$case when o.payment_id is null
    then not exists (select from app.webhook_delivery w where w.tenant_id = $1 and w.payment_id is null and w.event_id = o.id)
    else app.is_at_rest($1, o.payment_id, 'infinity') and not exists (select from app.webhook_delivery w
      where w.tenant_id = $1 and w.payment_id = o.payment_id and w.event_id = o.id) end$$),
  ('attempts', 1, 'payment_attempt', 'id', 1826, $$app.is_at_rest($1, o.payment_id, $2)$$),
  ('events', 1, 'payment_event', 'id', 1826, $$app.is_at_rest($1, o.payment_id, $2)$$),
  ('matches', 1, 'antifraud_match', 'id', 365, $$not exists (select from app.payment p where p.tenant_id = $1 and p.id = o.payment_id
    and not app.is_at_rest($1, o.payment_id, 'infinity'))$$);

create or replace function app.delete_old_records(what text, before timestamptz, most integer) returns bigint
language plpgsql security definer set search_path = pg_catalog as $$
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  -- ids begin with their time: the lowest one of the instant
  bound uuid := (lpad(to_hex((extract(epoch from before) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;
  retained record;
  -- the primary key without the tenant, and the order that the table has an index for
  keys text[];
  place text;
  deleted bigint;
begin
  if tenant is null or app.merchant_limit() = '{' then
    raise exception 'records are deleted for a whole tenant' using errcode = '42501';
  end if;
  if before > now() - make_interval(days => (select max(r.least_days) from app.retained_table r
      where r.what = delete_old_records.what)) is not false then
    raise exception 'younger records are kept by law' using errcode = '42501';
  end if;
  for retained in select r.table_name, r.time_column, r.condition,
      format('app.%I', r.table_name)::regclass as target,
      (select a.atttypid = 'uuid'::regtype from pg_attribute a
        where a.attrelid = format('app.%I', r.table_name)::regclass and a.attname = r.time_column) as is_id
    from app.retained_table r where r.what = delete_old_records.what order by r.position
  loop
    select array_agg(format('%I', a.attname) order by k.place) into keys
    from pg_index i cross join unnest(i.indkey::smallint[]) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = retained.target and i.indisprimary and a.attname <> 'tenant_id';
    place := array_to_string(case when retained.time_column = any (keys) then keys
      else format('%I', retained.time_column) || keys end, ', ');
    execute format('with gone as (select %1$s from %2$s o where o.tenant_id = $1 and o.%3$I < %4$s and (%5$s) order by %6$s limit $4)
      delete from %2$s d using gone where d.tenant_id = $1 and (%7$s) = (%8$s)',
      array_to_string(keys, ', '), format('app.%I', retained.table_name), retained.time_column,
      case when retained.is_id then '$3' else '$2' end, retained.condition, place,
      'd.' || array_to_string(keys, ', d.'), 'gone.' || array_to_string(keys, ', gone.'))
    using tenant, before, bound, most;
    get diagnostics deleted = row_count;
    if deleted > 0 then return deleted; end if;
  end loop;
  return 0;
end
$$;

-- the kinds are those of retained_table
alter table app.retention_run drop constraint retention_run_what_check;

create table app.tenant_retention (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  what text not null,
  days integer not null check (days > 0),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.tenant_retention is 'For how long a tenant keeps records where it is not as long as the platform does @shard:tenant';
select app.protect('app.tenant_retention', null);
create unique index tenant_retention_what on app.tenant_retention (tenant_id, what);

update app.role
set permissions = permissions || array['Settings.GeneralSettings.Retention.View', 'Settings.GeneralSettings.Retention.Edit']
where is_administrator and user_type in ('tenant', 'platform');
