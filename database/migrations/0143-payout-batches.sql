-- Many payouts of one file: checked whole, confirmed once, carried out one by one.
create table app.payout_batch (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  file_name text not null,
  format text not null check (format in ('csv', 'pain.001.001.03', 'pain.001.001.09')),
  -- the file's own id of the message
  message_id text,
  file_hash text not null,
  state text not null check (state in ('draft', 'waiting_for_approval', 'running', 'stopped', 'declined')),
  row_count integer not null,
  faulty_count integer not null,
  unconfirmed_count integer not null,
  duplicate_count integer not null,
  -- an earlier batch of the same file
  duplicate_of uuid,
  maker_id uuid not null,
  maker_name text not null,
  maker_keys text[] not null,
  side text not null check (side in ('operator', 'merchant')),
  requirements jsonb not null default '[]',
  expires_at timestamptz,
  reason text,
  created_at timestamptz not null,
  submitted_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.payout_batch is 'Files of payouts @shard:tenant';
select app.protect('app.payout_batch');
revoke update, delete on app.payout_batch from counterfoil_app;
grant update (state, requirements, expires_at, reason, submitted_at, ended_at) on app.payout_batch to counterfoil_app;
create index payout_batch_merchant on app.payout_batch (tenant_id, merchant_id, mode, id);
create index payout_batch_file on app.payout_batch (tenant_id, merchant_id, file_hash);
create index payout_batch_waiting on app.payout_batch (tenant_id, mode, id) where state = 'waiting_for_approval';

create table app.payout_batch_row (
  tenant_id uuid not null,
  batch_id uuid not null,
  line integer not null,
  merchant_id uuid not null,
  -- as it was given
  given jsonb not null,
  -- what is paid; null of a row with a fault
  payout jsonb,
  amount_minor bigint,
  currency text,
  payee_name text,
  payee_result text,
  bank_name text,
  -- a row above that asks for the same
  duplicate_of integer,
  code text,
  message text,
  primary key (tenant_id, batch_id, line),
  foreign key (tenant_id, batch_id) references app.payout_batch (tenant_id, id)
);
comment on table app.payout_batch_row is 'Lines of files of payouts, with what is wrong with them @shard:tenant';
select app.protect('app.payout_batch_row');
revoke update, delete on app.payout_batch_row from counterfoil_app;

create table app.payout_batch_step (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  batch_id uuid not null,
  kind text not null check (kind in ('requested', 'confirmed', 'approved', 'declined', 'stopped')),
  actor_id uuid,
  actor_name text,
  actor_role_id uuid,
  actor_keys text[] not null default '{}',
  reason text,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id) references app.payout_batch (tenant_id, id)
);
comment on table app.payout_batch_step is 'Who decided what about files of payouts @shard:tenant';
select app.protect('app.payout_batch_step');
revoke update, delete on app.payout_batch_step from counterfoil_app;
create index payout_batch_step_batch on app.payout_batch_step (tenant_id, batch_id, id);

alter table app.payout_order
  add column batch_id uuid,
  add column batch_line integer,
  add foreign key (tenant_id, batch_id) references app.payout_batch (tenant_id, id);
-- no line of a file is paid twice
create unique index payout_order_batch on app.payout_order (tenant_id, batch_id, batch_line) where batch_id is not null;

update app.role
set permissions = permissions || array['Merchant.Payments.Batch.View', 'Merchant.Payments.Batch.Edit']
where is_administrator and user_type = 'merchant' and not 'Merchant.Payments.Batch.View' = any (permissions);
