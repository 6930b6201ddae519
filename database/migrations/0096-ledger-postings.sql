-- Where the money is: at an acquirer, at the bank, in cash, or in suspense while it is not known whose it is. What is owed to
-- a merchant is named by what may be done with it, and what is set aside for payouts is in transit.

create function pg_temp.new_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Entries are never changed, so what stands on an account that has another name now is moved there by a posting. What was
-- moved once sums to zero, and is not moved again.
create temporary table moved on commit drop as
select tenant_id, merchant_id, null::uuid as payment_id, mode, currency, account, ledger_account_id,
  case account when 'merchant_payable' then 'merchant_available' else 'payouts_in_transit' end as to_account,
  ledger_account_id as to_ledger_account_id, sum(amount_minor)::bigint as amount_minor, pg_temp.new_id() as posting_id
from app.ledger_entry where account in ('merchant_payable', 'payouts_pending')
group by tenant_id, merchant_id, mode, currency, account, ledger_account_id having sum(amount_minor) <> 0;

-- what a bank's statement confirmed is at the bank
insert into moved
select e.tenant_id, e.merchant_id, e.payment_id, e.mode, e.currency, e.account, e.ledger_account_id, 'bank', null,
  sum(e.amount_minor), pg_temp.new_id()
from app.ledger_entry e
where e.account = 'acquirer_receivable' and e.kind in ('capture', 'carry_over') and exists (
  select from app.bank_order_item i where i.tenant_id = e.tenant_id and i.payment_id = e.payment_id and i.state = 'matched')
group by e.tenant_id, e.merchant_id, e.payment_id, e.mode, e.currency, e.account, e.ledger_account_id
having sum(e.amount_minor) <> 0;

insert into app.ledger_entry (tenant_id, id, posting_id, kind, merchant_id, mode, currency, account, ledger_account_id,
  amount_minor, payment_id, created_at)
select tenant_id, pg_temp.new_id(), posting_id, 'carry_over', merchant_id, mode, currency, account, ledger_account_id,
  -amount_minor, payment_id, now() from moved
union all
select tenant_id, pg_temp.new_id(), posting_id, 'carry_over', merchant_id, mode, currency, to_account, to_ledger_account_id,
  amount_minor, payment_id, now() from moved;

-- what the bank booked and no payment explains belongs to no merchant
alter table app.ledger_entry alter column merchant_id drop not null;
insert into app.ledger_entry (tenant_id, id, posting_id, kind, mode, currency, account, amount_minor, created_at)
select i.tenant_id, pg_temp.new_id(), i.id, case when i.amount_minor > 0 then 'unmatched_credit' else 'unmatched_debit' end,
  2, i.currency, side.account, i.amount_minor * side.sign, now()
from app.bank_order_item i cross join (values ('bank', 1), ('suspense', -1)) as side (account, sign)
where i.state = 'unmatched' and i.amount_minor <> 0 and not exists (
  select from app.ledger_entry e where e.tenant_id = i.tenant_id and e.posting_id = i.id);

insert into app.ledger_account_balance as b (tenant_id, ledger_account_id, merchant_id, mode, currency, amount_minor)
select tenant_id, ledger_account_id, merchant_id, mode, currency, -sum(amount_minor) from moved
where ledger_account_id is not null and to_ledger_account_id is null
group by tenant_id, ledger_account_id, merchant_id, mode, currency
on conflict (tenant_id, ledger_account_id, merchant_id, mode, currency)
do update set amount_minor = b.amount_minor + excluded.amount_minor;

-- the accounts that tenants chose for these purposes
update app.payment set ledger_accounts = (
  select jsonb_object_agg(case key when 'merchant_payable' then 'merchant_available'
    when 'payouts_pending' then 'payouts_in_transit' else key end, value) from jsonb_each(ledger_accounts))
where ledger_accounts ?| array['merchant_payable', 'payouts_pending'];
alter table app.billing_setting drop constraint billing_setting_purpose_check;
update app.billing_setting set purpose = 'merchant_available' where purpose = 'merchant_payable';
update app.billing_setting set purpose = 'payouts_in_transit' where purpose = 'payouts_pending';
alter table app.billing_setting add constraint billing_setting_purpose_check check (purpose in (
  'acquirer_receivable', 'bank', 'cash', 'merchant_pending', 'merchant_available', 'merchant_reserve', 'disputed_funds',
  'payouts_in_transit', 'fee_income'));

alter table app.ledger_entry
  add check (mode in (1, 2)),
  -- each kind with the accounts that it is posted to; merchant_payable and payouts_pending are the names of before
  add constraint ledger_entry_sides check (case
    when kind in ('authorisation', 'release') then account in ('authorised', 'authorised_contra')
    when kind in ('capture', 'refund') then account in ('acquirer_receivable', 'bank', 'cash',
      'merchant_payable', 'merchant_pending', 'merchant_available')
    when kind = 'reversal' then account in ('acquirer_receivable', 'merchant_payable', 'merchant_pending', 'merchant_available')
    when kind in ('dispute', 'dispute_won') then account in ('disputed_funds', 'merchant_payable', 'merchant_pending', 'merchant_available')
    when kind in ('dispute_lost', 'dispute_reopened') then account in ('disputed_funds', 'acquirer_receivable')
    when kind in ('payout_hold', 'payout_return') then account in ('merchant_payable', 'merchant_available', 'payouts_pending', 'payouts_in_transit')
    when kind = 'payout' then account in ('payouts_pending', 'payouts_in_transit', 'acquirer_receivable')
    when kind = 'payout_fee' then account in ('payouts_in_transit', 'fee_income')
    when kind in ('fee', 'fee_return') then account in ('merchant_payable', 'merchant_pending', 'merchant_available', 'fee_income')
    when kind = 'maturity' then account in ('merchant_pending', 'merchant_available')
    when kind = 'reserve' then account in ('merchant_pending', 'merchant_reserve')
    when kind = 'reserve_release' then account in ('merchant_reserve', 'merchant_available')
    when kind in ('unmatched_credit', 'unmatched_debit') then account in ('bank', 'suspense')
    when kind = 'carry_over' then true
    else false end);

-- Where the money of a payment came in, or from where a refund was paid; null: the acquirer. What the merchant paid back by
-- itself moved no money of the tenant's.
alter table app.payment_operation add column money_place text check (money_place in ('acquirer', 'bank', 'cash', 'merchant'));
alter table app.waiting_action add column paid_from text check (paid_from in ('acquirer', 'bank', 'cash', 'merchant'));
update app.payment_operation o set money_place = 'bank' where kind = 'authorise' and state = 'succeeded' and exists (
  select from app.bank_order_item i where i.tenant_id = o.tenant_id and i.payment_id = o.payment_id and i.state = 'matched');

-- The application posts through this function alone. It runs with the owner's rights, so it holds by itself to what
-- row-level security holds its caller to: the tenant and the merchants of the transaction's scope.
create function app.post_to_ledger(merchant uuid, payment_mode smallint, posted_currency text, payment uuid, event uuid,
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
end
$$;
revoke all on function app.post_to_ledger from public;
grant execute on function app.post_to_ledger to counterfoil_app;
revoke insert on app.ledger_entry from counterfoil_app;
