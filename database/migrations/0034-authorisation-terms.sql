-- What decides how an authorisation is sent: 3-D Secure, parameters of terminals, and through whom what does not come by
-- a card on the internet may go.

create table app.mpi_provider (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- null: for all merchants
  merchant_id uuid,
  name text not null,
  priority integer not null,
  -- null: in both modes
  mode smallint check (mode in (1, 2)),
  -- empty lists mean every one
  brands text[] not null default '{}',
  currencies text[] not null default '{}',
  protocol_version text not null,
  requestor_id text not null,
  requestor_name text not null,
  acquirer_bin text,
  challenge text not null check (challenge in ('no_preference', 'no_challenge', 'requested', 'mandated')),
  -- up to this no challenge is asked for; null: no such limit
  exempt_up_to_minor bigint,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.mpi_provider is 'How card holders are asked to confirm: 3-D Secure @shard:tenant';
select app.protect('app.mpi_provider', null);

create table app.default_parameter (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- null: for all
  merchant_id uuid,
  provider text references app.service_provider (code),
  channel text references app.payment_channel (code),
  name text not null,
  value text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique nulls not distinct (tenant_id, name, merchant_id, provider, channel),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.default_parameter is 'What authorisations carry where nothing else says it @shard:tenant';
select app.protect('app.default_parameter', null);

create table app.pos_provider (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  provider text not null references app.service_provider (code),
  currencies text[] not null default '{}',
  max_amount_minor bigint,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
comment on table app.pos_provider is 'Whose terminals a tenant''s merchants use @shard:tenant';
select app.protect('app.pos_provider', null);

create table app.banking_channel (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  scheme text not null,
  provider text not null references app.service_provider (code),
  currency text not null references app.currency (code),
  bank_name text not null,
  account_holder text not null,
  iban text not null,
  bic text,
  min_amount_minor bigint,
  max_amount_minor bigint,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
comment on table app.banking_channel is 'Accounts and schemes by which transfers reach a tenant @shard:tenant';
select app.protect('app.banking_channel', null);

-- the account that the payer was told
alter table app.account_reference
  add column banking_channel_id uuid,
  add foreign key (tenant_id, banking_channel_id) references app.banking_channel (tenant_id, id);
create index account_reference_channel on app.account_reference (tenant_id, banking_channel_id)
  where banking_channel_id is not null;

-- brands are spelled as the cards' own
update app.mid set brands = array_replace(array_replace(brands, 'american-express', 'american_express'), 'diners-club', 'diners_club')
where brands && array['american-express', 'diners-club'];
