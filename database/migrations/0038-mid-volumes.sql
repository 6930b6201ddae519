-- How much a MID may take in a day and a month, and how much it has taken.

alter table app.mid
  add column cap_currency text references app.currency (code),
  add column daily_cap_minor bigint,
  add column monthly_cap_minor bigint;

create table app.mid_volume (
  tenant_id uuid not null,
  mid_id uuid not null,
  merchant_id uuid not null,
  currency text not null,
  -- the tenant's business day
  day date not null,
  amount_minor bigint not null,
  primary key (tenant_id, mid_id, currency, day),
  foreign key (tenant_id, mid_id) references app.mid (tenant_id, id) on delete cascade
);
comment on table app.mid_volume is 'What MIDs with a cap had authorised, by day @shard:tenant';
select app.protect('app.mid_volume');
