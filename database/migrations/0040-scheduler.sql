-- Background work as operators see it: what runs by the clock, what waits in the queues, and what became of it.

create table app.work_state (
  name text primary key,
  -- schedule: a clock starts it; job: something asked for it
  kind text not null check (kind in ('schedule', 'job')),
  every_s integer,
  is_paused boolean not null default false,
  -- somebody wants it to run now
  requested_at timestamptz,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_outcome text check (last_outcome in ('succeeded', 'failed')),
  last_output text,
  succeeded bigint not null default 0,
  failed bigint not null default 0
);
comment on table app.work_state is 'Each schedule and queue: paused or not, and its last run @shard:local';
grant select, insert, update on app.work_state to counterfoil_app;
grant select, insert, update, delete on app.work_state to counterfoil_loader;
grant select on app.work_state to counterfoil_platform;

create table app.work_run (
  id uuid primary key,
  name text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  outcome text not null check (outcome in ('succeeded', 'failed')),
  -- asked for, not by the clock
  is_requested boolean not null,
  output text
);
comment on table app.work_run is 'The log of scheduled runs: all but the successes of what runs every few seconds @shard:local';
create index work_run_name on app.work_run (name, id desc);
grant select, insert, delete on app.work_run to counterfoil_app;
grant select, insert, update, delete on app.work_run to counterfoil_loader;
grant select on app.work_run to counterfoil_platform;
