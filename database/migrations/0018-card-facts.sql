-- What is known of a card beside its number: who issued it, and whether screening keeps it from paying.

create table app.card_bin (
  -- the first six digits
  code text primary key check (code ~ '^\d{6}$'),
  brand text not null,
  card_type text not null check (card_type in ('credit', 'debit', 'prepaid')),
  issuer text not null,
  country text not null,
  is_active boolean not null default true
);
comment on table app.card_bin is 'Issuers of cards by their first digits @shard:reference';
grant select on app.card_bin to counterfoil_app, counterfoil_platform, counterfoil_loader;
grant insert, update on app.card_bin to counterfoil_app;

-- as it was when the payment was taken, or when somebody had it read again
alter table app.payment
  add column card_type text,
  add column card_issuer text,
  add column card_issuer_country text;

create table app.card_restriction (
  tenant_id uuid not null,
  id uuid not null,
  merchant_id uuid not null,
  mode smallint not null check (mode in (1, 2)),
  card_token text not null,
  -- the payment on which it was placed
  payment_id uuid not null,
  placed_at timestamptz not null,
  expires_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references app.payment (tenant_id, id)
);
comment on table app.card_restriction is 'Cards that may not pay a merchant for a time @shard:tenant';
select app.protect('app.card_restriction');
revoke delete on app.card_restriction from counterfoil_app;
create index card_restriction_card on app.card_restriction (tenant_id, merchant_id, card_token, placed_at);

-- Administrators hold every permission of their audience; these are new.
update app.role
set permissions = permissions || array['CRM.Transaction.Actions.ResetRestriction', 'CRM.Transaction.Actions.BinData']
where is_administrator
  and user_type in ('platform', 'tenant')
  and not permissions && array['CRM.Transaction.Actions.ResetRestriction', 'CRM.Transaction.Actions.BinData'];
update app.role
set permissions = permissions || array['Platform.Transaction.Actions.ResetRestriction', 'Platform.Transaction.Actions.BinData']
where is_administrator
  and user_type = 'platform'
  and not permissions && array['Platform.Transaction.Actions.ResetRestriction', 'Platform.Transaction.Actions.BinData'];
