-- Pages on which payers pay: payment links, which people send, and checkout sessions, which shops open.

create table app.payment_page (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  kind text not null check (kind in ('link', 'session')),
  -- the last part of its address; whoever has it may pay and learns nothing else
  token text not null,
  currency text not null,
  -- fixed, or within limits
  amount_minor bigint,
  min_minor bigint,
  max_minor bigint,
  description text,
  external_id text,
  usage text not null check (usage in ('single', 'multiple')),
  return_url text,
  customer_email text,
  customer_country text,
  website_id uuid,
  expires_at timestamptz,
  disabled_at timestamptz,
  -- whoever made it: a user or an API key
  created_by uuid,
  creator_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, website_id) references app.website (tenant_id, id),
  check ((amount_minor is null) = (min_minor is not null and max_minor is not null))
);
comment on table app.payment_page is 'Payment links and checkout sessions @shard:tenant';
select app.protect('app.payment_page');
create index payment_page_merchant on app.payment_page (tenant_id, merchant_id, mode, kind, id);

create table app.payment_page_payment (
  tenant_id uuid not null,
  payment_id uuid not null,
  merchant_id uuid not null,
  page_id uuid not null,
  -- what the payer reads and is written to in
  language text not null,
  -- keyed hashes: they tell whether two are the same and nothing else
  address_hash text not null,
  card_hash text,
  created_at timestamptz not null,
  primary key (tenant_id, payment_id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id),
  foreign key (tenant_id, page_id) references app.payment_page (tenant_id, id)
);
comment on table app.payment_page_payment is 'Payments that payers made on a page @shard:tenant';
select app.protect('app.payment_page_payment');
create index payment_page_payment_page on app.payment_page_payment (tenant_id, page_id, payment_id);
create index payment_page_payment_recent on app.payment_page_payment (tenant_id, merchant_id, created_at);

create table app.payment_page_directory (
  token_hash text primary key,
  tenant_id uuid not null,
  page_id uuid not null unique
);
comment on table app.payment_page_directory is 'Finds the tenant of a payment page by its address @shard:local';
grant select, insert, update, delete on app.payment_page_directory to counterfoil_app, counterfoil_loader;

-- Where a payer goes when the bank has asked for a confirmation.
alter table app.payment add column return_url text;
