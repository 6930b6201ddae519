-- What a tenant does about refunds of payments while a dispute of them is open.

create table app.dispute_refund_rule (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  -- null: of all merchants without a rule of their own
  merchant_id uuid,
  rule text not null check (rule in ('refused', 'warned', 'allowed')),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.dispute_refund_rule is 'Whether payments are refunded while a dispute of them is open @shard:tenant';
select app.protect('app.dispute_refund_rule', null);
create unique index dispute_refund_rule_name on app.dispute_refund_rule (tenant_id, lower(name));

update app.role
set permissions = permissions || array['Settings.PaymentSettings.DisputeRefund.View', 'Settings.PaymentSettings.DisputeRefund.Edit']
where is_administrator and user_type in ('tenant', 'platform');
