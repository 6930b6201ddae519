-- What an operator keeps of a merchant: who it is, where it is found, and how its account stands.

alter table app.merchant
  add column trading_name text,
  add column registration_number text,
  add column tax_number text,
  add column website text,
  add column contact_name text,
  add column email text,
  add column phone text,
  add column address_line text,
  add column city text,
  add column region text,
  add column postal_code text,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  -- only an active account takes new payments
  add column is_active boolean not null generated always as (merchant_status = 'Active') stored,
  add constraint merchant_status_known
    check (merchant_status in ('In boarding', 'Active', 'On hold', 'Suspended', 'Closed'));
create index merchant_name on app.merchant (tenant_id, legal_business_name, id);

-- Administrators hold every permission of their audience; the right to make and change merchants is new.
update app.role
set permissions = permissions || array['CRM.Organization.Edit']
where is_administrator and user_type in ('platform', 'tenant')
  and not permissions && array['CRM.Organization.Edit'];
