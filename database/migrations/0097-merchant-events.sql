-- What happened to a merchant's payments, as its servers are sent it, in an order that a reader can follow without a gap.

create table app.merchant_event (
  tenant_id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  -- that of the event of the payment
  id uuid not null,
  payment_id uuid not null,
  type text not null,
  -- the body of a webhook as it is signed and sent, byte for byte the same at every endpoint and on every attempt
  payload text not null,
  -- Given once the event is committed, by the first reader who comes to it: an id is made before the commit, so an event
  -- of a lower id can become visible after one of a higher id was read.
  position bigint,
  created_at timestamptz not null,
  primary key (tenant_id, merchant_id, mode, id)
);
comment on table app.merchant_event is 'Events of payments as merchants'' servers get them @shard:tenant';
select app.protect('app.merchant_event');
revoke update, delete on app.merchant_event from counterfoil_app;
grant update (position) on app.merchant_event to counterfoil_app;
create index merchant_event_without_position on app.merchant_event (tenant_id, merchant_id, mode, id)
  where position is null;
create unique index merchant_event_position on app.merchant_event (tenant_id, merchant_id, mode, position)
  where position is not null;

create table app.merchant_event_feed (
  tenant_id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  last_position bigint not null,
  primary key (tenant_id, merchant_id, mode)
);
comment on table app.merchant_event_feed is 'The last position given to an event; its lock orders those who give them @shard:tenant';
select app.protect('app.merchant_event_feed');

-- a message about an event is sent with the event's payload; a test has its own
alter table app.webhook_delivery
  alter column payload drop not null,
  add constraint webhook_delivery_payload_check check (payload is not null or event_id is not null);
