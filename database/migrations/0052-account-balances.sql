-- What stands on a ledger account, kept by deltas as payments' sums are: the transaction that posts adds a row, a job
-- folds the rows into the account's, a reader adds both.
create table app.ledger_account_delta (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  ledger_account_id uuid not null,
  merchant_id uuid not null,
  mode smallint not null,
  currency text not null,
  amount_minor bigint not null,
  primary key (tenant_id, id)
);
comment on table app.ledger_account_delta is 'What was posted to accounts and is not in their balances yet @shard:tenant';
select app.protect('app.ledger_account_delta');
create index ledger_account_delta_account on app.ledger_account_delta (tenant_id, ledger_account_id);

create table app.ledger_account_balance (
  tenant_id uuid not null references app.tenant (id),
  ledger_account_id uuid not null,
  merchant_id uuid not null,
  mode smallint not null,
  currency text not null,
  amount_minor bigint not null,
  primary key (tenant_id, ledger_account_id, merchant_id, mode, currency)
);
comment on table app.ledger_account_balance is 'What stands on each account, by merchant, mode and currency @shard:tenant';
select app.protect('app.ledger_account_balance');

insert into app.ledger_account_balance (tenant_id, ledger_account_id, merchant_id, mode, currency, amount_minor)
select tenant_id, ledger_account_id, merchant_id, mode, currency, sum(amount_minor)
from app.ledger_entry where ledger_account_id is not null
group by tenant_id, ledger_account_id, merchant_id, mode, currency;
