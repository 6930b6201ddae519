-- Countries, currencies, methods, tenants, merchants, users and roles.

create table app.country (
  code text primary key,
  name text not null,
  is_active boolean not null default true
);
comment on table app.country is 'ISO 3166-1 alpha-2 countries @shard:reference';

create table app.currency (
  code text primary key,
  name text not null,
  decimal_places smallint not null,
  is_active boolean not null default true
);
comment on table app.currency is 'ISO 4217 currencies with their minor units @shard:reference';

create table app.language (
  code text primary key,
  name text not null,
  is_active boolean not null default true
);
comment on table app.language is 'Languages of the portal @shard:reference';

create table app.payment_method (
  code text primary key,
  name text not null,
  is_active boolean not null default true
);
comment on table app.payment_method is 'Ways to pay: card, bank_transfer, alternative @shard:reference';

create table app.service_provider (
  code text primary key,
  name text not null,
  is_sandbox boolean not null,
  is_active boolean not null default true
);
comment on table app.service_provider is 'Acquirers that the engine can call @shard:reference';

create table app.tenant (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  is_platform boolean not null default false,
  is_active boolean not null default true,
  support_email text not null,
  time_zone text not null,
  locale text not null,
  home_currency text not null references app.currency (code),
  -- theme: layoutName, buttonsLinkColor, headerBackgroundColor, mainBackgroundColor, sidebarBackgroundColor, primaryColor, textColor
  theme jsonb not null,
  logo text,
  created_at timestamptz not null
);
comment on table app.tenant is 'Operators that sell payment services; the platform itself is the one with is_platform @shard:reference';

grant select on app.country, app.currency, app.language, app.payment_method, app.service_provider, app.tenant
  to counterfoil_app, counterfoil_platform, counterfoil_loader;
grant insert, update on app.country, app.currency, app.language, app.payment_method, app.service_provider, app.tenant to counterfoil_app;
grant insert, update, delete on app.tenant to counterfoil_loader;

create table app.merchant (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  slug text not null,
  legal_business_name text not null,
  country text not null references app.country (code),
  home_currency text not null references app.currency (code),
  boarding_stage text not null,
  merchant_status text not null,
  review_status text not null,
  -- NoProcessing: takes no payments; SandboxEnabled: Test mode alone; FullProcessing: both modes
  processing_status text not null check (processing_status in ('NoProcessing', 'SandboxEnabled', 'FullProcessing')),
  merchant_type text not null,
  visibility text not null default 'Visible',
  description text not null default '',
  notes text not null default '',
  logo text,
  activation_date timestamptz,
  -- authorisations above this wait for approval; null: none do
  approval_threshold_minor bigint,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, slug)
);
comment on table app.merchant is 'Businesses that take payments through a tenant @shard:tenant';
select app.protect('app.merchant', 'id');

create table app.role (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- set for a role that one merchant manages for its own users
  merchant_id uuid,
  name text not null,
  user_type text not null check (user_type in ('platform', 'tenant', 'merchant')),
  is_administrator boolean not null default false,
  permissions text[] not null,
  sca_required_permissions text[] not null default '{}',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.role is 'Named lists of permissions @shard:tenant';
select app.protect('app.role');

create table app.app_user (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid,
  role_id uuid not null,
  user_type text not null check (user_type in ('platform', 'tenant', 'merchant')),
  email text not null,
  first_name text not null,
  last_name text not null,
  is_active boolean not null default true,
  time_zone text,
  locale text,
  last_login_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, role_id) references app.role (tenant_id, id),
  check ((user_type = 'merchant') = (merchant_id is not null))
);
comment on table app.app_user is 'People who sign in @shard:tenant';
select app.protect('app.app_user');

create table app.user_merchant_limit (
  tenant_id uuid not null,
  user_id uuid not null,
  merchant_id uuid not null,
  primary key (tenant_id, user_id, merchant_id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.user_merchant_limit is 'An operator with rows here sees these merchants alone @shard:tenant';
select app.protect('app.user_merchant_limit');

-- Signed-in subject to user: unique across tenants, so it cannot be tenant-owned.
create table app.user_directory (
  user_id uuid primary key,
  tenant_id uuid not null,
  email text not null unique,
  issuer text,
  subject text not null,
  unique (issuer, subject)
);
comment on table app.user_directory is 'Finds the tenant of a subject or an e-mail before any tenant is known @shard:local';
grant select, insert, update, delete on app.user_directory to counterfoil_app, counterfoil_loader;
grant select on app.user_directory to counterfoil_platform;

create table app.audit_entry (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  record_type text not null,
  record_id text,
  request_id text not null,
  ip text,
  before jsonb,
  after jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table app.audit_entry is 'Who did what, append-only @shard:tenant';
select app.protect('app.audit_entry');
revoke update, delete on app.audit_entry from counterfoil_app;
-- An operator limited to some merchants also does things that belong to none of them: they are recorded all the same.
alter policy own_scope on app.audit_entry with check (tenant_id = app.current_tenant());
create index audit_entry_record on app.audit_entry (tenant_id, record_type, record_id, id);

create table app.saved_filter (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  external_id uuid not null,
  screen text not null,
  name text not null,
  filter jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app.app_user (tenant_id, id)
);
comment on table app.saved_filter is 'A user''s own named transaction filters @shard:tenant';
select app.protect('app.saved_filter', null);
create index saved_filter_user on app.saved_filter (tenant_id, user_id, name);
