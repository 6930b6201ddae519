-- How payments come in. What was called a payment's source is its channel, as the field calls it.

create table app.payment_channel (
  code text primary key,
  name text not null,
  is_active boolean not null default true
);
comment on table app.payment_channel is 'Doors by which payments come in: merchant API, virtual terminal, … @shard:reference';
grant select on app.payment_channel to counterfoil_app, counterfoil_platform, counterfoil_loader;
grant insert, update on app.payment_channel to counterfoil_app;

alter table app.payment rename column source to channel;
-- Nearly all come by the API: those are found by the other indexes, and to write them costs nothing here.
create index payment_other_channel on app.payment (tenant_id, channel, id) where channel <> 'api';
