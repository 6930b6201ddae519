-- Identity providers of tenants: whoever has an address of one of their domains signs in there.

create table app.identity_provider (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- sealed; null: a public client
  client_secret text,
  secret_set_at timestamptz,
  secret_expires_on date,
  -- null, of each: the usual one
  scopes text,
  email_claim text,
  given_name_claim text,
  family_name_claim text,
  -- null: groups say nothing
  groups_claim text,
  email_verified text not null check (email_verified in ('said', 'assumed')),
  newcomers text not null check (newcomers in ('refused', 'made')),
  newcomer_role_id uuid,
  -- newcomers see these merchants alone; none: all
  newcomer_merchants uuid[] not null default '{}',
  -- what passed the test, and what is in effect, as digests of the settings
  tested text,
  effective text,
  is_active boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, newcomer_role_id) references app.role (tenant_id, id)
);
comment on table app.identity_provider is 'OpenID providers that a tenant''s people sign in at @shard:tenant';
select app.protect('app.identity_provider', null);
create unique index identity_provider_folded_name on app.identity_provider (tenant_id, app.folded_name(name));

-- Which role a group at the provider gives; the first that fits counts.
create table app.identity_provider_group (
  tenant_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  name text not null,
  role_id uuid not null,
  sort_order integer not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, provider_id) references app.identity_provider (tenant_id, id) on delete cascade,
  foreign key (tenant_id, role_id) references app.role (tenant_id, id)
);
comment on table app.identity_provider_group is 'Roles by groups at a tenant''s identity provider @shard:tenant';
select app.protect('app.identity_provider_group', null);
create unique index identity_provider_group_name on app.identity_provider_group (tenant_id, provider_id, app.folded_name(name));

