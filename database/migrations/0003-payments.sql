-- A payment, what was asked of acquirers for it, and everything that is told of it.
-- Ids are UUID version 7 made by the application, so (tenant_id, id desc) is newest first.
-- mode: 1 test, 2 live.

create table app.mid (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  provider text not null references app.service_provider (code),
  mid_code text not null,
  mode smallint not null check (mode in (1, 2)),
  -- an empty list means every one
  methods text[] not null,
  brands text[] not null,
  currencies text[] not null,
  priority smallint not null,
  max_amount_minor bigint,
  descriptor text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, provider, mid_code),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.mid is 'Merchant ID at an acquirer: where an authorisation can be routed @shard:tenant';
select app.protect('app.mid');
create index mid_merchant on app.mid (tenant_id, merchant_id, mode, priority);

create table app.payment (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  status text not null,
  method text not null check (method in ('card', 'bank_transfer', 'alternative')),
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  authorised_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  voided_minor bigint not null default 0,
  disputed_minor bigint not null default 0,
  -- capture together with the authorisation
  auto_capture boolean not null,
  external_id text,
  description text,
  customer_email text,
  -- what a search by e-mail compares: lower() in a query cannot use an index under row-level security
  customer_email_key text generated always as (lower(customer_email)) stored,
  customer_country text,
  card_brand text,
  card_first6 text,
  card_last4 text,
  card_expiry_month smallint,
  card_expiry_year smallint,
  card_token text,
  provider text,
  mid_id uuid,
  acquirer_reference text,
  decline_code text,
  decline_reason text,
  -- why a person has to approve it; null: nobody has to
  hold_reason text,
  -- what a pending payment waits for: acquirer, challenge, bank
  pending_on text,
  next_action jsonb,
  source text not null,
  -- the tenant's business day, kept so that rollups stay exact
  business_day date not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  check (captured_minor + voided_minor <= authorised_minor),
  check (refunded_minor <= captured_minor),
  -- the id's own time is created_at, to the millisecond: newest first is id order, and a time range is an id range
  constraint payment_id_tells_created_at check (
    ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint = floor(extract(epoch from created_at) * 1000)
  )
);
comment on table app.payment is 'One customer order to pay, with its life @shard:tenant';
select app.protect('app.payment');
revoke delete on app.payment from counterfoil_app;
create index payment_merchant on app.payment (tenant_id, merchant_id, mode, id);
create index payment_mode on app.payment (tenant_id, mode, id);
create index payment_status on app.payment (tenant_id, status, id);
create index payment_external_id on app.payment (tenant_id, external_id);
create index payment_customer_email on app.payment (tenant_id, customer_email_key, id) where customer_email_key is not null;
create index payment_card_last4 on app.payment (tenant_id, card_last4, id) where card_last4 is not null;
create index payment_merchant_amount on app.payment (tenant_id, merchant_id, amount_minor, id);
create index payment_amount on app.payment (tenant_id, amount_minor, id);
create index payment_currency on app.payment (tenant_id, currency, id);
create index payment_provider on app.payment (tenant_id, provider, id);
-- Newest first across tenants, for platform staff. Its condition is always true: a query that wants the index says it.
-- Without it a tenant that was busy once and is quiet now would be looked for through everybody's newest payments.
create index payment_newest on app.payment (id) where created_at > '-infinity';
create index payment_acquirer_reference on app.payment (tenant_id, acquirer_reference) where acquirer_reference is not null;

create table app.payment_operation (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  merchant_id uuid not null,
  kind text not null check (kind in ('authorise', 'capture', 'void', 'refund', 'reversal')),
  -- requested: intent stored; unknown: the acquirer did not answer; waiting: it answered that the outcome comes later
  state text not null check (state in ('requested', 'unknown', 'waiting', 'succeeded', 'declined', 'failed')),
  amount_minor bigint not null,
  currency text not null,
  reason text,
  acquirer_reference text,
  decline_code text,
  decline_reason text,
  actor_type text not null,
  actor_id text,
  -- routing log: every MID looked at, in order, and why it was taken or passed over
  routing jsonb,
  -- when an open operation is next asked for at the acquirer, and how often it was; null: nothing was sent
  next_check_at timestamptz,
  checks smallint not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id)
);
comment on table app.payment_operation is 'What was asked of a payment: the intent, committed before the acquirer is called @shard:tenant';
select app.protect('app.payment_operation');
revoke delete on app.payment_operation from counterfoil_app;
create index payment_operation_payment on app.payment_operation (tenant_id, payment_id, id);
create index payment_operation_acquirer_reference on app.payment_operation (tenant_id, acquirer_reference)
  where acquirer_reference is not null;
