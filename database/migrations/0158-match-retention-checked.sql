-- Every run of retention so far is of one of the kinds.
alter table app.retention_run validate constraint retention_run_what_check;
