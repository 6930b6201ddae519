-- Which language model what a tenant's people wrote may be sent to. A tenant that has settings, of which none is switched
-- on, sends nothing; one that has none leaves it to the installation.

create table app.language_model_setting (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  name text not null,
  -- null: the installation's model
  url text,
  model text,
  -- sealed
  api_key text,
  -- its end, to be recognised by
  key_hint text,
  uses text[] not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  check ((url is null) = (model is null))
);
comment on table app.language_model_setting is 'Language models that a tenant''s texts may be sent to @shard:tenant';
select app.protect('app.language_model_setting', null);
