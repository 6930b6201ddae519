-- Reports that come by themselves, each as what its owner may see when it runs.
create table app.automated_report (
  tenant_id uuid not null,
  id uuid not null,
  -- of whom it is; what this user may see is what it holds
  user_id uuid not null,
  -- of which merchant its payments are; null: of all that the owner sees
  merchant_id uuid,
  name text not null,
  source text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  mode smallint not null check (mode in (1, 2)),
  -- filters and columns, without days
  query jsonb not null,
  -- which days, seen from the day on which it runs
  days text not null check (days in ('yesterday', 'last_seven', 'last_week', 'this_month', 'last_month')),
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly', 'business_day')),
  -- of the week (1: Monday), of the month, or which business day of it; null: daily
  day smallint check (day between 1 and 31),
  at_time text not null,
  time_zone text not null,
  delivery text not null check (delivery in ('portal', 'mail')),
  skip_empty boolean not null default false,
  is_active boolean not null default true,
  -- why it does not run any more, though nobody switched it off
  paused_for text check (paused_for in ('owner_gone', 'right_lost', 'report_gone')),
  next_run_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.automated_report is 'Reports that run by the clock, each in its owner''s name @shard:tenant';
-- rows belong to a user, whatever merchants that user may see
select app.protect('app.automated_report', null);
create index automated_report_due on app.automated_report (tenant_id, next_run_at) where is_active;
create index automated_report_owner on app.automated_report (tenant_id, user_id);

create table app.automated_report_run (
  tenant_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  due_at timestamptz not null,
  is_requested boolean not null,
  state text not null check (state in ('running', 'sent', 'nothing', 'failed')),
  export_id uuid not null,
  failure text,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references app.automated_report (tenant_id, id) on delete cascade
);
comment on table app.automated_report_run is 'When an automated report ran and what became of it @shard:tenant';
select app.protect('app.automated_report_run', null);
create index automated_report_run_report on app.automated_report_run (tenant_id, report_id, id);

-- the run of an automated report that an export is made for
alter table app.data_export add column run_id uuid;
