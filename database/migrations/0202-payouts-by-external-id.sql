-- A merchant's server finds its payout by its own id, whose answer it lost.
create index payout_order_external on app.payout_order (tenant_id, merchant_id, mode, external_id, id)
  where external_id is not null;
