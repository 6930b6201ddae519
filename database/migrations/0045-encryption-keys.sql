-- What a tenant's secrets are sealed with: a key of its own, itself wrapped by a secret that is not in the database.

create table app.encryption_key (
  tenant_id uuid not null references app.tenant (id),
  id uuid not null,
  -- null once it is retired: what was sealed under it could not be opened any more, and nothing is
  wrapped text check ((wrapped is null) = (state = 'retired')),
  -- active: seals; retiring: still opens what has not been sealed anew
  state text not null check (state in ('active', 'retiring', 'retired')),
  -- when it was replaced, how much was sealed under it
  to_reseal integer,
  created_by uuid,
  created_at timestamptz not null,
  last_used_at timestamptz,
  replaced_at timestamptz,
  retired_at timestamptz,
  primary key (tenant_id, id)
);
comment on table app.encryption_key is 'Keys that tenants'' secrets are sealed with, wrapped @shard:tenant';
select app.protect('app.encryption_key', null);
revoke delete on app.encryption_key from counterfoil_app;
create unique index encryption_key_active on app.encryption_key (tenant_id) where state = 'active';

-- as text it can be sealed; until it is, it is the key in base64
alter table app.tenant_key alter column key type text using encode(key, 'base64');
grant update (key) on app.tenant_key to counterfoil_app;
