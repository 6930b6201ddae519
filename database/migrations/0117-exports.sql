-- One job for the exports of all lists and reports; until now it was of the payment list alone.
alter table app.payment_report rename to data_export;
alter index app.payment_report_user rename to data_export_user;
alter index app.payment_report_age rename to data_export_age;
alter table app.data_export drop constraint payment_report_state_check;
alter table app.data_export
  -- what is exported: the id of a list or a report
  add column source text not null default 'payments',
  add column format text not null default 'csv' check (format in ('csv', 'xlsx', 'pdf')),
  add constraint data_export_state_check check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- how far it is; the total is counted in the snapshot that the rows are read from
  add column rows_done bigint not null default 0,
  add column rows_total bigint,
  -- what is in its files, with their sums and checksums
  add column manifest jsonb,
  -- the code of the problem for which it could not be made
  add column failure text,
  add column finished_at timestamptz;
alter table app.data_export alter column source drop default, alter column format drop default;
comment on table app.data_export is 'Exports made in the background, each for the user who asked @shard:tenant';
update app.file set record_type = 'data_export' where record_type = 'payment_report';
