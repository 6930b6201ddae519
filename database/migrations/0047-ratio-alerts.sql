-- Thresholds for the share of payments that are declined or pending, and each time that one was crossed.

create table app.ratio_alert (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  measure text not null check (measure in ('declined', 'pending')),
  -- null: all of them
  merchant_id uuid,
  provider text references app.service_provider (code),
  method text references app.payment_method (code),
  -- over the payments of the last so many minutes
  window_minutes integer not null check (window_minutes between 5 and 1440),
  minimum_count integer not null check (minimum_count > 0),
  threshold_percent integer not null check (threshold_percent between 1 and 100),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.ratio_alert is 'Shares of declined or pending payments that somebody is told of @shard:tenant';
select app.protect('app.ratio_alert', null);

create table app.ratio_alert_crossing (
  tenant_id uuid not null,
  id uuid not null,
  ratio_alert_id uuid not null,
  counted integer not null,
  of_count integer not null,
  crossed_at timestamptz not null,
  recovered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, ratio_alert_id) references app.ratio_alert (tenant_id, id)
);
comment on table app.ratio_alert_crossing is 'When a share was too high, until it recovered @shard:tenant';
select app.protect('app.ratio_alert_crossing', null);
-- one at a time: nobody is told again before it recovered
create unique index ratio_alert_crossing_open on app.ratio_alert_crossing (tenant_id, ratio_alert_id)
  where recovered_at is null;
create index ratio_alert_crossing_alert on app.ratio_alert_crossing (tenant_id, ratio_alert_id, id);
