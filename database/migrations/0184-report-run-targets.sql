-- Where the files of a run go: the target that its report had when they were made, whatever the report has later. It is a
-- part of what happened, so a target that is deleted stays named.
alter table app.automated_report_run add column target_id uuid;
-- cancelled: the owner cancelled the export of the run
alter table app.automated_report_run drop constraint automated_report_run_state_check;
alter table app.automated_report_run add constraint automated_report_run_state_check
  check (state in ('running', 'sending', 'sent', 'nothing', 'failed', 'cancelled')) not valid;
