-- Asking the payee's bank to send a payout back, as the schemes allow it (SEPA: camt.056).
create table app.payout_recall (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  payout_order_id uuid not null,
  reason text not null check (reason in ('duplicate', 'technical', 'fraud', 'wrong_account', 'wrong_amount')),
  note text check (length(note) <= 140),
  state text not null check (state in ('asked', 'accepted', 'refused', 'overtaken', 'unanswered')),
  maker_id uuid not null,
  maker_name text not null,
  side text not null check (side in ('operator', 'merchant')),
  -- it is on its way to the rail from then on: a worker that finds this asks the rail before sending
  submitted_at timestamptz,
  next_check_at timestamptz,
  -- failures of ours in a row
  failures smallint not null default 0,
  -- by when the scheme has the payee's bank answer
  answer_by date not null,
  -- what came back, and what the payee's bank kept of it
  returned_minor bigint check (returned_minor > 0),
  kept_minor bigint check (kept_minor >= 0),
  code text,
  message text,
  created_at timestamptz not null,
  answered_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, payout_order_id) references app.payout_order (tenant_id, id),
  check ((state = 'accepted') = (returned_minor is not null)),
  check ((state = 'asked') = (next_check_at is not null))
);
comment on table app.payout_recall is 'Payouts that a bank was asked to send back @shard:tenant';
select app.protect('app.payout_recall');
revoke update, delete on app.payout_recall from counterfoil_app;
grant update (state, submitted_at, next_check_at, failures, returned_minor, kept_minor, code, message, answered_at)
  on app.payout_recall to counterfoil_app;
create index payout_recall_order on app.payout_recall (tenant_id, payout_order_id, id);
-- one at a time
create unique index payout_recall_open on app.payout_recall (tenant_id, payout_order_id) where state = 'asked';
create index payout_recall_merchant on app.payout_recall (tenant_id, merchant_id);
create index payout_recall_due on app.payout_recall (tenant_id, next_check_at) where state = 'asked';

alter table app.payout_order_step drop constraint payout_order_step_kind_check;
alter table app.payout_order_step add constraint payout_order_step_kind_check check (kind in ('requested', 'confirmed',
  'approved', 'sent', 'paid', 'returned', 'declined', 'failed', 'recall_asked', 'recall_refused'));

-- What the simulated rails remember of recalls.
create table sandbox.rail_recall (
  recall_id text primary key,
  end_to_end_id text not null references sandbox.rail_transfer (end_to_end_id),
  reason text not null,
  asked_at timestamptz not null
);
grant select, insert, update, delete on sandbox.rail_recall to counterfoil_app;
