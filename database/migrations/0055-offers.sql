-- Proposals and agreements: what a tenant offers a merchant, and what the merchant said to it. Each version is a row of
-- its own that never changes once it is sent, so that an answer is one to exactly this text.
create table app.offer (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid not null,
  kind text not null check (kind in ('proposal', 'agreement')),
  -- the same for every version
  series_id uuid not null,
  version integer not null check (version > 0),
  status text not null check (status in ('created', 'pending', 'accepted', 'rejected')),
  -- counts the changes of a draft
  revision integer not null default 1,
  subject text not null,
  language text not null check (language in ('en', 'tr')),
  body text not null,
  currency text not null,
  boarding_fee_minor bigint not null default 0 check (boarding_fee_minor >= 0),
  account_configuration_fee_minor bigint not null default 0 check (account_configuration_fee_minor >= 0),
  bank_account_setup_fee_minor bigint not null default 0 check (bank_account_setup_fee_minor >= 0),
  monthly_minimum_fee_minor bigint not null default 0 check (monthly_minimum_fee_minor >= 0),
  gateway_monthly_access_minor bigint not null default 0 check (gateway_monthly_access_minor >= 0),
  -- products, each with its fees
  entries jsonb not null,
  expires_at timestamptz,
  -- as both were called when it was made or sent
  merchant_name text not null,
  tenant_name text not null,
  -- of an agreement: the accepted proposal that it follows
  proposal_id uuid,
  -- of what was sent
  content_hash text,
  -- whoever sent it, where it is somebody of the tenant
  sent_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  sent_at timestamptz,
  answered_by_name text,
  answered_for text check (answered_for in ('merchant', 'tenant', 'platform')),
  answered_at timestamptz,
  reject_reason text,
  primary key (tenant_id, id),
  unique (tenant_id, series_id, version),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, proposal_id) references app.offer (tenant_id, id),
  check ((status = 'created') = (sent_at is null)),
  check ((content_hash is null) = (sent_at is null)),
  check ((status in ('accepted', 'rejected')) = (answered_at is not null)),
  check ((status = 'rejected') = (reject_reason is not null))
);
comment on table app.offer is 'Proposals and agreements, each version a row @shard:tenant';
select app.protect('app.offer');
-- a merchant's, newest first
create index offer_of_merchant on app.offer (tenant_id, merchant_id, kind, id desc);
create index offer_proposal on app.offer (tenant_id, proposal_id) where proposal_id is not null;
