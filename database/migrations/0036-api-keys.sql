-- API keys are settings. A key without a merchant is the tenant's own: each call says for which merchant it is.

alter table app.api_key
  alter column merchant_id drop not null,
  alter column prefix set default '',
  -- until when the key that was replaced works too
  add column previous_until timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now();
create index api_key_name on app.api_key (tenant_id, name, id);

-- while a key is being replaced both are known
alter table app.api_key_directory
  drop constraint api_key_directory_api_key_id_key,
  add column expires_at timestamptz;
create index api_key_directory_key on app.api_key_directory (api_key_id);
