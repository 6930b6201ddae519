-- A tenant's time zone can be changed, and the days on which money moved before stay those of the zone before.

create table app.past_time_zone (
  tenant_id uuid not null references app.tenant (id),
  -- days before this instant are of this zone, as far back as the end of another one
  until timestamptz not null,
  time_zone text not null,
  primary key (tenant_id, until)
);
comment on table app.past_time_zone is 'Time zones that a tenant had before its present one @shard:tenant';
select app.protect('app.past_time_zone', null);
