-- A bank's statement also shows what the books have already: payouts over a rail, their returns, and refunds that were paid from
-- the bank account. And statements overlap: a line that stands in an earlier one is no second transfer.

create table app.bank_booking (
  tenant_id uuid not null,
  -- the payout, or the operation that is the refund
  subject_id uuid not null,
  -- of a payout: it came back
  is_return boolean not null,
  subject text not null check (subject in ('payout', 'refund')),
  merchant_id uuid not null,
  bank_order_item_id uuid not null,
  -- by hand, of a line that was in suspense
  clearing_id uuid,
  created_at timestamptz not null,
  -- each is booked once
  primary key (tenant_id, subject_id, is_return),
  foreign key (tenant_id, bank_order_item_id) references app.bank_order_item (tenant_id, id),
  foreign key (tenant_id, clearing_id) references app.suspense_clearing (tenant_id, id)
);
comment on table app.bank_booking is 'Payouts and refunds that a line of a bank''s statement shows @shard:tenant';
select app.protect('app.bank_booking');
revoke update, delete on app.bank_booking from counterfoil_app;
create index bank_booking_item on app.bank_booking (tenant_id, bank_order_item_id);
create index bank_booking_clearing on app.bank_booking (tenant_id, clearing_id) where clearing_id is not null;
create index bank_booking_merchant on app.bank_booking (tenant_id, merchant_id);

-- explained: the line is a payout or refund that the books have already, so its posting to suspense is taken back
alter table app.suspense_clearing drop constraint suspense_clearing_kind_check;
alter table app.suspense_clearing add constraint suspense_clearing_kind_check
  check (kind in ('match', 'return', 'booked', 'explained')) not valid;

-- by what a statement may name a payout
create index payout_order_rail_reference on app.payout_order (tenant_id, rail_reference) where rail_reference is not null;

-- repeated: it stands in an earlier statement of the account
alter table app.bank_order_item drop constraint bank_order_item_state_check;
alter table app.bank_order_item add constraint bank_order_item_state_check
  check (state in ('waiting', 'matched', 'unmatched', 'repeated')) not valid;
create index bank_order_item_alike on app.bank_order_item (tenant_id, booked_on, amount_minor);
