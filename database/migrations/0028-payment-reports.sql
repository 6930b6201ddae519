-- Lists of payments that users had prepared in the background. Their files hang on them.
create table app.payment_report (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  -- filter, order, columns, language and time zone, as they were asked for
  query jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts smallint not null default 0,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.payment_report is 'Exports made in the background, each for the user who asked @shard:tenant';
-- rows belong to a user, whatever merchants that user may see
select app.protect('app.payment_report', null);
create index payment_report_user on app.payment_report (tenant_id, user_id, created_at);
create index payment_report_age on app.payment_report (tenant_id, created_at);
