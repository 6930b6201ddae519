-- Administrators look through users' eyes: a state of one sign-in, kept by the server. The right goes to the
-- administrators' roles of the platform and of tenants.

create table app.view_as (
  id uuid primary key,
  tenant_id uuid not null,
  administrator_id uuid not null,
  administrator_name text not null,
  -- which of the administrator's sign-ins; empty where the identity provider does not tell them apart
  sign_in text not null,
  user_tenant_id uuid not null,
  user_id uuid not null,
  reason text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  signed_out_at timestamptz,
  ended_at timestamptz
);
comment on table app.view_as is 'Administrators who look through a user''s eyes; tenant_id is the administrator''s @shard:local';
create unique index view_as_open on app.view_as (administrator_id, sign_in) where ended_at is null;
create index view_as_age on app.view_as (started_at);
grant select, insert, update, delete on app.view_as to counterfoil_app, counterfoil_loader;
grant select on app.view_as to counterfoil_platform;

update app.role set permissions = permissions || array['CRM.User.ViewAs']
where is_administrator and user_type in ('platform', 'tenant') and not 'CRM.User.ViewAs' = any (permissions);
