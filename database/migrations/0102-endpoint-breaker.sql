-- An endpoint that fails for a day is paused; what it missed is sent again when somebody wants it.

alter table app.webhook_endpoint
  -- since when every attempt has failed
  add column failing_since timestamptz,
  -- when its merchant's people were warned that it will be paused
  add column warned_at timestamptz,
  -- since when nothing is sent, until somebody resumes it
  add column paused_at timestamptz;

create table app.webhook_replay (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  endpoint_id uuid not null,
  -- of which time and of which types events are sent again
  from_at timestamptz not null,
  to_at timestamptz not null,
  event_types text[] not null,
  only_missed boolean not null,
  -- as counted at the beginning
  total integer not null,
  queued integer not null default 0,
  -- the last event that was looked at
  after_event_id uuid,
  finished_at timestamptz,
  requested_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references app.webhook_endpoint (tenant_id, id)
);
comment on table app.webhook_replay is 'Events that are sent to an endpoint once more, of a time and of some types @shard:tenant';
select app.protect('app.webhook_replay');
create index webhook_replay_endpoint on app.webhook_replay (tenant_id, endpoint_id, id);
