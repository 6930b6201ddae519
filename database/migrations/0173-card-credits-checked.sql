-- What 0172 has new rows checked for holds for those before it too.
alter table app.stored_card validate constraint stored_card_uses_check;
alter table app.payment_page validate constraint payment_page_card_uses_check;
alter table app.beneficiary validate constraint beneficiary_stored_card_fkey;
alter table app.beneficiary validate constraint beneficiary_account_check;
alter table app.payout_order validate constraint payout_order_rail_check;
alter table app.payout_order validate constraint payout_order_account_check;
alter table app.recurring_payout validate constraint recurring_payout_account_check;
