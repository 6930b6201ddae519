-- Addresses can be listed; who is trusted is not looked at by the rules; of fees for the same there is one.

alter table app.blacklist_entry
  drop constraint blacklist_entry_kind_check,
  add constraint blacklist_entry_kind_check check (kind in ('card', 'iin', 'email', 'ip', 'country'));

create table app.whitelist_entry (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  kind text not null check (kind in ('card', 'iin', 'email', 'ip')),
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
comment on table app.whitelist_entry is 'Cards and addresses that antifraud rules do not look at @shard:tenant';
select app.protect('app.whitelist_entry', null);
create index whitelist_entry_value on app.whitelist_entry (tenant_id, value, id);

create unique index fee_schedule_once on app.fee_schedule (tenant_id, fee_type, merchant_id, currency) nulls not distinct;
