-- Mail, invitations, and what the portal and the identity provider tell one another. They share no table but the local
-- ones here: password hashes stay the provider's, users stay the portal's.

create table app.mail (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid,
  recipient text not null,
  subject text not null,
  -- both say the same; both are emptied once a mail with a secret has gone out
  text_body text not null,
  html_body text not null,
  -- holds a link that lets somebody in, so it is for its recipient alone
  is_secret boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  failure text,
  sent_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.mail is 'The outbox: every mail, sent by SMTP when that is set up @shard:tenant';
select app.protect('app.mail');
create index mail_newest on app.mail (tenant_id, created_at desc);

-- What of a user the identity provider must know without seeing any tenant's data.
alter table app.user_directory
  add column is_active boolean not null default true,
  -- sessions that began before this instant have ended
  add column signed_out_at timestamptz;
grant select on app.user_directory to counterfoil_identity;

-- A link in a mail that lets somebody set a password, stored as its hash.
create table app.account_token (
  token_hash text primary key,
  purpose text not null check (purpose in ('invitation', 'password_reset')),
  user_id uuid not null,
  tenant_id uuid not null,
  email text not null,
  user_type text not null check (user_type in ('platform', 'tenant', 'merchant')),
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table app.account_token is 'Invitations and password resets, before anybody is signed in @shard:local';
create index account_token_user on app.account_token (user_id, created_at);
grant select, insert, update, delete on app.account_token to counterfoil_app, counterfoil_loader;
grant select on app.account_token to counterfoil_platform;
grant select, update on app.account_token to counterfoil_identity;

-- What happened at the identity provider and the portal has yet to take over.
create table app.account_event (
  id uuid primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('signed_in', 'profile_changed', 'password_reset_requested', 'security_changed')),
  details jsonb not null,
  created_at timestamptz not null
);
comment on table app.account_event is 'From the identity provider to the portal, gone when it is done @shard:local';
grant select, delete on app.account_event to counterfoil_app;
grant select, insert, update, delete on app.account_event to counterfoil_loader;
grant select on app.account_event to counterfoil_platform;
grant insert on app.account_event to counterfoil_identity;

alter table identity.account
  add column time_zone text,
  -- a one-time code is asked at sign-in; a secret without it confirms single actions alone
  add column asks_code boolean not null default false,
  -- the newest code that was used, as its 30 seconds' number: no code counts twice
  add column totp_last_step bigint,
  -- an authenticator app that is being set up
  add column totp_pending text;

create table identity.recovery_code (
  user_id uuid not null,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
-- Sign-ins whose password was right and whose code has yet to come.
create table identity.half_sign_in (
  interaction_uid text primary key,
  user_id uuid not null,
  created_at timestamptz not null
);
-- Where a session began, so that its owner knows it again.
create table identity.session_origin (
  session_uid text primary key,
  user_id uuid not null,
  ip text,
  user_agent text,
  created_at timestamptz not null
);
create index session_origin_user on identity.session_origin (user_id);
create index session_origin_age on identity.session_origin (created_at);

alter table identity.sign_in drop constraint sign_in_outcome_check;
alter table identity.sign_in add constraint sign_in_outcome_check check (outcome in (
  'success', 'wrong_password', 'unknown_email', 'locked', 'inactive', 'code_asked', 'wrong_code', 'confirmed', 'reset_requested'));

grant select, insert, update, delete on identity.recovery_code, identity.half_sign_in, identity.session_origin
  to counterfoil_identity;
