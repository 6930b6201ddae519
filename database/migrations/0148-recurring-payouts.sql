-- Payouts that a merchant makes again and again to one beneficiary: each date makes a payout of its own.
create table app.recurring_payout (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  beneficiary_id uuid not null,
  -- the payee as it was confirmed: a beneficiary that has changed since is not paid
  payee_name text not null,
  payee_kind text not null check (payee_kind in ('person', 'company')),
  payee_country text not null,
  payee_iban text,
  payee_sort_code text,
  payee_account_number text,
  payee_result text check (payee_result in ('match', 'close_match', 'no_match', 'unavailable')),
  -- the bank did not confirm the name, and it is paid all the same
  despite_check boolean not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reference text not null,
  speed text check (speed in ('instant', 'standard')),
  frequency text not null check (frequency in ('weekly', 'monthly')),
  first_day date not null,
  -- null: until it is stopped
  last_day date,
  state text not null check (state in ('waiting_for_approval', 'active', 'paused', 'stopped', 'ended', 'declined')),
  -- the date that comes next, and when its payout is made; null: none does
  next_day date,
  next_run_at timestamptz,
  -- failures of ours in a row
  failures smallint not null default 0,
  maker_id uuid not null,
  maker_name text not null,
  maker_keys text[] not null,
  maker_role_id uuid,
  side text not null check (side in ('operator', 'merchant')),
  requirements jsonb not null,
  expires_at timestamptz,
  -- another person approved amount, payee and schedule: its payouts need no approval of their own
  is_approved boolean not null default false,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, beneficiary_id) references app.beneficiary (tenant_id, id),
  check ((payee_iban is not null) <> (payee_sort_code is not null and payee_account_number is not null)),
  check (last_day >= first_day),
  check ((state = 'active') = (next_run_at is not null))
);
comment on table app.recurring_payout is 'Payouts that are made again and again @shard:tenant';
select app.protect('app.recurring_payout');
revoke update, delete on app.recurring_payout from counterfoil_app;
grant update (state, next_day, next_run_at, failures, is_approved, ended_at, updated_at)
  on app.recurring_payout to counterfoil_app;
create index recurring_payout_merchant on app.recurring_payout (tenant_id, merchant_id, mode, id);
create index recurring_payout_beneficiary on app.recurring_payout (tenant_id, beneficiary_id);
create index recurring_payout_waiting on app.recurring_payout (tenant_id, mode, id) where state = 'waiting_for_approval';
create index recurring_payout_due on app.recurring_payout (tenant_id, next_run_at) where state = 'active';

-- What became of each date. The key holds one payout for a date, whichever worker comes to it.
create table app.recurring_payout_run (
  tenant_id uuid not null,
  recurring_payout_id uuid not null,
  day date not null,
  merchant_id uuid not null,
  -- null: none was made, and `code` says why
  payout_order_id uuid,
  code text,
  message text,
  -- what the message names, to say it in other languages
  params jsonb,
  created_at timestamptz not null,
  primary key (tenant_id, recurring_payout_id, day),
  foreign key (tenant_id, recurring_payout_id) references app.recurring_payout (tenant_id, id),
  foreign key (tenant_id, payout_order_id) references app.payout_order (tenant_id, id),
  check ((payout_order_id is null) = (code is not null))
);
comment on table app.recurring_payout_run is 'What became of each date of recurring payouts @shard:tenant';
select app.protect('app.recurring_payout_run');
revoke update, delete on app.recurring_payout_run from counterfoil_app;
create unique index recurring_payout_run_order on app.recurring_payout_run (tenant_id, payout_order_id)
  where payout_order_id is not null;

create table app.recurring_payout_step (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  recurring_payout_id uuid not null,
  kind text not null check (kind in ('requested', 'confirmed', 'approved', 'declined', 'paused', 'resumed', 'stopped', 'ended')),
  -- null: the product itself
  actor_id uuid,
  actor_name text,
  actor_role_id uuid,
  actor_keys text[] not null default '{}',
  reason text,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, recurring_payout_id) references app.recurring_payout (tenant_id, id)
);
comment on table app.recurring_payout_step is 'Who decided what about recurring payouts @shard:tenant';
select app.protect('app.recurring_payout_step');
revoke update, delete on app.recurring_payout_step from counterfoil_app;
create index recurring_payout_step_of on app.recurring_payout_step (tenant_id, recurring_payout_id, id);
