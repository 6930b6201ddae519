-- What 0184 lets stand unread is read here, beside the writers.
alter table app.automated_report_run validate constraint automated_report_run_state_check;
