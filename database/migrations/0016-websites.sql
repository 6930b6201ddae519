-- The shops of a merchant. A payment may say through which of them it came.

create table app.website (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  url text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, merchant_id) references app.merchant (tenant_id, id)
);
comment on table app.website is 'Websites through which a merchant sells @shard:tenant';
select app.protect('app.website');
create index website_merchant on app.website (tenant_id, merchant_id, name);

alter table app.payment
  add column website_id uuid,
  add foreign key (tenant_id, website_id) references app.website (tenant_id, id);
create index payment_website on app.payment (tenant_id, website_id, id) where website_id is not null;
