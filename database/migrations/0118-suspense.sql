-- What becomes of money in suspense: it is matched to payments, returned to its sender, or it is the return of another
-- transfer, as the bank booked it.

alter table app.bank_order_item
  add column cleared_minor bigint not null default 0,
  -- changes with every clearing, so that a waiting return is of the transfer as it was confirmed
  add column version integer not null default 1,
  add constraint bank_order_item_cleared check (cleared_minor between 0 and abs(amount_minor));
create index bank_order_item_suspense on app.bank_order_item (tenant_id, booked_on, id)
  where state = 'unmatched' and cleared_minor < abs(amount_minor);

create table app.suspense_clearing (
  tenant_id uuid not null,
  id uuid not null,
  bank_order_item_id uuid not null,
  kind text not null check (kind in ('match', 'return', 'booked')),
  -- collected: the payment waits for the rest; in_transit: ordered, and the bank has not booked it yet
  state text not null check (state in ('collected', 'posted', 'in_transit', 'paid', 'taken_back')),
  merchant_id uuid,
  payment_id uuid,
  -- of what the bank booked: the return that it is
  return_id uuid,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  payee_name text,
  payee_account text,
  -- what the bank is told to quote, by which its booking is recognised
  reference text,
  reason text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, bank_order_item_id) references app.bank_order_item (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id),
  foreign key (tenant_id, return_id) references app.suspense_clearing (tenant_id, id),
  check ((kind = 'match') = (payment_id is not null and merchant_id is not null)),
  check ((kind = 'return') = (reference is not null and payee_account is not null and payee_name is not null)),
  check ((kind = 'booked') = (return_id is not null))
);
comment on table app.suspense_clearing is 'What money in suspense was used for @shard:tenant';
select app.protect('app.suspense_clearing');
revoke update, delete on app.suspense_clearing from counterfoil_app;
grant update (state, ended_at) on app.suspense_clearing to counterfoil_app;
create index suspense_clearing_item on app.suspense_clearing (tenant_id, bank_order_item_id, id);
create index suspense_clearing_payment on app.suspense_clearing (tenant_id, payment_id) where payment_id is not null;
create unique index suspense_clearing_reference on app.suspense_clearing (tenant_id, reference) where reference is not null;
create index suspense_clearing_open on app.suspense_clearing (tenant_id, state) where state in ('collected', 'in_transit');

alter table app.ledger_entry drop constraint ledger_entry_sides;
alter table app.ledger_entry add constraint ledger_entry_sides check (case
    when kind in ('authorisation', 'release') then account in ('authorised', 'authorised_contra')
    when kind = 'capture' then account in ('acquirer_receivable', 'bank', 'cash', 'suspense',
      'merchant_payable', 'merchant_pending', 'merchant_available')
    when kind = 'refund' then account in ('acquirer_receivable', 'bank', 'cash',
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
    when kind in ('return_hold', 'return_back') then account in ('suspense', 'returns_in_transit')
    when kind = 'return_paid' then account in ('returns_in_transit', 'bank')
    when kind = 'carry_over' then true
    else false end);
-- the daily proof sums these accounts whole; few entries are on them
create index ledger_entry_suspense on app.ledger_entry (tenant_id, account, currency) include (amount_minor)
  where account in ('suspense', 'returns_in_transit');

alter table app.payment_operation drop constraint payment_operation_money_place_check;
alter table app.payment_operation add constraint payment_operation_money_place_check
  check (money_place in ('acquirer', 'bank', 'cash', 'merchant', 'suspense'));

-- A return waits for confirmation as an action on a payment does; it is of no payment and no merchant.
alter table app.confirmation_level drop constraint confirmation_level_actions_check;
alter table app.confirmation_level add constraint confirmation_level_actions_check check (actions <> '{}' and actions <@ array[
  'refund', 'markRefunded', 'void', 'reverse', 'approve', 'changeStatus', 'payout', 'returnTransfer']);
alter table app.waiting_action drop constraint waiting_action_action_check;
alter table app.waiting_action
  alter column merchant_id drop not null,
  alter column payment_id drop not null,
  alter column payment_version drop not null,
  add column bank_order_item_id uuid,
  add column bank_order_item_version integer,
  add column payee_name text,
  add column payee_account text,
  add foreign key (tenant_id, bank_order_item_id) references app.bank_order_item (tenant_id, id),
  add constraint waiting_action_action_check check (action in (
    'refund', 'markRefunded', 'void', 'reverse', 'approve', 'changeStatus', 'payout', 'returnTransfer')),
  add constraint waiting_action_subject_check check (case action
    when 'returnTransfer' then bank_order_item_id is not null and bank_order_item_version is not null
      and payment_id is null and side = 'operator' and payee_name is not null and payee_account is not null
    else payment_id is not null and payment_version is not null and merchant_id is not null end);
alter table app.waiting_action_step alter column merchant_id drop not null;
create unique index waiting_action_open_transfer on app.waiting_action (tenant_id, bank_order_item_id)
  where state in ('waiting', 'confirmed') and bank_order_item_id is not null;

update app.role
set permissions = permissions || array['CRM.Transaction.Suspense.View', 'CRM.Transaction.Suspense.Edit']
where is_administrator and user_type in ('tenant', 'platform');
