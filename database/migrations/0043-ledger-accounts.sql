-- A tenant's chart of accounts, and which of its accounts the engine's postings go to. Where nothing is chosen a posting
-- goes to the standard account of its purpose, which needs no row.

create table app.ledger_account (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  code text not null,
  name text not null,
  account_type text not null check (account_type in ('asset', 'liability', 'income')),
  -- null: keeps every currency, each by itself
  currency text references app.currency (code),
  description text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, code)
);
comment on table app.ledger_account is 'The accounts of a tenant''s books @shard:tenant';
select app.protect('app.ledger_account', null);

create table app.billing_setting (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  purpose text not null
    check (purpose in ('acquirer_receivable', 'merchant_payable', 'disputed_funds', 'payouts_pending', 'fee_income')),
  -- null: for all
  merchant_id uuid,
  method text references app.payment_method (code),
  currency text references app.currency (code),
  ledger_account_id uuid not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, purpose, merchant_id, method, currency),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, ledger_account_id) references app.ledger_account (tenant_id, id)
);
comment on table app.billing_setting is 'Which ledger account what is posted goes to @shard:tenant';
select app.protect('app.billing_setting', null);
create index billing_setting_account on app.billing_setting (tenant_id, ledger_account_id);

-- `account` stays what is posted, the purpose; this is where it was posted to. Null: the purpose's standard account
alter table app.ledger_entry
  add column ledger_account_id uuid,
  add foreign key (tenant_id, ledger_account_id) references app.ledger_account (tenant_id, id);
create index ledger_entry_ledger_account on app.ledger_entry (tenant_id, ledger_account_id, mode, currency)
  include (amount_minor) where ledger_account_id is not null;

-- by purpose; where the payment's first posting went, all its later ones go. Null: to the standard accounts
alter table app.payment add column ledger_accounts jsonb;
