-- Hours for what is compared with the same hour of past weeks, rules over any figure, and the alerts that they raise.

create table app.hour_rollup (
  tenant_id uuid not null,
  hour timestamptz not null,
  merchant_id uuid not null,
  mode smallint not null,
  method text not null,
  -- empty: no acquirer was called
  provider text not null,
  currency text not null,
  status text not null,
  payments bigint not null,
  amount_minor bigint not null,
  captured_minor bigint not null,
  refunded_minor bigint not null,
  primary key (tenant_id, hour, merchant_id, mode, method, provider, currency, status)
);
comment on table app.hour_rollup is 'Payments of each hour as they were shortly after it, for nine weeks @shard:tenant';
select app.protect('app.hour_rollup');
select app.limit_payments('app.hour_rollup');

create table app.hour_rollup_mark (
  tenant_id uuid not null primary key references app.tenant (id),
  -- the hours before it are summed
  summed_to timestamptz not null
);
comment on table app.hour_rollup_mark is 'Up to which hour a tenant''s payments are summed by hour @shard:tenant';
select app.protect('app.hour_rollup_mark', null);

create table app.alert_rule (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  measure text not null,
  mode text not null check (mode in ('Live', 'Test')),
  time_window text not null check (time_window in ('hour', 'today', 'yesterday')),
  compared_with text not null check (compared_with in ('number', 'percent', 'amount', 'past')),
  direction text not null check (direction in ('above', 'below', 'either')),
  threshold_number integer,
  -- hundredths of a per cent
  threshold_basis_points integer,
  threshold_minor bigint,
  past_weeks integer check (past_weeks between 3 and 8),
  deviations integer check (deviations between 2 and 6),
  minimum_count integer,
  -- null: all of them
  merchant_id uuid,
  provider text references app.service_provider (code),
  method text references app.payment_method (code),
  currency text,
  severity text not null check (severity in ('info', 'warning', 'failed')),
  role_id uuid,
  escalate_after_minutes integer,
  escalate_role_id uuid,
  -- as what this user may see it is evaluated: whoever saved it last
  owner_id uuid not null,
  owner_tenant_id uuid not null,
  state text not null default 'unknown' check (state in ('unknown', 'ok', 'firing', 'no_data')),
  last_window timestamptz,
  paused_for text check (paused_for in ('owner_gone', 'right_lost')),
  silenced_until timestamptz,
  silenced_by text,
  silence_reason text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, role_id) references app.role (tenant_id, id),
  foreign key (tenant_id, escalate_role_id) references app.role (tenant_id, id)
);
comment on table app.alert_rule is 'Figures of payments that raise an alert, at a threshold or beside past weeks @shard:tenant';
select app.protect('app.alert_rule', null);
create unique index alert_rule_folded_name on app.alert_rule (tenant_id, app.folded_name(name));

create table app.alert (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- the alert stays when its rule is deleted
  rule_id uuid not null,
  name text not null,
  kind text not null check (kind in ('threshold', 'anomaly')),
  severity text not null check (severity in ('info', 'warning', 'failed')),
  measure text not null,
  mode text not null check (mode in ('Live', 'Test')),
  direction text not null check (direction in ('above', 'below', 'either')),
  -- null: all of them
  merchant_id uuid,
  provider text,
  method text,
  currency text,
  -- instants, the end not included
  window_from timestamptz not null,
  window_to timestamptz not null,
  value numeric not null,
  payments bigint not null,
  -- the threshold, or the band that past weeks lead one to expect
  low numeric,
  high numeric,
  -- the same time of past weeks, newest first
  past jsonb not null,
  fired_at timestamptz not null,
  is_silenced boolean not null,
  notified_at timestamptz,
  escalated_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  resolved_at timestamptz,
  -- null: the figure recovered
  resolved_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.alert is 'Each time that a rule found a figure out of its bounds, until it was back @shard:tenant';
select app.protect('app.alert');
select app.limit_payments('app.alert');
create unique index alert_open on app.alert (tenant_id, rule_id) where resolved_at is null;
create index alert_rule_history on app.alert (tenant_id, rule_id, id);
