-- The log holds what was asked for beside what a clock started: whose it was, where it was one tenant's.
alter table app.work_run add column tenant_id uuid;
comment on table app.work_run is 'The log of runs: all but the successes of what runs every few seconds @shard:local';
