-- What one unit of a currency is worth in another on a day, as a tenant keeps it for its reports.

create table app.exchange_rate (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  currency text not null references app.currency (code),
  base_currency text not null references app.currency (code),
  day date not null,
  -- decimal, as it was published: never a binary fraction
  rate text not null,
  source text not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, base_currency, currency, day)
);
comment on table app.exchange_rate is 'What currencies are worth in others, by day and source @shard:tenant';
select app.protect('app.exchange_rate', null);
