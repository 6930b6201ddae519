-- An account in the UK is known by its sort code and number, and by an IBAN that holds both: it is one account.
drop index app.payout_order_account;
create index payout_order_account on app.payout_order
  (tenant_id, merchant_id, mode, coalesce(
    payee_card_fingerprint,
    case when payee_iban like 'GB%' then substr(payee_iban, 9) else payee_iban end,
    payee_sort_code || payee_account_number));
