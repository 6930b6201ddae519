-- Merchants ask their operator for changes of their payment channels and MIDs.
create table app.channel_request (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  kind text not null check (kind in ('open', 'limit', 'schedule', 'descriptor')),
  -- of which MID; null: a method and a currency are to be opened, at any
  mid_id uuid,
  mid_code text,
  method text,
  currency text,
  limit_of text check (limit_of in ('payment', 'day', 'month')),
  -- null: no limit
  amount_minor bigint check (amount_minor > 0),
  active_from timestamptz,
  active_until timestamptz,
  descriptor text check (length(descriptor) <= 22),
  reason text not null,
  state text not null check (state in ('waiting', 'approved', 'refused', 'withdrawn')),
  asked_by uuid not null,
  asked_by_name text not null,
  created_at timestamptz not null,
  decided_by_name text,
  -- what the operator says of its decision
  answer text,
  decided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id) on delete cascade,
  check ((kind = 'open') = (mid_id is null)),
  check ((state = 'waiting') = (decided_at is null))
);
comment on table app.channel_request is 'What merchants ask to be changed of their payment channels @shard:tenant';
select app.protect('app.channel_request');
revoke update, delete on app.channel_request from counterfoil_app;
grant update (state, decided_by_name, answer, decided_at) on app.channel_request to counterfoil_app;
create index channel_request_state on app.channel_request (tenant_id, state, id);
create index channel_request_merchant on app.channel_request (tenant_id, merchant_id, id);
