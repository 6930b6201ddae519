-- Lists of merchants' own, within what their operator opens to them.

create table app.merchant_screening (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid not null,
  may_block boolean not null,
  may_trust boolean not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id) on delete cascade
);
comment on table app.merchant_screening is 'Which lists of its own a merchant may have; without a row none @shard:tenant';
select app.protect('app.merchant_screening');
create unique index merchant_screening_once on app.merchant_screening (tenant_id, merchant_id);

create table app.merchant_blacklist_entry (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid not null,
  kind text not null check (kind in ('card', 'iin', 'email', 'ip', 'country')),
  value text not null,
  card_hint text,
  reason text not null,
  -- null: for good
  expires_at timestamptz,
  added_by text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, merchant_id, kind, value),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id) on delete cascade
);
comment on table app.merchant_blacklist_entry is 'Whose payments a merchant does not take @shard:tenant';
select app.protect('app.merchant_blacklist_entry');

create table app.merchant_whitelist_entry (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid not null,
  kind text not null check (kind in ('card', 'iin', 'email', 'ip')),
  value text not null,
  card_hint text,
  reason text not null,
  -- null: for good
  expires_at timestamptz,
  added_by text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, merchant_id, kind, value),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id) on delete cascade
);
comment on table app.merchant_whitelist_entry is 'Whose payments at a merchant antifraud rules do not look at @shard:tenant';
select app.protect('app.merchant_whitelist_entry');