-- Who somebody at a provider is here. From the first sign-in on the subject counts, not the address.
create table app.federated_subject (
  tenant_id uuid not null,
  provider_id uuid not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, provider_id, subject),
  unique (tenant_id, provider_id, user_id),
  foreign key (tenant_id, provider_id) references app.identity_provider (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.federated_subject is 'Users by their subject at a tenant''s identity provider @shard:tenant';
select app.protect('app.federated_subject', null);

-- A domain belongs to one tenant in the whole installation, so that nobody takes another's people.
create table app.email_domain (
  tenant_id uuid not null,
  provider_id uuid not null,
  domain text not null,
  -- the value of the DNS record that proves it
  proof text not null,
  proven_at timestamptz,
  created_at timestamptz not null,
  primary key (provider_id, domain)
);
comment on table app.email_domain is 'Domains whose people sign in at an identity provider of a tenant @shard:local';
create unique index email_domain_owner on app.email_domain (domain) where proven_at is not null;
grant select, insert, update, delete on app.email_domain to counterfoil_app, counterfoil_loader;
grant select on app.email_domain to counterfoil_platform, counterfoil_identity;

-- Settings that are in effect, as the identity provider needs them.
create table app.federation (
  provider_id uuid primary key,
  tenant_id uuid not null,
  settings jsonb not null,
  -- sealed for the identity provider
  client_secret text,
  digest text not null,
  created_at timestamptz not null
);
comment on table app.federation is 'What the embedded identity provider knows of tenants'' providers @shard:local';
grant select, insert, update, delete on app.federation to counterfoil_app, counterfoil_loader;
grant select on app.federation to counterfoil_platform, counterfoil_identity;

-- A trial of settings that need not be in effect: it signs nobody in.
create table app.federation_test (
  id uuid primary key,
  -- of what opens its window
  token_hash text not null,
  tenant_id uuid not null,
  provider_id uuid not null,
  settings jsonb not null,
  client_secret text,
  digest text not null,
  steps jsonb not null default '[]',
  claims jsonb,
  outcome text check (outcome in ('passed', 'failed')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table app.federation_test is 'Trials of identity providers, gone within the hour @shard:local';
grant select, insert, update, delete on app.federation_test to counterfoil_app, counterfoil_loader;
grant select on app.federation_test to counterfoil_platform;
grant select, update on app.federation_test to counterfoil_identity;

-- Somebody whom a provider let in. The portal decides who that is here; the identity provider waits for it.
create table app.federation_arrival (
  id uuid primary key,
  tenant_id uuid not null,
  provider_id uuid not null,
  subject text not null,
  email text,
  is_email_verified boolean not null,
  given_name text not null,
  family_name text not null,
  groups text[] not null,
  ip text,
  request_id text not null,
  created_at timestamptz not null,
  -- of somebody who may sign in: the account
  account jsonb,
  refusal text,
  decided_at timestamptz
);
comment on table app.federation_arrival is 'From the identity provider to the portal and back, gone within the hour @shard:local';
create index federation_arrival_open on app.federation_arrival (created_at) where decided_at is null;
grant select, insert, update, delete on app.federation_arrival to counterfoil_app, counterfoil_loader;
grant select on app.federation_arrival to counterfoil_platform;
grant select, insert, delete on app.federation_arrival to counterfoil_identity;

-- Why a provider failed: the audit trail says it to administrators, the page of whoever signs in does not.
create table app.federation_failure (
  id uuid primary key,
  tenant_id uuid not null,
  provider_id uuid not null,
  step text not null check (step in ('discovery', 'keys', 'sign-in', 'token', 'claims')),
  reason text not null,
  ip text,
  request_id text not null,
  created_at timestamptz not null
);
comment on table app.federation_failure is 'From the identity provider to the portal, gone when it is done @shard:local';
grant select, insert, update, delete on app.federation_failure to counterfoil_app, counterfoil_loader;
grant select on app.federation_failure to counterfoil_platform;
grant insert on app.federation_failure to counterfoil_identity;

-- Tenants whose people sign in at their provider alone, but these accounts.
create table app.closed_local_sign_in (
  tenant_id uuid primary key,
  kept_user_ids uuid[] not null,
  created_at timestamptz not null
);
comment on table app.closed_local_sign_in is 'Tenants without sign-in by password @shard:local';
grant select, insert, update, delete on app.closed_local_sign_in to counterfoil_app, counterfoil_loader;
grant select on app.closed_local_sign_in to counterfoil_platform, counterfoil_identity;

-- Who comes by another provider has no password.
alter table identity.account alter column password_hash drop not null;

-- A sign-in that is under way at another provider; taken out when it comes back, so each state counts once.
create table identity.federated_sign_in (
  state_hash text primary key,
  interaction_uid text,
  test_id uuid,
  provider_id uuid not null,
  nonce text not null,
  code_verifier text not null,
  created_at timestamptz not null,
  check ((interaction_uid is null) <> (test_id is null))
);
create index federated_sign_in_age on identity.federated_sign_in (created_at);
grant select, insert, update, delete on identity.federated_sign_in to counterfoil_identity;

alter table app.account_event drop constraint account_event_kind_check;
alter table app.account_event add constraint account_event_kind_check check (kind in (
  'signed_in', 'signed_in_elsewhere', 'sign_in_refused', 'confirmation_refused', 'locked', 'signed_out', 'registered',
  'profile_changed', 'password_reset_requested', 'security_changed'));
alter table identity.sign_in drop constraint sign_in_outcome_check;
alter table identity.sign_in add constraint sign_in_outcome_check check (outcome in (
  'tried', 'success', 'wrong_password', 'unknown_email', 'locked', 'inactive', 'code_asked', 'wrong_code', 'confirmed',
  'confirmation_refused', 'reset_requested', 'elsewhere_only'));

-- Who administers an organisation may set up where its people sign in.
update app.role
set permissions = permissions || array['Settings.GeneralSettings.IdentityProvider.View', 'Settings.GeneralSettings.IdentityProvider.Edit']
where is_administrator and user_type in ('tenant', 'platform');
