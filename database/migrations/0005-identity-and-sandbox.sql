-- The embedded identity provider's own tables: only its role reads them, so the API never sees a password hash.

create table identity.account (
  user_id uuid primary key,
  tenant_id uuid not null,
  email text not null unique,
  password_hash text not null,
  user_type text not null check (user_type in ('platform', 'tenant', 'merchant')),
  given_name text not null,
  family_name text not null,
  is_active boolean not null default true,
  failed_attempts smallint not null default 0,
  locked_until timestamptz,
  last_failed_at timestamptz,
  totp_secret text,
  created_at timestamptz not null
);

-- Sessions, grants, codes, refresh tokens. The id is a hash of what the browser holds: who reads this table cannot use it.
create table identity.oidc_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  account_id text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);
create index oidc_payload_grant on identity.oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_uid on identity.oidc_payload (uid) where uid is not null;
create index oidc_payload_account on identity.oidc_payload (account_id) where account_id is not null;
create index oidc_payload_expiry on identity.oidc_payload (expires_at);

-- Token signing keys and cookie secrets, made on the first start.
create table identity.provider_secret (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null
);

-- Every try of the sign-in form. The e-mail of a try that knew no account is not kept: people type passwords there.
create table identity.sign_in (
  id uuid primary key,
  user_id uuid,
  email text,
  outcome text not null check (outcome in ('success', 'wrong_password', 'unknown_email', 'locked', 'inactive')),
  ip text,
  user_agent text,
  created_at timestamptz not null
);
create index sign_in_user on identity.sign_in (user_id, id);
create index sign_in_ip on identity.sign_in (ip, created_at);

grant select, insert, update, delete on all tables in schema identity to counterfoil_identity;
-- the login page wears the tenant's colours
grant usage on schema app to counterfoil_identity;
grant select on app.tenant to counterfoil_identity;

-- What the simulated acquirers remember, as a real one would on its own machines.
create table sandbox.acquirer_record (
  provider text not null,
  -- the reference of whoever asked; the same one twice is the same request
  reference uuid not null,
  kind text not null,
  -- of an authorisation: the money was to be taken at once
  capture boolean not null,
  -- the authorisation that a capture, void, refund or reversal belongs to
  parent uuid,
  scenario text not null,
  -- of an authorisation: what was asked, and what of it was granted, captured, released and paid back
  amount_minor bigint not null,
  granted_minor bigint not null default 0,
  captured_minor bigint not null default 0,
  voided_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  currency text not null,
  answer jsonb not null,
  -- until then the answer is `pending` or `challenge`
  settles_at timestamptz,
  -- echoed in notices
  metadata jsonb not null,
  created_at timestamptz not null,
  primary key (provider, reference)
);
-- What an acquirer tells by itself: a card holder disputes a payment.
create table sandbox.acquirer_notice (
  id uuid primary key,
  provider text not null,
  kind text not null,
  reference uuid not null,
  amount_minor bigint not null,
  currency text not null,
  reason_code text not null,
  metadata jsonb not null,
  due_at timestamptz not null,
  acknowledged_at timestamptz
);
create index acquirer_notice_open on sandbox.acquirer_notice (provider, due_at) where acknowledged_at is null;
-- The demo's stand-in for a merchant's server: its own copy of an endpoint's secret, and what arrived. A message that
-- comes twice is kept once.
create table sandbox.webhook_receiver (
  endpoint_id uuid primary key,
  secret text not null
);
create table sandbox.received_webhook (
  endpoint_id uuid not null references sandbox.webhook_receiver (endpoint_id),
  webhook_id text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  primary key (endpoint_id, webhook_id)
);
-- What of the demo is made; a start that was interrupted goes on from here, with the same instant for `now`.
create table sandbox.demo_progress (
  step text primary key,
  started_at timestamptz not null,
  finished_at timestamptz
);
grant select, insert, update, delete on all tables in schema sandbox to counterfoil_app;
