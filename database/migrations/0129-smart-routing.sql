-- Where a merchant's payments go: versions of a rule set, of which one is in force for each mode.

create table app.routing_version (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  -- counted for a merchant and mode
  number integer not null,
  note text not null,
  state text not null check (state in ('draft', 'waiting', 'active', 'past')),
  rules jsonb not null,
  -- who saved it last, and who asked for its activation: neither confirms it
  made_by uuid not null,
  made_by_name text not null,
  asked_by uuid,
  asked_by_name text,
  asked_at timestamptz,
  activated_by uuid,
  activated_by_name text,
  activated_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, merchant_id, mode, number),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.routing_version is 'Versions of the rules by which a merchant''s payments are routed @shard:tenant';
select app.protect('app.routing_version');
create unique index routing_version_active on app.routing_version (tenant_id, merchant_id, mode)
  where state = 'active';

create table app.routing_opening (
  tenant_id uuid not null,
  merchant_id uuid not null,
  -- order: rules with an order of MIDs; split: shares; rank: by cost or approvals; cost: costs are shown
  may text[] not null check (may <@ array['order', 'split', 'rank', 'cost']),
  -- whether people of the merchant confirm what others of it made, or operators alone
  confirmed_by text not null check (confirmed_by in ('merchant', 'operator')),
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id, merchant_id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id) on delete cascade
);
comment on table app.routing_opening is 'What of its routing a merchant may set itself; without a row nothing @shard:tenant';
select app.protect('app.routing_opening');

create table app.routing_score (
  tenant_id uuid not null,
  merchant_id uuid not null,
  mode smallint not null,
  rule_id text not null,
  mid_id uuid not null,
  decided integer not null,
  approved integer not null,
  counted_at timestamptz not null,
  primary key (tenant_id, merchant_id, mode, rule_id, mid_id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id) on delete cascade
);
comment on table app.routing_score is 'What MIDs approved of late, for rules that rank by it @shard:tenant';
select app.protect('app.routing_score');

create table app.routing_backtest (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  version_id uuid not null,
  days smallint not null check (days between 1 and 90),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  looked_at bigint not null default 0,
  total bigint,
  result jsonb,
  failure text,
  asked_by_name text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, version_id) references app.routing_version (tenant_id, id) on delete cascade
);
comment on table app.routing_backtest is 'Past payments routed by a version that was not in force @shard:tenant';
select app.protect('app.routing_backtest');
create index routing_backtest_version on app.routing_backtest (tenant_id, version_id, id);

-- which rule sent an authorisation where, and what was known then that is stored nowhere else
alter table app.payment_operation add column routed_by jsonb;
-- a transfer that was held is routed when it is approved
grant update (routing, routed_by) on app.payment_operation to counterfoil_app;

-- what the acquirer takes, for rules that rank by cost
alter table app.mid
  add column cost_basis_points integer check (cost_basis_points between 0 and 10000),
  add column cost_fixed_minor bigint check (cost_fixed_minor >= 0),
  add column cost_currency text references app.currency (code);
