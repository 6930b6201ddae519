-- MIDs, fees and antifraud rules are resources; a MID has a window; who is on the blacklist is blocked.

alter table app.mid
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column active_from timestamptz,
  add column active_until timestamptz;
alter table app.fee_schedule
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
alter table app.antifraud_rule
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();

create table app.blacklist_entry (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  kind text not null check (kind in ('card', 'iin', 'email', 'country')),
  value text not null,
  reason text not null,
  -- null: for good
  expires_at timestamptz,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, kind, value)
);
comment on table app.blacklist_entry is 'Cards, addresses and countries whose payments are blocked @shard:tenant';
select app.protect('app.blacklist_entry', null);
create index blacklist_entry_value on app.blacklist_entry (tenant_id, value, id);
