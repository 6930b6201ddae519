-- Cards that payers let a merchant keep. The number is in the vault of an acquirer; here are the consent and what it covers.

create table app.stored_card (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  -- with which the payer consented; `pending` until it is approved
  payment_id uuid not null,
  state text not null check (state in ('pending', 'active', 'expired', 'deleted')),
  -- the acquirer whose vault has the card, and what it calls it there; without a reference the vault has nothing (any more)
  provider text,
  vault_reference text check (length(vault_reference) <= 200),
  card_brand text not null,
  -- null once it is deleted, like all that identifies the card
  card_first6 text,
  card_last4 text,
  card_expiry_month smallint,
  card_expiry_year smallint,
  card_fingerprint text,
  customer_email text,
  customer_email_key text generated always as (lower(customer_email)) stored,
  -- what the payer consented to
  uses text[] not null check (cardinality(uses) > 0 and uses <@ '{customer,recurring,instalment,unscheduled}'),
  consent_source text not null check (consent_source in ('api', 'page')),
  consent_version text check (length(consent_version) <= 60),
  consent_text text check (length(consent_text) <= 2000),
  consent_language text check (length(consent_language) <= 35),
  consented_at timestamptz not null,
  -- the card scheme's, of the payment with which the payer consented: what merchants charge later names it
  scheme_transaction_id text check (length(scheme_transaction_id) <= 64),
  scheme_link_id text check (length(scheme_link_id) <= 64),
  -- a decline after which the scheme forbids another try: by the merchant alone, or by anyone
  stopped_by text,
  stopped_for text check (stopped_for in ('merchant', 'everyone')),
  stopped_at timestamptz,
  last_used_at timestamptz,
  -- when the month on the card has ended everywhere
  expires_at timestamptz,
  expiry_notified_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.stored_card is 'Cards that payers let merchants keep at an acquirer, with the consent @shard:tenant';
select app.protect('app.stored_card');
revoke delete on app.stored_card from counterfoil_app;
create index stored_card_merchant on app.stored_card (tenant_id, merchant_id, mode, id);
create index stored_card_email on app.stored_card (tenant_id, customer_email_key, id) where customer_email_key is not null;
create index stored_card_fingerprint on app.stored_card (tenant_id, card_fingerprint) where card_fingerprint is not null;
create index stored_card_payment on app.stored_card (tenant_id, payment_id);
create index stored_card_expiry on app.stored_card (tenant_id, expires_at) where state = 'active';
create index stored_card_to_delete on app.stored_card (tenant_id, id) where state = 'deleted' and vault_reference is not null;

-- Of a payment with a stored card, or with which one is stored.
alter table app.payment
  add column stored_card_id uuid,
  add column credential_use text check (credential_use in ('first', 'subsequent')),
  add column initiator text check (initiator in ('customer', 'merchant')),
  -- why the merchant takes it without the payer
  add column merchant_reason text check (merchant_reason in ('recurring', 'instalment', 'unscheduled')),
  -- the card scheme's, of this payment and of the one with which the payer consented
  add column scheme_transaction_id text check (length(scheme_transaction_id) <= 64),
  add column first_scheme_transaction_id text check (length(first_scheme_transaction_id) <= 64);
grant update (stored_card_id, scheme_transaction_id) on app.payment to counterfoil_app;

-- What payers may be asked for on a page: to let the merchant keep the card. Null: nothing.
alter table app.payment_page
  add column card_uses text[] check (cardinality(card_uses) > 0 and card_uses <@ '{customer,recurring,instalment,unscheduled}');

-- The vaults of the sandbox acquirers. Of a number they keep the published scenario that it stands for, which is all that
-- they use of it.
create table sandbox.vault_card (
  provider text not null,
  reference text not null,
  -- the request with which it came; it can be used once that is approved
  request uuid not null,
  scenario text not null,
  brand text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (provider, reference)
);
grant select, insert, update, delete on sandbox.vault_card to counterfoil_app;
alter table sandbox.acquirer_record
  -- the ids of the card scheme, and the vault's reference, which the answer has once it is an approval
  add column extras jsonb;

update app.role set permissions = permissions || array['CRM.StoredCards.Delete']
where is_administrator and user_type in ('tenant', 'platform') and not permissions @> array['CRM.StoredCards.Delete'];
update app.role set permissions = permissions || array['Merchant.StoredCards.Delete']
where is_administrator and user_type = 'merchant' and not permissions @> array['Merchant.StoredCards.Delete'];
