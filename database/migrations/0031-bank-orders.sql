-- Bank transfers: the reference that a payer quotes, and the bank's statements that tell what arrived.

create table app.account_reference (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  payment_id uuid not null,
  website_id uuid,
  -- an ISO 11649 creditor reference
  reference text not null,
  allocated_at timestamptz not null,
  -- from then on money that quotes it is no longer taken for the payment
  deallocated_at timestamptz,
  deallocated_by uuid,
  primary key (tenant_id, id),
  unique (tenant_id, reference),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id)
);
comment on table app.account_reference is 'References allocated to payments by bank transfer @shard:tenant';
select app.protect('app.account_reference');
revoke delete on app.account_reference from counterfoil_app;
create index account_reference_payment on app.account_reference (tenant_id, payment_id);
create index account_reference_merchant on app.account_reference (tenant_id, merchant_id, id);

create table app.bank_order (
  tenant_id uuid not null,
  id uuid not null,
  bank_name text not null,
  account_number text not null,
  file_name text not null,
  -- of the file: the same one twice is the same order
  sha256 text not null,
  line_count integer not null,
  uploaded_by uuid not null,
  created_at timestamptz not null,
  -- when each of its lines was matched or not
  finished_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, sha256)
);
comment on table app.bank_order is 'Statements of a bank as they were uploaded @shard:tenant';
select app.protect('app.bank_order', null);
revoke delete on app.bank_order from counterfoil_app;

create table app.bank_order_item (
  tenant_id uuid not null,
  id uuid not null,
  bank_order_id uuid not null,
  -- of the payment that it was matched with
  merchant_id uuid,
  payment_id uuid,
  -- in the file, the first one below the head is 2
  line integer not null,
  booked_on date not null,
  amount_minor bigint not null,
  currency text not null,
  reference text not null,
  payer text,
  -- waiting: not looked at yet
  state text not null check (state in ('waiting', 'matched', 'unmatched')),
  reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, bank_order_id) references app.bank_order (tenant_id, id)
);
comment on table app.bank_order_item is 'Lines of a bank''s statement @shard:tenant';
select app.protect('app.bank_order_item');
revoke delete on app.bank_order_item from counterfoil_app;
create index bank_order_item_order on app.bank_order_item (tenant_id, bank_order_id, line);
create index bank_order_item_payment on app.bank_order_item (tenant_id, payment_id) where payment_id is not null;
