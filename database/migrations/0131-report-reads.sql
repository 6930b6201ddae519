-- Reports that are read from the payments themselves: how far each is, and how fast they were.

create table app.report_read (
  tenant_id uuid not null references app.tenant (id),
  -- given by who asks, so that its progress can be asked for
  id uuid not null,
  user_id uuid not null,
  days integer not null,
  days_read integer not null default 0,
  -- as the rollups count them, without what only the payments know
  payments bigint not null,
  started_at timestamptz not null,
  -- null: it is under way, or was stopped
  finished_at timestamptz,
  primary key (tenant_id, id)
);
comment on table app.report_read is 'Reports that are read payment by payment @shard:tenant';
select app.protect('app.report_read', null);
create index report_read_user on app.report_read (tenant_id, user_id, started_at);
