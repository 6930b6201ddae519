-- What a merchant is sorted by: its industry and its risk. And two lists of an operator's own words.

create table app.industry_type (
  code text primary key check (code ~ '^\d{4}$'),
  name text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table app.industry_type is 'ISO 18245 merchant category codes @shard:reference';
grant select on app.industry_type to counterfoil_app, counterfoil_platform, counterfoil_loader;
grant insert, update on app.industry_type to counterfoil_app;

create table app.risk_level (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  -- 1 is the lowest
  score smallint not null check (score between 1 and 100),
  -- in minor units of the payment's currency; null: no such limit
  approval_above_minor bigint,
  block_above_minor bigint,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
comment on table app.risk_level is 'Levels of risk that merchants are sorted into @shard:tenant';
select app.protect('app.risk_level', null);

alter table app.merchant
  add column industry_type text references app.industry_type (code),
  add column risk_level_id uuid,
  add foreign key (tenant_id, risk_level_id) references app.risk_level (tenant_id, id);
create index merchant_risk_level on app.merchant (tenant_id, risk_level_id) where risk_level_id is not null;

create table app.document_type (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  purpose text not null check (purpose in ('identity', 'address', 'company', 'bank', 'licence', 'other')),
  is_required boolean not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
comment on table app.document_type is 'Kinds of documents that merchants hand in @shard:tenant';
select app.protect('app.document_type', null);

create table app.lead_status (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('open', 'won', 'lost', 'neutral')),
  sort_order smallint not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
comment on table app.lead_status is 'How far a lead has come, in an operator''s own words @shard:tenant';
select app.protect('app.lead_status', null);
