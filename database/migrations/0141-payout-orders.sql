-- Payouts to beneficiaries: merchants' money that leaves over a payment rail.
create table app.payout_order (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  -- null: of a payee that was named with the payout
  beneficiary_id uuid,
  payee_name text not null,
  payee_kind text not null check (payee_kind in ('person', 'company')),
  payee_country text not null,
  payee_iban text,
  payee_bic text,
  payee_sort_code text,
  payee_account_number text,
  payee_town text,
  payee_result text check (payee_result in ('match', 'close_match', 'no_match', 'unavailable')),
  payee_bank_name text,
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  currency text not null,
  rail text not null check (rail in ('sepa_credit_transfer', 'sepa_instant', 'faster_payments', 'tr_fast', 'tr_eft')),
  -- as the payee reads it
  reference text not null,
  external_id text,
  -- under which the rail knows it, for ever the same: it is never sent twice
  end_to_end_id text not null,
  state text not null check (state in ('waiting_for_approval', 'approved', 'sent', 'paid', 'returned', 'declined', 'failed')),
  -- the earliest moment at which it goes
  send_at timestamptz not null,
  maker_type text not null check (maker_type in ('user', 'api_key')),
  maker_id uuid not null,
  maker_name text not null,
  maker_keys text[] not null,
  side text not null check (side in ('operator', 'merchant')),
  -- of the confirmation levels; empty: one other person approves, or nobody has to
  requirements jsonb not null,
  expires_at timestamptz,
  -- it is on its way to the rail from then on: whoever finds this asks the rail before sending
  submitted_at timestamptz,
  rail_reference text,
  next_check_at timestamptz,
  -- failures of ours in a row
  failures smallint not null default 0,
  code text,
  message text,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, beneficiary_id) references app.beneficiary (tenant_id, id),
  check ((payee_iban is not null) <> (payee_sort_code is not null and payee_account_number is not null))
);
comment on table app.payout_order is 'Payouts to beneficiaries @shard:tenant';
select app.protect('app.payout_order');
revoke update, delete on app.payout_order from counterfoil_app;
grant update (state, submitted_at, rail_reference, next_check_at, failures, code, message, ended_at, updated_at)
  on app.payout_order to counterfoil_app;
create unique index payout_order_end_to_end on app.payout_order (tenant_id, end_to_end_id);
create index payout_order_merchant on app.payout_order (tenant_id, merchant_id, mode, id);
create index payout_order_beneficiary on app.payout_order (tenant_id, beneficiary_id, id) where beneficiary_id is not null;
create index payout_order_waiting on app.payout_order (tenant_id, mode, id) where state = 'waiting_for_approval';
create index payout_order_due on app.payout_order (tenant_id, coalesce(next_check_at, send_at), id)
  where state in ('approved', 'sent') or (state = 'paid' and next_check_at is not null);

create table app.payout_order_step (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  payout_order_id uuid not null,
  kind text not null check (kind in ('requested', 'confirmed', 'approved', 'sent', 'paid', 'returned', 'declined', 'failed')),
  -- null: the product itself
  actor_id uuid,
  actor_name text,
  actor_role_id uuid,
  actor_keys text[] not null default '{}',
  reason text,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, payout_order_id) references app.payout_order (tenant_id, id)
);
comment on table app.payout_order_step is 'What happened to payouts, and who did it @shard:tenant';
select app.protect('app.payout_order_step');
revoke update, delete on app.payout_order_step from counterfoil_app;
create index payout_order_step_order on app.payout_order_step (tenant_id, payout_order_id, id);

-- Money that leaves over a rail leaves the tenant's bank account, and comes back to it when it is returned.
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
    when kind = 'transfer' then account in ('payouts_in_transit', 'bank')
    when kind = 'transfer_return' then account in ('bank', 'merchant_available')
    when kind in ('fee', 'fee_return') then account in ('merchant_payable', 'merchant_pending', 'merchant_available', 'fee_income')
    when kind = 'maturity' then account in ('merchant_pending', 'merchant_available')
    when kind = 'reserve' then account in ('merchant_pending', 'merchant_reserve')
    when kind = 'reserve_release' then account in ('merchant_reserve', 'merchant_available')
    when kind in ('unmatched_credit', 'unmatched_debit') then account in ('bank', 'suspense')
    when kind in ('return_hold', 'return_back') then account in ('suspense', 'returns_in_transit')
    when kind = 'return_paid' then account in ('returns_in_transit', 'bank')
    when kind = 'carry_over' then true
    else false end);
-- the daily proof compares it with the payouts that are under way
create index ledger_entry_payout_transit on app.ledger_entry (tenant_id, merchant_id, mode, currency) include (amount_minor)
  where account = 'payouts_in_transit' and payment_id is null;

-- What the simulated rails remember, as real ones would on their own machines.
create table sandbox.rail_transfer (
  end_to_end_id text primary key,
  rail text not null,
  amount_minor bigint not null,
  currency text not null,
  -- how it goes on, by the end of the account's number
  scenario text not null,
  submissions integer not null default 1,
  accepted_at timestamptz not null
);
grant select, insert, update, delete on sandbox.rail_transfer to counterfoil_app;

update app.role
set permissions = permissions || array['Merchant.Payments.Single.View', 'Merchant.Payments.Single.Edit']
where is_administrator and user_type = 'merchant' and not 'Merchant.Payments.Single.View' = any (permissions);
