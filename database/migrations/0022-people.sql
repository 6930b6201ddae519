-- What administrators do with users: rights of their own, limits to methods and providers, locks, removal.

alter table app.role add column version integer not null default 1;

alter table app.app_user
  -- held besides the role's
  add column own_permissions text[] not null default '{}',
  add column own_sca_required_permissions text[] not null default '{}',
  -- as the identity provider told it
  add column locked_until timestamptz,
  -- gone from the lists; what was done in its name stays its own
  add column removed_at timestamptz;
create index app_user_list on app.app_user (tenant_id, user_type, last_name, id) where removed_at is null;
create index app_user_role on app.app_user (tenant_id, role_id);

create table app.user_method_limit (
  tenant_id uuid not null,
  user_id uuid not null,
  method text not null references app.payment_method (code),
  primary key (tenant_id, user_id, method),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.user_method_limit is 'A user with rows here sees payments by these methods alone @shard:tenant';
select app.protect('app.user_method_limit', null);

create table app.user_provider_limit (
  tenant_id uuid not null,
  user_id uuid not null,
  provider text not null references app.service_provider (code),
  primary key (tenant_id, user_id, provider),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.user_provider_limit is 'A user with rows here sees payments at these providers alone @shard:tenant';
select app.protect('app.user_provider_limit', null);

-- A lock that began before this instant has been lifted by an administrator.
alter table app.user_directory add column unlocked_at timestamptz;

alter table app.account_event drop constraint account_event_kind_check;
alter table app.account_event add constraint account_event_kind_check check (kind in (
  'signed_in', 'profile_changed', 'password_reset_requested', 'security_changed', 'locked'));

-- Limits to methods and providers, the second wall. One setting says whether there are any, so that whoever has none pays
-- for one comparison; written as app.merchant_limit() is, for the same reason.
create function app.payment_limit() returns text language sql stable parallel safe
as $$ select coalesce(left(current_setting('app.payment_limit', true), 1), '') $$;
create function app.method_scope() returns text[] language sql stable parallel safe
as $$ select nullif(current_setting('app.methods', true), '')::text[] $$;
create function app.provider_scope() returns text[] language sql stable parallel safe
as $$ select nullif(current_setting('app.providers', true), '')::text[] $$;

create function app.set_limited_scope(tenant uuid, merchants uuid[], methods text[], providers text[])
returns void language plpgsql
as $$
begin
  perform app.set_scope(tenant, merchants);
  set local app.payment_limit = '{';
  execute format('set local app.methods = %L', coalesce(methods::text, ''));
  execute format('set local app.providers = %L', coalesce(providers::text, ''));
end
$$;

-- What is written is not held against the limits: a new payment is at no provider yet.
create function app.limit_payments(target regclass) returns void language plpgsql
as $$
declare
  own text := $own$tenant_id = app.current_tenant()
    and (app.merchant_limit() <> '{' or merchant_id = any (app.merchant_scope()))$own$;
  limited text := $own$ and (app.payment_limit() <> '{' or (
    (app.method_scope() is null or method = any (app.method_scope()))
    and (app.provider_scope() is null or provider = any (app.provider_scope()))))$own$;
begin
  execute format('alter policy own_scope on %s using (%s) with check (%s)', target, own || limited, own);
end
$$;
select app.limit_payments('app.payment');
select app.limit_payments('app.payment_rollup');
select app.limit_payments('app.payment_rollup_delta');
