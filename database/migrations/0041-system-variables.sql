-- What the platform's operators may tune. Which there are, with what bounds, is declared in the source.

create table app.system_variable (
  code text primary key,
  name text not null,
  unit text not null,
  value integer not null,
  default_value integer not null,
  lowest integer not null,
  highest integer not null,
  -- off: the default holds
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  check (value between lowest and highest)
);
comment on table app.system_variable is 'Bounded values that the product reads while it runs @shard:reference';
grant select on app.system_variable to counterfoil_app, counterfoil_platform, counterfoil_loader;
grant insert, update on app.system_variable to counterfoil_app;

-- Administrators hold every permission of their audience; this one is new.
update app.role
set permissions = permissions || array['Platform.Settings.GeneralSettings.SystemVariable']
where is_administrator
  and user_type = 'platform'
  and not permissions && array['Platform.Settings.GeneralSettings.SystemVariable'];
