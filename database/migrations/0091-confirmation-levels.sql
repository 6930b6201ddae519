-- Confirmation levels: which actions on payments others have to confirm, and the actions that wait for it.

create table app.confirmation_level (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- whose actions wait: those of the tenant's operators, or those of one merchant's users and API keys
  side text not null check (side in ('operator', 'merchant')),
  merchant_id uuid,
  name text not null,
  actions text[] not null check (actions <> '{}' and actions <@ array[
    'refund', 'markRefunded', 'void', 'reverse', 'approve', 'changeStatus', 'payout']),
  mode smallint check (mode in (1, 2)),
  currency text,
  amount_minor bigint check (amount_minor > 0),
  only_new_payees boolean not null default false,
  maker_role_id uuid,
  confirmers integer not null check (confirmers between 1 and 5),
  confirmer_role_id uuid,
  hours integer not null check (hours between 1 and 720),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id),
  foreign key (tenant_id, maker_role_id) references app.role (tenant_id, id),
  foreign key (tenant_id, confirmer_role_id) references app.role (tenant_id, id),
  check ((side = 'merchant') = (merchant_id is not null)),
  check (amount_minor is null or currency is not null)
);
comment on table app.confirmation_level is 'How many others confirm an action on a payment, and with which role @shard:tenant';
select app.protect('app.confirmation_level');
create index confirmation_level_side on app.confirmation_level (tenant_id, side, merchant_id) where is_active;

create table app.waiting_action (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid not null,
  payment_id uuid not null,
  side text not null check (side in ('operator', 'merchant')),
  mode smallint not null check (mode in (1, 2)),
  action text not null check (action in (
    'refund', 'markRefunded', 'void', 'reverse', 'approve', 'changeStatus', 'payout')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  -- the state of the payment that is confirmed: another one voids it
  payment_version integer not null,
  -- of a change of status
  target_status text check (target_status in ('captured', 'declined')),
  reason text,
  -- [{ "level", "confirmers", "roleId", "roleName" }], as the levels were when it was requested
  requirements jsonb not null,
  maker_type text not null check (maker_type in ('user', 'api_key')),
  maker_id uuid not null,
  maker_name text not null,
  -- who the maker is: user ids, e-mail addresses and identities that confirm nothing of it
  maker_keys text[] not null,
  state text not null check (state in (
    'waiting', 'confirmed', 'done', 'refused', 'rejected', 'withdrawn', 'expired', 'void')),
  -- what became of it once it was confirmed: { "operationId", "state", "code", "message" }
  outcome jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id),
  check ((action = 'changeStatus') = (target_status is not null)),
  check ((ended_at is null) = (state in ('waiting', 'confirmed')))
);
comment on table app.waiting_action is 'Actions on payments that wait until others confirm them @shard:tenant';
select app.protect('app.waiting_action');
revoke delete on app.waiting_action from counterfoil_app;
create unique index waiting_action_open on app.waiting_action (tenant_id, payment_id, action)
  where state in ('waiting', 'confirmed');
create index waiting_action_payment on app.waiting_action (tenant_id, payment_id, id);
create index waiting_action_state on app.waiting_action (tenant_id, state, id);
create index waiting_action_merchant on app.waiting_action (tenant_id, merchant_id, id);

create table app.waiting_action_step (
  tenant_id uuid not null,
  id uuid not null,
  waiting_action_id uuid not null,
  merchant_id uuid not null,
  kind text not null check (kind in (
    'requested', 'confirmed', 'rejected', 'withdrawn', 'expired', 'void', 'done', 'refused')),
  -- null: the product itself
  actor_id uuid,
  actor_name text,
  actor_role_id uuid,
  actor_keys text[] not null,
  reason text,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, waiting_action_id) references app.waiting_action (tenant_id, id)
);
comment on table app.waiting_action_step is 'The history of a waiting action: who confirmed it, and how it ended @shard:tenant';
select app.protect('app.waiting_action_step');
revoke update, delete on app.waiting_action_step from counterfoil_app;
create index waiting_action_step_action on app.waiting_action_step (tenant_id, waiting_action_id, id);
create unique index waiting_action_step_once on app.waiting_action_step (tenant_id, waiting_action_id, actor_id)
  where kind = 'confirmed';
