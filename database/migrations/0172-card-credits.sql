-- Payouts to cards: the payee lets the merchant keep a card for them, and the acquirer whose vault has it sends the money.
alter table app.stored_card drop constraint stored_card_uses_check;
alter table app.stored_card add constraint stored_card_uses_check
  check (cardinality(uses) > 0 and uses <@ '{customer,recurring,instalment,unscheduled,payout}') not valid;
alter table app.payment_page drop constraint payment_page_card_uses_check;
alter table app.payment_page add constraint payment_page_card_uses_check
  check (cardinality(card_uses) > 0 and card_uses <@ '{customer,recurring,instalment,unscheduled,payout}') not valid;
alter table app.stored_card
  -- those that beneficiaries can be given
  add column is_payable boolean not null generated always as (state = 'active' and 'payout' = any (uses)) stored,
  -- as it is chosen: whose it is, and of which mode
  add column label text generated always as (
    initcap(card_brand) || ' •••• ' || card_last4 || coalesce(' · ' || customer_email, '')
    || case mode when 1 then ' · Test' else '' end) stored;
create index stored_card_payable on app.stored_card (tenant_id, merchant_id, id) where is_payable;

alter table app.beneficiary drop constraint beneficiary_check;
alter table app.beneficiary
  add column paid_to text not null default 'account' check (paid_to in ('account', 'card')),
  add column stored_card_id uuid,
  add constraint beneficiary_stored_card_fkey foreign key (tenant_id, stored_card_id) references app.stored_card (tenant_id, id) not valid,
  add constraint beneficiary_account_check
    check (num_nonnulls(iban, sort_code, stored_card_id) = 1 and (sort_code is null) = (account_number is null)
      and (paid_to = 'card') = (stored_card_id is not null)) not valid;
create index beneficiary_stored_card on app.beneficiary (tenant_id, stored_card_id) where stored_card_id is not null;

-- As the payout was asked for: a card that is deleted later does not change it.
alter table app.payout_order drop constraint payout_order_check, drop constraint payout_order_rail_check;
alter table app.payout_order
  add column payee_card_id uuid,
  add column payee_card_fingerprint text,
  add column payee_card_hint text,
  add constraint payout_order_rail_check check (rail in
    ('sepa_credit_transfer', 'sepa_instant', 'faster_payments', 'tr_fast', 'tr_eft', 'card_credit')) not valid,
  add constraint payout_order_account_check check (
    num_nonnulls(payee_iban, payee_sort_code, payee_card_id) = 1 and (payee_sort_code is null) = (payee_account_number is null)
    and num_nonnulls(payee_card_id, payee_card_fingerprint, payee_card_hint) in (0, 3)
    and (rail = 'card_credit') = (payee_card_id is not null)) not valid;
drop index app.payout_order_account;
create index payout_order_account on app.payout_order
  (tenant_id, merchant_id, mode, coalesce(payee_card_fingerprint, payee_iban, payee_sort_code || payee_account_number));

alter table app.recurring_payout drop constraint recurring_payout_check;
alter table app.recurring_payout
  add column payee_card_id uuid,
  add column payee_card_hint text,
  add constraint recurring_payout_account_check check (
    num_nonnulls(payee_iban, payee_sort_code, payee_card_id) = 1 and (payee_sort_code is null) = (payee_account_number is null)
    and (payee_card_id is null) = (payee_card_hint is null)) not valid;
