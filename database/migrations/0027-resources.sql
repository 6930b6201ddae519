-- What every resource has: a version, by which a stale save is seen, and when it was last changed.
alter table app.country add column version integer not null default 1, add column updated_at timestamptz not null default now();
alter table app.currency add column version integer not null default 1, add column updated_at timestamptz not null default now();
alter table app.language add column version integer not null default 1, add column updated_at timestamptz not null default now();
alter table app.payment_method add column version integer not null default 1, add column updated_at timestamptz not null default now();
alter table app.service_provider add column version integer not null default 1, add column updated_at timestamptz not null default now();

-- Goes up with every change of what processes keep in memory; a payment reads it with its merchant.
alter table app.tenant add column settings_version integer not null default 1;

-- A tenant's own switch over a value of one of the platform's lists. No row: on, as far as the platform has it on.
create table app.tenant_switch (
  tenant_id uuid not null references app.tenant (id),
  -- the name of the list's table
  list text not null,
  code text not null,
  is_active boolean not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, list, code)
);
comment on table app.tenant_switch is 'What a tenant switched off for itself @shard:tenant';
select app.protect('app.tenant_switch', null);

create table app.reason (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  action text not null check (action in ('decline', 'approve', 'dispute')),
  code text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, action, code)
);
comment on table app.reason is 'A tenant''s own reasons for deciding on a payment @shard:tenant';
select app.protect('app.reason', null);
create index reason_name on app.reason (tenant_id, name, id);
