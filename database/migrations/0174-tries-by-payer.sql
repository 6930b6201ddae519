-- The latest tries from an address and with a card are found without those of the whole merchant. Ids are ordered by time.
create index payment_page_payment_address on app.payment_page_payment (tenant_id, merchant_id, address_hash, payment_id);
create index payment_page_payment_card on app.payment_page_payment (tenant_id, merchant_id, card_hash, payment_id)
  where card_hash is not null;
drop index app.payment_page_payment_recent;
create index payment_page_card_address on app.payment_page_card (tenant_id, merchant_id, address_hash, id);
create index payment_page_card_card on app.payment_page_card (tenant_id, merchant_id, card_hash, id);
drop index app.payment_page_card_recent;
