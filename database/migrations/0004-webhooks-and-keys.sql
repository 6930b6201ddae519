-- Merchants' API keys and webhook endpoints.

create table app.api_key (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  mode smallint not null check (mode in (1, 2)),
  scopes text[] not null,
  -- enough to recognise it in a list, not to use it
  prefix text not null,
  is_active boolean not null default true,
  last_used_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.api_key is 'Keys of merchants'' servers for /v1, shown once @shard:tenant';
select app.protect('app.api_key');

create table app.api_key_directory (
  key_hash text primary key,
  tenant_id uuid not null,
  api_key_id uuid not null unique
);
comment on table app.api_key_directory is 'Finds the tenant of an API key by its hash @shard:local';
grant select, insert, update, delete on app.api_key_directory to counterfoil_app, counterfoil_loader;

create table app.webhook_endpoint (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  url text not null,
  mode smallint not null check (mode in (1, 2)),
  -- Standard Webhooks secret, whsec_…
  secret text not null,
  event_types text[] not null,
  is_active boolean not null default true,
  disabled_reason text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.webhook_endpoint is 'Where a merchant wants to be told @shard:tenant';
select app.protect('app.webhook_endpoint');
create index webhook_endpoint_merchant on app.webhook_endpoint (tenant_id, merchant_id, mode);

create table app.webhook_delivery (
  tenant_id uuid not null,
  -- also the webhook-id header
  id uuid not null,
  merchant_id uuid not null,
  endpoint_id uuid not null,
  payment_id uuid,
  event_id uuid,
  event_type text not null,
  -- the body as it is signed and sent, byte for byte the same on every attempt
  payload text not null,
  state text not null check (state in ('waiting', 'delivered', 'failing', 'given_up')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references app.webhook_endpoint (tenant_id, id)
);
comment on table app.webhook_delivery is 'One message for one endpoint @shard:tenant';
select app.protect('app.webhook_delivery');
create index webhook_delivery_payment on app.webhook_delivery (tenant_id, payment_id, id);
create index webhook_delivery_due on app.webhook_delivery (tenant_id, next_attempt_at) where state in ('waiting', 'failing');

create table app.webhook_attempt (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  delivery_id uuid not null,
  sequence smallint not null,
  is_manual boolean not null default false,
  response_status smallint,
  response_body text,
  error text,
  duration_ms integer not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, delivery_id) references app.webhook_delivery (tenant_id, id)
);
comment on table app.webhook_attempt is 'Every try of a delivery, append-only @shard:tenant';
select app.protect('app.webhook_attempt');
revoke update, delete on app.webhook_attempt from counterfoil_app;
create index webhook_attempt_delivery on app.webhook_attempt (tenant_id, delivery_id, id);
