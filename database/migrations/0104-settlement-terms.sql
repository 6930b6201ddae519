-- When captured money becomes available to its merchant: after so many business days, a part of it later, from reserve.

create table app.settlement_terms (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- null: for all
  merchant_id uuid,
  currency text references app.currency (code),
  settlement_days integer not null check (settlement_days between 0 and 60),
  reserve_basis_points integer not null check (reserve_basis_points between 0 and 10000),
  reserve_days integer not null check (reserve_days between 0 and 540),
  minimum_payout_minor bigint check (minimum_payout_minor >= 0),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, merchant_id, currency),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  check (currency is not null or minimum_payout_minor is null)
);
comment on table app.settlement_terms is 'When what merchants captured becomes available to them @shard:tenant';
select app.protect('app.settlement_terms', null);

-- What stands on merchant_pending and merchant_reserve, by the payment that it is of and the day on which it is due.
create table app.maturity (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  payment_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  currency text not null,
  account text not null check (account in ('merchant_pending', 'merchant_reserve')),
  -- what is left: a refund of the payment takes it before what is available
  amount_minor bigint not null check (amount_minor >= 0),
  due_on date not null,
  created_at timestamptz not null,
  matured_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id)
);
comment on table app.maturity is 'When pending and reserved money of merchants becomes available @shard:tenant';
select app.protect('app.maturity');
revoke update, delete on app.maturity from counterfoil_app;
grant update (amount_minor, matured_at) on app.maturity to counterfoil_app;
-- cluster-ok: compares the row with itself
create trigger life before update on app.maturity for each row when (current_user = 'counterfoil_app' and (
  old.matured_at is not null or new.amount_minor > old.amount_minor)) execute function app.refuse_change();
create index maturity_payment on app.maturity (tenant_id, payment_id) where matured_at is null;
create index maturity_due on app.maturity (tenant_id, due_on, id) where matured_at is null;
create index maturity_merchant on app.maturity (tenant_id, merchant_id, mode, currency, due_on) where matured_at is null;
