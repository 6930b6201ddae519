-- Changes of the status of many payments, asked for at once by the platform's staff.
create table app.bulk_update (
  tenant_id uuid not null,
  id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  target text not null check (target in ('captured', 'declined')),
  reason text not null,
  state text not null check (state in ('draft', 'running', 'stopped', 'done')),
  -- of the platform, whose staff asks for it
  maker_tenant_id uuid not null,
  maker_id uuid not null,
  maker_name text not null,
  row_count integer not null,
  changed_count integer not null default 0,
  waiting_count integer not null default 0,
  refused_count integer not null,
  -- of rows in a row that failed with an internal error
  failures smallint not null default 0,
  request_id text not null,
  ip text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
comment on table app.bulk_update is 'Changes of the status of many payments at once @shard:tenant';
select app.protect('app.bulk_update', null);
create index bulk_update_latest on app.bulk_update (tenant_id, created_at desc, id desc);

create table app.bulk_update_row (
  tenant_id uuid not null,
  bulk_update_id uuid not null,
  line integer not null,
  -- as it was given
  reference text not null,
  payment_id uuid,
  amount_minor bigint,
  currency char(3),
  -- the payment's when the update was prepared
  status text,
  state text not null check (state in ('open', 'changed', 'waiting', 'refused')),
  code text,
  message text,
  primary key (tenant_id, bulk_update_id, line),
  foreign key (tenant_id, bulk_update_id) references app.bulk_update (tenant_id, id) on delete cascade
);
comment on table app.bulk_update_row is 'The payments of a bulk update, and what became of each @shard:tenant';
select app.protect('app.bulk_update_row', null);
create index bulk_update_row_state on app.bulk_update_row (tenant_id, bulk_update_id, state, line);
