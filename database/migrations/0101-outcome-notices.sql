-- The sandboxes send a notice of what was decided later: 3-D Secure, transfers, refunds that take time.
create table sandbox.outcome_notice (
  provider text not null,
  id uuid not null,
  -- the request that was decided
  reference uuid not null,
  decided_at timestamptz not null,
  acknowledged_at timestamptz,
  primary key (provider, id)
);
create index outcome_notice_open on sandbox.outcome_notice (provider, id) where acknowledged_at is null;
grant select, insert, update, delete on sandbox.outcome_notice to counterfoil_app;
create index acquirer_record_settles on sandbox.acquirer_record (provider, settles_at) where settles_at is not null;
