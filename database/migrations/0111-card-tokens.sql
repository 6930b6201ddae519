-- Cards that payers' browsers entered, until a payment uses them.

create table app.card_token (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  -- number, expiry and security code, sealed; the row goes when it is used or has expired
  sealed_card text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.card_token is 'Cards that were entered and are paid with within minutes, sealed @shard:tenant';
select app.protect('app.card_token');
create index card_token_expiry on app.card_token (tenant_id, expires_at);

-- What a merchant's server keeps with a payment, by names of its own.
alter table app.payment add column metadata jsonb;
