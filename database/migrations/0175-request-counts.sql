-- How often a caller has asked within a minute, over all API processes. It is worth nothing after a crash, so it is not logged.
create unlogged table app.request_count (
  -- a hash: callers without a sign-in are addresses
  caller_hash bytea primary key,
  requests integer not null,
  began_at timestamptz not null
);
comment on table app.request_count is 'Requests of a caller within the limit''s minute, over all processes @shard:local';
grant select, insert, update, delete on app.request_count to counterfoil_app;
