-- Antifraud rules that are tried before they count: in shadow, over past payments, and with a second person's confirmation.

alter table app.antifraud_rule
  -- shadow: evaluated and recorded, without effect. What was there before is in force
  add column effect text not null default 'live' check (effect in ('live', 'shadow'));

create table app.antifraud_version (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  -- counted for a rule
  number integer not null,
  values jsonb not null,
  state text not null check (state in ('draft', 'waiting', 'active', 'past')),
  -- null: it was there before versions were
  made_by uuid,
  made_by_name text,
  asked_by uuid,
  asked_by_name text,
  asked_at timestamptz,
  activated_by_name text,
  activated_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, rule_id, number),
  foreign key (tenant_id, rule_id) references app.antifraud_rule (tenant_id, id) on delete cascade
);
comment on table app.antifraud_version is 'What an antifraud rule was and is to be @shard:tenant';
select app.protect('app.antifraud_version', null);
create unique index antifraud_version_waiting on app.antifraud_version (tenant_id, rule_id) where state = 'waiting';

-- The rule may be gone: what it found stays.
create table app.antifraud_match (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  merchant_id uuid not null,
  payment_id uuid not null,
  rule text not null,
  effect text not null check (effect in ('live', 'shadow')),
  outcome text not null check (outcome in ('flag', 'review', 'block')),
  message text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.antifraud_match is 'Payments that antifraud rules found, in force or in shadow @shard:tenant';
select app.protect('app.antifraud_match');
revoke update, delete on app.antifraud_match from counterfoil_app;
create index antifraud_match_rule on app.antifraud_match (tenant_id, rule_id, id);
create index antifraud_match_payment on app.antifraud_match (tenant_id, payment_id, id);

create table app.antifraud_backtest (
  tenant_id uuid not null,
  id uuid not null,
  rule_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  days smallint not null check (days between 1 and 90),
  values jsonb not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  looked_at bigint not null default 0,
  total bigint,
  result jsonb,
  asked_by_name text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, rule_id) references app.antifraud_rule (tenant_id, id) on delete cascade
);
comment on table app.antifraud_backtest is 'Past payments looked at by an antifraud rule @shard:tenant';
select app.protect('app.antifraud_backtest', null);
create index antifraud_backtest_rule on app.antifraud_backtest (tenant_id, rule_id, id);
