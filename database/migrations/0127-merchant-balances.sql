-- What a merchant is owed, kept by deltas as the balances of ledger accounts are (docs/decisions/0009), so that it is read
-- in the same time at any number of entries. Of the accounts that no merchant's balance is made of there is none.
create table app.merchant_balance_delta (
  tenant_id uuid not null references app.tenant (id),
  merchant_id uuid not null,
  id uuid not null,
  mode smallint not null,
  currency text not null,
  account text not null,
  amount_minor bigint not null,
  primary key (tenant_id, merchant_id, id)
);
comment on table app.merchant_balance_delta is 'What was posted to merchants'' accounts and is not in their balances yet @shard:tenant';
select app.protect('app.merchant_balance_delta');

create table app.merchant_balance (
  tenant_id uuid not null references app.tenant (id),
  merchant_id uuid not null,
  mode smallint not null,
  currency text not null,
  account text not null,
  amount_minor bigint not null,
  primary key (tenant_id, merchant_id, mode, currency, account)
);
comment on table app.merchant_balance is 'What stands on each account of a merchant, by mode and currency @shard:tenant';
select app.protect('app.merchant_balance');
revoke insert, update, delete on app.merchant_balance, app.merchant_balance_delta from counterfoil_app;

-- The accounts of which a merchant's balance is made, and what is reserved on cards.
create function app.is_merchant_account(account text) returns boolean language sql immutable as $$
  select account in ('merchant_pending', 'merchant_available', 'merchant_reserve', 'disputed_funds', 'payouts_in_transit',
    'authorised')
$$;

insert into app.merchant_balance (tenant_id, merchant_id, mode, currency, account, amount_minor)
select tenant_id, merchant_id, mode, currency, account, sum(amount_minor)
from app.ledger_entry where merchant_id is not null and app.is_merchant_account(account)
group by tenant_id, merchant_id, mode, currency, account having sum(amount_minor) <> 0;

-- it served these sums alone
drop index app.ledger_entry_account;

create or replace function app.post_to_ledger(merchant uuid, payment_mode smallint, posted_currency text, payment uuid, event uuid,
  posted_at timestamptz, entries jsonb) returns void language plpgsql security definer set search_path = pg_catalog
as $$
declare
  tenant uuid := app.current_tenant();
begin
  if tenant is null or (app.merchant_limit() = '{' and (merchant = any (app.merchant_scope())) is distinct from true) then
    raise exception 'the merchant is not in scope' using errcode = '42501';
  end if;
  if not exists (select from app.currency where code = posted_currency) then
    raise exception 'there is no currency %', posted_currency using errcode = '23514';
  end if;
  if (merchant is not null and not exists (select from app.merchant m where m.tenant_id = tenant and m.id = merchant))
    or (payment is not null and not exists (
      select from app.payment p where p.tenant_id = tenant and p.id = payment and p.merchant_id = merchant
        and p.mode = payment_mode and p.currency = posted_currency)) then
    raise exception 'the posting is not of its payment' using errcode = '23514';
  end if;
  if jsonb_array_length(entries) = 0 or exists (
    select from jsonb_to_recordset(entries) as e (posting uuid, kind text, amount bigint)
    group by posting having sum(amount) <> 0 or count(*) <> 2 or count(distinct kind) <> 1 or posting is null) then
    raise exception 'a posting is two entries of one kind that sum to zero' using errcode = '23514';
  end if;
  if exists (select from jsonb_to_recordset(entries) as e (kind text) where kind is null or kind = 'carry_over') then
    raise exception 'this kind of posting is not the application''s' using errcode = '23514';
  end if;
  -- cluster-ok: a handful of entries of one tenant
  insert into app.ledger_entry (tenant_id, id, posting_id, kind, merchant_id, mode, currency, account, ledger_account_id,
    amount_minor, payment_id, event_id, created_at)
  select tenant, e.id, e.posting, e.kind, merchant, payment_mode, posted_currency, e.account, e."ledgerAccount",
    e.amount, payment, event, posted_at
  from jsonb_to_recordset(entries) as e (id uuid, posting uuid, kind text, account text, "ledgerAccount" uuid, amount bigint);
  -- cluster-ok: as above
  insert into app.ledger_account_delta (tenant_id, id, ledger_account_id, merchant_id, mode, currency, amount_minor)
  select tenant, gen_random_uuid(), "ledgerAccount", merchant, payment_mode, posted_currency, sum(amount)
  from jsonb_to_recordset(entries) as e ("ledgerAccount" uuid, amount bigint)
  where "ledgerAccount" is not null group by "ledgerAccount" having sum(amount) <> 0;
  if merchant is not null then
    -- cluster-ok: as above
    insert into app.merchant_balance_delta (tenant_id, merchant_id, id, mode, currency, account, amount_minor)
    select tenant, merchant, gen_random_uuid(), payment_mode, posted_currency, account, sum(amount)
    from jsonb_to_recordset(entries) as e (account text, amount bigint)
    where app.is_merchant_account(account) group by account having sum(amount) <> 0;
  end if;
end
$$;

create function app.fold_merchant_balances(most integer) returns bigint language plpgsql security definer set search_path = pg_catalog
as $$
declare
  tenant uuid := app.current_tenant();
  taken bigint;
begin
  if tenant is null or app.merchant_limit() = '{' then
    raise exception 'balances are folded for a whole tenant' using errcode = '42501';
  end if;
  with picked as materialized (
    select w.merchant_id, w.id from app.merchant_balance_delta w where w.tenant_id = tenant
    order by w.merchant_id, w.id limit most for update skip locked
  ), gone as (
    delete from app.merchant_balance_delta d using picked
    where d.tenant_id = tenant and d.merchant_id = picked.merchant_id and d.id = picked.id
    returning d.*
  ), added as (
    insert into app.merchant_balance as b (tenant_id, merchant_id, mode, currency, account, amount_minor)
    select tenant, merchant_id, mode, currency, account, sum(amount_minor) from gone
    -- every worker locks rows in this order, which prevents deadlocks
    group by 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (tenant_id, merchant_id, mode, currency, account)
    do update set amount_minor = b.amount_minor + excluded.amount_minor
  )
  select count(*) into taken from gone;
  return taken;
end
$$;
revoke all on function app.fold_merchant_balances from public;
grant execute on function app.fold_merchant_balances to counterfoil_app;

-- Balances as the daily proof has counted them, until `balances_until` of the last proof: each proof adds the entries since.
create table app.proved_balance (
  tenant_id uuid not null references app.tenant (id),
  merchant_id uuid not null,
  mode smallint not null,
  currency text not null,
  account text not null,
  amount_minor bigint not null,
  primary key (tenant_id, merchant_id, mode, currency, account)
);
comment on table app.proved_balance is 'What the daily proof counted on each account of a merchant @shard:tenant';
select app.protect('app.proved_balance');
alter table app.ledger_proof add column balances_until timestamptz;