-- what the recovery job looks for
create index payment_operation_open on app.payment_operation (tenant_id, next_check_at)
  where state in ('requested', 'unknown', 'waiting');

create table app.payment_attempt (
  tenant_id uuid not null,
  -- also the reference that the acquirer is given, so a status check can ask for it
  id uuid not null,
  payment_id uuid not null,
  operation_id uuid not null,
  merchant_id uuid not null,
  sequence smallint not null,
  mid_id uuid not null,
  provider text not null,
  state text not null check (state in ('sent', 'unknown', 'challenge', 'pending', 'approved', 'declined', 'failed')),
  decline_code text,
  decline_reason text,
  is_soft_decline boolean,
  acquirer_reference text,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, operation_id) references app.payment_operation (tenant_id, id)
);
comment on table app.payment_attempt is 'One call to an acquirer for an operation; cascades have several @shard:tenant';
select app.protect('app.payment_attempt');
revoke delete on app.payment_attempt from counterfoil_app;
create index payment_attempt_payment on app.payment_attempt (tenant_id, payment_id, id);
create index payment_attempt_acquirer_reference on app.payment_attempt (tenant_id, acquirer_reference)
  where acquirer_reference is not null;

create table app.payment_event (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  merchant_id uuid not null,
  operation_id uuid,
  type text not null,
  from_status text,
  to_status text not null,
  amount_minor bigint,
  actor_type text not null,
  actor_id text,
  cause text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.payment_event is 'Every change of a payment with its cause, append-only @shard:tenant';
select app.protect('app.payment_event');
revoke update, delete on app.payment_event from counterfoil_app;
create index payment_event_payment on app.payment_event (tenant_id, payment_id, id);

create table app.api_log (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  payment_id uuid,
  attempt_id uuid,
  direction text not null check (direction in ('inbound', 'outbound')),
  peer text not null,
  method text not null,
  url text not null,
  request jsonb,
  response jsonb,
  status integer,
  duration_ms integer not null,
  request_id text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.api_log is 'Calls to acquirers and from merchants'' servers, secrets removed, append-only @shard:tenant';
select app.protect('app.api_log');
revoke update, delete on app.api_log from counterfoil_app;
create index api_log_payment on app.api_log (tenant_id, payment_id, id);

create table app.antifraud_alert (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  merchant_id uuid not null,
  rule text not null,
  outcome text not null check (outcome in ('flag', 'review', 'block')),
  message text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.antifraud_alert is 'What screening found on an authorisation @shard:tenant';
select app.protect('app.antifraud_alert');
create index antifraud_alert_payment on app.antifraud_alert (tenant_id, payment_id, id);

-- No rows, no screening: each rule is switched on by its row.
create table app.antifraud_rule (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- null: for all of the tenant's merchants
  merchant_id uuid,
  -- null: for both modes
  mode smallint check (mode in (1, 2)),
  rule text not null check (rule in ('card_velocity', 'amount_ceiling', 'blocked_country')),
  outcome text not null check (outcome in ('flag', 'review', 'block')),
  -- card_velocity: payments of one card within a minute; amount_ceiling: minor units of `currency`
  threshold bigint,
  currency text,
  countries text[] not null default '{}',
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.antifraud_rule is 'What screening looks for on an authorisation @shard:tenant';
select app.protect('app.antifraud_rule', null);

create table app.dispute (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  merchant_id uuid not null,
  amount_minor bigint not null,
  currency text not null,
  reason_code text not null,
  reason text not null,
  state text not null check (state in ('opened', 'accepted', 'won', 'lost')),
  opened_at timestamptz not null,
  respond_by timestamptz not null,
  closed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id)
);
comment on table app.dispute is 'The case that we work on a card scheme''s claim @shard:tenant';
select app.protect('app.dispute');
create index dispute_payment on app.dispute (tenant_id, payment_id, id);

-- One row for each key that a caller sent: the outcome is kept and answered again.
create table app.idempotency_key (
  tenant_id uuid not null,
  -- the API key's or the user's id: keys of different callers never meet
  caller_id uuid not null,
  key text not null,
  request_hash text not null,
  state text not null check (state in ('running', 'finished')),
  -- what the key set off, so that the outcome can be told even when its first caller crashed
  operation_id uuid,
  -- as it was answered, byte for byte
  response text,
  created_at timestamptz not null,
  primary key (tenant_id, caller_id, key)
);
comment on table app.idempotency_key is 'One key, one effect @shard:tenant';
select app.protect('app.idempotency_key', null);
create index idempotency_key_age on app.idempotency_key (tenant_id, created_at);

-- Secret keys of a tenant: a card is recognised by a keyed hash of its number, which nobody can guess back without it.
create table app.tenant_key (
  tenant_id uuid not null references app.tenant (id),
  purpose text not null,
  key bytea not null,
  created_at timestamptz not null,
  primary key (tenant_id, purpose)
);
comment on table app.tenant_key is 'Keys for hashes that must not be guessed @shard:tenant';
select app.protect('app.tenant_key', null);
revoke select on app.tenant_key from counterfoil_platform;
revoke update, delete on app.tenant_key from counterfoil_app;

create table app.fee_schedule (
  tenant_id uuid not null,
  id uuid not null,
  -- null: the tenant's default for merchants without a schedule of their own
  merchant_id uuid,
  fee_type text not null check (fee_type in ('capture', 'refund', 'void', 'dispute')),
  currency text,
  basis_points integer not null default 0,
  fixed_minor bigint not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.fee_schedule is 'What a tenant charges its merchants @shard:tenant';
select app.protect('app.fee_schedule', null);

create table app.payment_fee (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  merchant_id uuid not null,
  operation_id uuid,
  fee_type text not null,
  basis_points integer not null,
  fixed_minor bigint not null,
  amount_minor bigint not null,
  currency text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.payment_fee is 'Fees charged on a payment, append-only @shard:tenant';
select app.protect('app.payment_fee');
revoke update, delete on app.payment_fee from counterfoil_app;
create index payment_fee_payment on app.payment_fee (tenant_id, payment_id, id);

create table app.ledger_entry (
  tenant_id uuid not null,
  id uuid not null,
  posting_id uuid not null,
  -- what was posted: authorisation, release, capture, refund, reversal, dispute, fee
  kind text not null,
  merchant_id uuid not null,
  mode smallint not null,
  currency text not null,
  account text not null,
  -- debit positive, credit negative; each posting sums to zero
  amount_minor bigint not null check (amount_minor <> 0),
  payment_id uuid,
  event_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.ledger_entry is 'One side of a balanced posting, append-only @shard:tenant';
select app.protect('app.ledger_entry');
revoke update, delete on app.ledger_entry from counterfoil_app;
create index ledger_entry_payment on app.ledger_entry (tenant_id, payment_id, id);
create index ledger_entry_account on app.ledger_entry (tenant_id, merchant_id, mode, currency, account) include (amount_minor);

-- Sums for lists and dashboards. A write adds deltas in its own transaction; a job folds them into rows here; a reader
-- adds both, so sums are exact at every moment and cost the same at any number of payments.
-- Each payment is in four rows: by day and by month, of its merchant and of all merchants together (the id of zeros,
-- which callers limited to merchants do not see). A month's row has the month's first day.
create table app.payment_rollup (
  tenant_id uuid not null,
  merchant_id uuid not null,
  grain text not null check (grain in ('day', 'month')),
  day date not null,
  mode smallint not null,
  method text not null,
  -- empty while no acquirer was asked: a key column holds no null
  provider text not null,
  currency text not null,
  status text not null,
  payments bigint not null,
  amount_minor bigint not null,
  captured_minor bigint not null,
  refunded_minor bigint not null,
  primary key (tenant_id, merchant_id, grain, day, mode, method, provider, currency, status)
);
comment on table app.payment_rollup is 'Counts and sums by business day and month @shard:tenant';
select app.protect('app.payment_rollup');

create table app.payment_rollup_delta (
  tenant_id uuid not null,
  id uuid not null,
  day date not null,
  merchant_id uuid not null,
  mode smallint not null,
  method text not null,
  provider text not null,
  currency text not null,
  status text not null,
  payments bigint not null,
  amount_minor bigint not null,
  captured_minor bigint not null,
  refunded_minor bigint not null,
  primary key (tenant_id, id)
);
alter table app.payment_rollup_delta set (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0
);
comment on table app.payment_rollup_delta is 'Changes not yet folded into payment_rollup @shard:tenant';
select app.protect('app.payment_rollup_delta');
