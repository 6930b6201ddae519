-- How the payer was authenticated (3-D Secure) when a card was checked without a payment. The proof is sealed with the
-- tenant's key; it goes when the card is deleted.
alter table app.stored_card add column three_d_secure jsonb;
alter table app.stored_card add column authentication_value text check (length(authentication_value) <= 1000);
-- what is sealed is sealed anew when a key is replaced
create index stored_card_authentication on app.stored_card (tenant_id, id) where authentication_value is not null;
