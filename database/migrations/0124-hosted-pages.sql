-- What a website's payment pages look like and offer, and where their payers may be sent back to.
alter table app.website
  -- addresses with which a return address begins; none: any
  add column return_addresses text[] not null default '{}',
  add column methods text[] not null default '{card,bank_transfer}' check (cardinality(methods) > 0),
  add column languages text[] not null default '{en,tr}' check (cardinality(languages) > 0),
  -- null: the organisation's
  add column colour text check (colour ~ '^#[0-9a-f]{6}$'),
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
create unique index website_name on app.website (tenant_id, merchant_id, lower(name));
