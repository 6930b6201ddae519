-- Whom merchants pay: accounts, checked with the bank that holds them.
create table app.beneficiary (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  kind text not null check (kind in ('person', 'company')),
  country text not null,
  currency text not null,
  iban text,
  bic text,
  sort_code text,
  account_number text,
  street text,
  post_code text,
  town text,
  -- for lists: the beginning and the end alone
  account_hint text not null,
  -- what the bank that holds the account said of its name
  payee_check text not null check (payee_check in ('not_needed', 'pending', 'success', 'failed')),
  payee_result text check (payee_result in ('match', 'close_match', 'no_match', 'unavailable')),
  bank_name text,
  checked_at timestamptz,
  -- cooling-off counts from here
  account_changed_at timestamptz not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  check ((iban is not null) <> (sort_code is not null and account_number is not null))
);
comment on table app.beneficiary is 'Whom merchants pay @shard:tenant';
select app.protect('app.beneficiary');
create index beneficiary_merchant on app.beneficiary (tenant_id, merchant_id, name, id);
create index beneficiary_unchecked on app.beneficiary (tenant_id, id) where payee_check = 'pending';

-- How careful a tenant is with payouts to beneficiaries.
create table app.payout_rule (
  tenant_id uuid not null,
  id uuid not null,
  -- null: for all merchants
  merchant_id uuid,
  currency text not null,
  approval text not null check (approval in ('always', 'levels')),
  cooling_hours integer not null check (cooling_hours between 0 and 720),
  cooling_limit_minor bigint not null check (cooling_limit_minor >= 0),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.payout_rule is 'Who approves payouts to beneficiaries, and cooling-off @shard:tenant';
select app.protect('app.payout_rule', null);
create unique index payout_rule_one on app.payout_rule (tenant_id, merchant_id, currency) nulls not distinct;
create index payout_rule_merchant on app.payout_rule (tenant_id, merchant_id) where merchant_id is not null;

update app.role
set permissions = permissions || array['Merchant.Beneficiaries.Edit']
where user_type = 'merchant' and 'Merchant.Beneficiaries.View' = any (permissions)
  and not 'Merchant.Beneficiaries.Edit' = any (permissions);
update app.role
set permissions = permissions || array['Merchant.Beneficiaries.View', 'Merchant.Beneficiaries.Edit']
where is_administrator and user_type = 'merchant' and not 'Merchant.Beneficiaries.View' = any (permissions);
