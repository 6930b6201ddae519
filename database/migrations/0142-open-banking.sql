-- Open banking: what merchants connect, payments that payers approve at their banks, and the sandbox's banks.

create table app.bank_connection (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  bank text not null,
  bank_name text not null,
  state text not null check (state in ('AwaitingAuthorisation', 'Authorised', 'Rejected', 'Revoked', 'Expired')),
  -- what the bank said of the consent last, in its own word
  bank_status text not null,
  consent_id text not null,
  -- the connection that this one takes the place of, once it is authorised
  renews_id uuid,
  renewed_by_id uuid,
  -- of the redirect to the bank: its secret is known by its hash, and used once
  state_hash text,
  -- PKCE's verifier, and later the tokens; sealed
  verifier text,
  tokens text,
  tokens_expire_at timestamptz,
  created_by uuid not null,
  creator_name text not null,
  created_at timestamptz not null,
  authorised_at timestamptz,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- the bank has to be told of the end; null: it was, or need not be
  revoke_at timestamptz,
  revoke_tries smallint not null default 0,
  read_at timestamptz,
  -- why the last reading failed; null: it did not
  read_error text,
  notified_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.bank_connection is 'Consents by which a merchant lets its bank accounts be read @shard:tenant';
select app.protect('app.bank_connection');
create index bank_connection_merchant on app.bank_connection (tenant_id, merchant_id, mode, id);
create index bank_connection_revoke on app.bank_connection (tenant_id, revoke_at) where revoke_at is not null;
create index bank_connection_open on app.bank_connection (tenant_id, expires_at)
  where state in ('AwaitingAuthorisation', 'Authorised');

create table app.bank_account (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  connection_id uuid not null,
  -- the bank's
  account_id text not null,
  name text not null,
  -- sort code and account number, or IBAN
  number text not null,
  currency text not null,
  balance_minor bigint,
  balance_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, connection_id, account_id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, connection_id) references app.bank_connection (tenant_id, id)
);
comment on table app.bank_account is 'Accounts of connected banks, as they were read last @shard:tenant';
select app.protect('app.bank_account');
create index bank_account_merchant on app.bank_account (tenant_id, merchant_id);

create table app.bank_entry (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  account_id uuid not null,
  -- the bank's: an entry is stored once, however often it is read
  entry_id text not null,
  booked_at timestamptz not null,
  -- negative: money went out
  amount_minor bigint not null,
  currency text not null,
  reference text not null,
  counterparty text,
  -- the payment whose reference it quotes
  payment_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, entry_id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, account_id) references app.bank_account (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id)
);
comment on table app.bank_entry is 'Transactions of connected accounts @shard:tenant';
select app.protect('app.bank_entry');
create index bank_entry_latest on app.bank_entry (tenant_id, account_id, booked_at, id);
create index bank_entry_merchant on app.bank_entry (tenant_id, merchant_id);
create index bank_entry_payment on app.bank_entry (tenant_id, payment_id) where payment_id is not null;

create table app.bank_payment (
  tenant_id uuid not null,
  -- the reference of the request; also its idempotency key at the bank
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  payment_id uuid not null,
  bank text not null,
  bank_name text not null,
  amount_minor bigint not null,
  currency text not null,
  state text not null
    check (state in ('AwaitingAuthorisation', 'Authorised', 'Pending', 'Completed', 'Rejected', 'Expired', 'Failed')),
  -- the bank's own words
  bank_status text,
  bank_reason text,
  consent_id text,
  bank_payment_id text,
  -- the bank's page, until the payer has come back
  authorise_url text,
  state_hash text,
  verifier text,
  token text,
  -- from then on the bank may have the payment
  submitted_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id)
);
comment on table app.bank_payment is 'Payments that payers approve at their banks @shard:tenant';
select app.protect('app.bank_payment');
create index bank_payment_merchant on app.bank_payment (tenant_id, merchant_id, mode, id);
create index bank_payment_payment on app.bank_payment (tenant_id, payment_id);

-- The sandbox's banks: their own records.
create table sandbox.bank_participant (
  client_id text primary key,
  public_key jsonb not null,
  -- the sandbox's own participant; a real one keeps its key to itself
  private_key jsonb not null
);

create table sandbox.bank_consent (
  id uuid primary key,
  bank text not null,
  kind text not null check (kind in ('accounts', 'payments')),
  client_id text not null,
  idempotency_key text not null,
  body jsonb not null,
  body_hash text not null,
  status text not null,
  -- whose accounts, and which of them were chosen
  customer text,
  accounts text[] not null default '{}',
  expires_at timestamptz,
  refusals smallint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (bank, client_id, kind, idempotency_key)
);

create table sandbox.bank_authorisation (
  id uuid primary key,
  consent_id uuid not null references sandbox.bank_consent (id),
  redirect_uri text not null,
  state text not null,
  code_challenge text not null,
  code_hash text unique,
  code_expires_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null
);
create index bank_authorisation_consent on sandbox.bank_authorisation (consent_id);

create table sandbox.bank_token (
  hash text primary key,
  kind text not null check (kind in ('client', 'access', 'refresh')),
  bank text not null,
  client_id text not null,
  consent_id uuid references sandbox.bank_consent (id),
  expires_at timestamptz not null
);
create index bank_token_consent on sandbox.bank_token (consent_id);

create table sandbox.bank_payment (
  id uuid primary key,
  bank text not null,
  client_id text not null,
  consent_id uuid not null unique references sandbox.bank_consent (id),
  idempotency_key text not null,
  body_hash text not null,
  status text not null,
  reason text,
  -- when and as what it becomes final
  settles_at timestamptz,
  ends_as text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (bank, client_id, idempotency_key)
);

create table sandbox.bank_entry (
  id uuid primary key,
  bank text not null,
  account text not null,
  booked_at timestamptz not null,
  amount_minor bigint not null,
  currency text not null,
  reference text not null,
  counterparty text not null
);
create index bank_entry_account on sandbox.bank_entry (bank, account, booked_at);

grant select, insert, update, delete on sandbox.bank_participant, sandbox.bank_consent, sandbox.bank_authorisation,
  sandbox.bank_token, sandbox.bank_payment, sandbox.bank_entry to counterfoil_app;
