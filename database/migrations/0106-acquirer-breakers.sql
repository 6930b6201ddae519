-- An acquirer, or one MID at it, that fails again and again is not tried for a while.

create table app.acquirer_breaker (
  tenant_id uuid not null,
  provider text not null,
  -- 00000000-0000-0000-0000-000000000000: the acquirer, over all of its MIDs
  mid_id uuid not null,
  -- in a row
  failures integer not null,
  failed_at timestamptz,
  -- of the last failure
  cause text,
  -- since when it is not tried; null: it is
  opened_at timestamptz,
  -- from when on one payment tries it
  probe_at timestamptz,
  reset_at timestamptz,
  reset_by text,
  primary key (tenant_id, provider, mid_id)
);
comment on table app.acquirer_breaker is 'Acquirers and MIDs that failed of late, and those that are not tried for now @shard:tenant';
select app.protect('app.acquirer_breaker', null);

alter table app.mid
  add column breaker_failures smallint check (breaker_failures between 1 and 100),
  add column breaker_wait_s integer check (breaker_wait_s between 5 and 3600);
comment on column app.mid.breaker_failures is 'After so many failures in a row it is not tried for a while; null: as usual';
comment on column app.mid.breaker_wait_s is 'For so many seconds; null: as usual';
