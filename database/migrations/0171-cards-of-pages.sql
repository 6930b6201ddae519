-- Cards that payers saved, or tried to save, on a page that takes no payment.
create table app.payment_page_card (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  page_id uuid not null,
  -- null: it was refused here, before its issuer was asked
  stored_card_id uuid,
  -- keyed hashes: they say whether two are the same and nothing else
  address_hash text not null,
  card_hash text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, stored_card_id) references app.stored_card (tenant_id, id),
  foreign key (tenant_id, page_id) references app.payment_page (tenant_id, id)
);
comment on table app.payment_page_card is 'Cards that payers saved, or tried to save, on a page that takes no payment @shard:tenant';
select app.protect('app.payment_page_card');
create index payment_page_card_page on app.payment_page_card (tenant_id, page_id, id);
create index payment_page_card_recent on app.payment_page_card (tenant_id, merchant_id, created_at);
