-- What goes to an account is asked for with each payout to a new one, and of every account of a file.
create index payout_order_account on app.payout_order
  (tenant_id, merchant_id, mode, coalesce(payee_iban, payee_sort_code || payee_account_number));
