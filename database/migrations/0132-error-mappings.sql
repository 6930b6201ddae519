-- What an acquirer's codes mean: one code of the product, whether the payment may be tried again, and what its reader is shown.

create table app.error_mapping (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  provider text not null,
  -- as the acquirer sends it
  raw_code text not null,
  -- as payments, reports and the API name it
  unified_code text not null check (unified_code ~ '^[a-z_]{3,40}$'),
  retry text not null check (retry in ('elsewhere', 'later', 'corrected', 'never')),
  -- null: the usual texts of the unified code
  payer_text_en text,
  payer_text_tr text,
  merchant_text_en text,
  merchant_text_tr text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check ((payer_text_en is null) = (payer_text_tr is null)),
  check ((merchant_text_en is null) = (merchant_text_tr is null))
);
comment on table app.error_mapping is 'What an acquirer''s decline codes mean, and what follows from them @shard:tenant';
select app.protect('app.error_mapping', null);
create unique index error_mapping_code on app.error_mapping (tenant_id, provider, raw_code);

create table app.decline_text (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid not null,
  unified_code text not null check (unified_code ~ '^[a-z_]{3,40}$'),
  payer_text_en text not null,
  payer_text_tr text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id) on delete cascade
);
comment on table app.decline_text is 'What a merchant''s payers read when a payment is declined @shard:tenant';
select app.protect('app.decline_text');
create unique index decline_text_code on app.decline_text (tenant_id, merchant_id, unified_code);

-- as it was decided with the payment: { "retry", "payer", "merchant" }
alter table app.payment add column decline_advice jsonb;
grant update (decline_advice) on app.payment to counterfoil_app;

-- codes that were answered of late, to find those that nothing maps
create index payment_attempt_decline on app.payment_attempt (tenant_id, provider, decline_code, id)
  where decline_code is not null;
