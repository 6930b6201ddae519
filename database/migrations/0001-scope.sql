-- The two walls stand on this file: who is asking (tenant, merchants) is a setting of the transaction,
-- and every tenant-owned table has one policy that compares with it.
-- The roles counterfoil_app, _platform, _loader and _identity are made before the first migration (database/roles.ts).

create schema app;
create schema identity;
create schema sandbox;

grant usage on schema app to counterfoil_app, counterfoil_platform, counterfoil_loader;
grant usage on schema identity to counterfoil_identity;
grant usage on schema sandbox to counterfoil_app;

create function app.current_tenant() returns uuid language sql stable parallel safe
as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- The merchants that the caller may see; null means all of the tenant's.
create function app.merchant_scope() returns uuid[] language sql stable parallel safe
as $$ select nullif(current_setting('app.merchant_ids', true), '')::uuid[] $$;

-- '{' where the caller is limited to listed merchants, nothing where it sees all of the tenant's.
create function app.merchant_limit() returns text language sql stable parallel safe
as $$ select left(current_setting('app.merchant_ids', true), 1) $$;

-- Sets who is asking for the rest of the transaction. SET LOCAL inside a function reaches the other machines of a
-- cluster; set_config() does not.
create function app.set_scope(tenant uuid, merchants uuid[]) returns void language plpgsql
as $$
begin
  execute format('set local app.tenant_id = %L', coalesce(tenant::text, ''));
  execute format('set local app.merchant_ids = %L', coalesce(merchants::text, ''));
end
$$;

-- Gives a tenant-owned table its policies: the application sees its scope, platform staff read across tenants,
-- the bulk loader writes everywhere. merchant_column is null where rows have no merchant.
create function app.protect(target regclass, merchant_column text default 'merchant_id') returns void language plpgsql
as $$
declare
  own text := 'tenant_id = app.current_tenant()';
begin
  if merchant_column is not null then
    -- written with <>, which the planner takes to be nearly always true; for "is null" of a function it expects one row
    -- in 200, and sorts what it could read in order
    own := own || format($own$ and (app.merchant_limit() <> '{' or %I = any (app.merchant_scope()))$own$, merchant_column);
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('create policy own_scope on %s to counterfoil_app using (%s) with check (%s)', target, own, own);
  execute format('create policy platform_reads on %s for select to counterfoil_platform using (true)', target);
  execute format('create policy bulk_load on %s to counterfoil_loader using (true) with check (true)', target);
  execute format('grant select on %s to counterfoil_platform', target);
  execute format('grant select, insert, update, delete, truncate on %s to counterfoil_loader', target);
  execute format('grant select, insert, update, delete on %s to counterfoil_app', target);
end
$$;
