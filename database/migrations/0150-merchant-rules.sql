-- Antifraud rules of merchants' own, within what their operator opens to them.

alter table app.merchant_screening
  -- the gravest that may follow from rules of the merchant's own; null: it has none
  add column own_rules text check (own_rules in ('flag', 'review', 'block')),
  -- null: the merchant sees which of the operator's rules apply, without their numbers
  add column limits text check (limits in ('shown'));

create table app.merchant_antifraud_rule (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  merchant_id uuid not null,
  rule text not null check (rule in ('card_velocity', 'email_velocity', 'ip_velocity', 'iin_velocity',
    'device_velocity', 'cards_per_email', 'cards_per_ip', 'cards_per_device', 'amount_ceiling', 'blocked_country')),
  threshold bigint check (threshold >= 1),
  window_s integer check (window_s between 10 and 2678400),
  if_missing text check (if_missing in ('pass', 'apply')),
  currency text,
  amount_minor bigint check (amount_minor >= 1),
  countries text[] not null default '{}',
  outcome text not null check (outcome in ('flag', 'review', 'block')),
  -- shadow: evaluated and recorded, without effect
  effect text not null check (effect in ('live', 'shadow')),
  -- null: both
  mode smallint check (mode in (1, 2)),
  added_by text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (currency is not null or amount_minor is null),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id) on delete cascade
);
comment on table app.merchant_antifraud_rule is 'What a merchant looks for on its own payments, besides its operator @shard:tenant';
select app.protect('app.merchant_antifraud_rule');
create index merchant_antifraud_rule_merchant on app.merchant_antifraud_rule (tenant_id, merchant_id, id);
