-- What antifraud rules found is kept for a time that operators set, as logs are. A payment that was never stored has matches too.

alter table app.retention_run drop constraint retention_run_what_check;
alter table app.retention_run add constraint retention_run_what_check
  check (what in ('api_logs', 'webhooks', 'attempts', 'events', 'matches')) not valid;

create or replace function app.delete_old_records(what text, before timestamptz, most integer) returns bigint
language plpgsql security definer set search_path = pg_catalog as $$
declare
  tenant uuid := app.current_tenant();
  least integer := case what when 'api_logs' then 365 when 'webhooks' then 180 when 'attempts' then 1826 when 'events' then 1826
    when 'matches' then 365 end;
  -- ids begin with their time: the lowest one of the instant
  bound uuid := (lpad(to_hex((extract(epoch from before) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;
  deleted bigint;
begin
  if tenant is null or app.merchant_limit() = '{' then
    raise exception 'records are deleted for a whole tenant' using errcode = '42501';
  end if;
  if least is null or before > now() - make_interval(days => least) then
    raise exception 'younger records are kept by law' using errcode = '42501';
  end if;
  case what
    when 'api_logs' then
      delete from app.api_log l where l.tenant_id = tenant and l.id = any (array(
        select o.id from app.api_log o where o.tenant_id = tenant and o.id < bound
          and (o.payment_id is null or app.is_at_rest(tenant, o.payment_id, 'infinity'))
        order by o.id limit most));
    when 'webhooks' then
      with gone as (
        select o.id from app.webhook_delivery o where o.tenant_id = tenant and o.id < bound
          and o.state in ('delivered', 'given_up')
          and (o.payment_id is null or app.is_at_rest(tenant, o.payment_id, 'infinity'))
        order by o.id limit most
      ), attempts as (
        delete from app.webhook_attempt a using gone where a.tenant_id = tenant and a.delivery_id = gone.id
      )
      delete from app.webhook_delivery d using gone where d.tenant_id = tenant and d.id = gone.id;
      get diagnostics deleted = row_count;
      if deleted > 0 then return deleted; end if;
      -- what messages have sent, once none is left that would send it again
      delete from app.merchant_event e using (
        select m.id as merchant_id, mode.number, old.id from app.merchant m
        cross join (values (1::smallint), (2::smallint)) as mode (number)
        cross join lateral (select o.id, o.payment_id from app.merchant_event o
          where o.tenant_id = tenant and o.merchant_id = m.id and o.mode = mode.number and o.id < bound
            and (o.payment_id is null or app.is_at_rest(tenant, o.payment_id, 'infinity'))
            and not exists (select from app.webhook_delivery d where d.tenant_id = tenant and d.payment_id = o.payment_id
              and d.event_id = o.id)
            and (o.payment_id is not null or not exists (select from app.webhook_delivery d
              where d.tenant_id = tenant and d.payment_id is null and d.event_id = o.id))
          order by o.id limit most) as old
        where m.tenant_id = tenant limit most
      ) as gone
      where e.tenant_id = tenant and e.merchant_id = gone.merchant_id and e.mode = gone.number and e.id = gone.id;
    when 'attempts' then
      delete from app.payment_attempt a where a.tenant_id = tenant and a.id = any (array(
        select o.id from app.payment_attempt o where o.tenant_id = tenant and o.id < bound
          and app.is_at_rest(tenant, o.payment_id, before)
        order by o.id limit most));
    when 'events' then
      delete from app.payment_event e where e.tenant_id = tenant and e.id = any (array(
        select o.id from app.payment_event o where o.tenant_id = tenant and o.id < bound
          and app.is_at_rest(tenant, o.payment_id, before)
        order by o.id limit most));
    when 'matches' then
      delete from app.antifraud_match m where m.tenant_id = tenant and m.id = any (array(
        select o.id from app.antifraud_match o where o.tenant_id = tenant and o.id < bound
          and not exists (select from app.payment p where p.tenant_id = tenant and p.id = o.payment_id
            and not app.is_at_rest(tenant, o.payment_id, 'infinity'))
        order by o.id limit most));
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
