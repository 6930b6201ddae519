-- What the schema must hold so that one more migration can spread it over machines by tenant, and so that row-level
-- security is a wall: read off the catalogue of a migrated database. One row for each fault; no row: clean.
-- Each table of schema app says in its comment what it is: @shard:tenant, @shard:reference or @shard:local.
with
tables as (
  select c.oid, c.relname, c.relkind, c.relispartition, c.relrowsecurity, c.relowner, c.relacl,
    substring(obj_description(c.oid, 'pg_class') from '@shard:(\w+)') as kind,
    coalesce(obj_description(c.oid, 'pg_class') like '%append-only%', false) as is_append_only,
    (select attnum from pg_attribute a
      where a.attrelid = c.oid and attname = 'tenant_id' and not attisdropped) as tenant_column,
    (select attnotnull from pg_attribute a
      where a.attrelid = c.oid and attname = 'merchant_id' and not attisdropped) as merchant_required
  from pg_class c
  where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')
),
roots as (select * from tables where not relispartition),
foreign_keys as (
  select f.*, a.relname as from_name, a.kind as from_kind, a.tenant_column as from_tenant,
    b.kind as to_kind, b.tenant_column as to_tenant, b.oid as to_table
  from pg_constraint f join roots a on a.oid = f.conrelid left join roots b on b.oid = f.confrelid
  where f.contype = 'f'
),
policies as (
  select r.oid as table_oid, r.relname, r.kind, r.merchant_required, p.*,
    (select array_agg(case when role = 0 then 'public' else pg_get_userbyid(role)::text end) from unnest(p.polroles) role) as roles,
    regexp_replace(pg_get_expr(p.polqual, p.polrelid), '\s', '', 'g') as reads,
    regexp_replace(pg_get_expr(p.polwithcheck, p.polrelid), '\s', '', 'g') as writes
  from pg_policy p join tables r on r.oid = p.polrelid
),
shapes as (
  select '(tenant_id=app.current_tenant())' as tenant_only,
    '((tenant_id=app.current_tenant())AND((app.merchant_limit()<>''{''::text)OR(merchant_id=ANY(app.merchant_scope()))))' as by_merchant,
    '((tenant_id=app.current_tenant())AND((app.merchant_limit()<>''{''::text)OR(id=ANY(app.merchant_scope()))))' as merchant_itself,
    -- of payments and their sums: what is written is not held against the limits to methods and providers
    '((tenant_id=app.current_tenant())AND((app.merchant_limit()<>''{''::text)OR(merchant_id=ANY(app.merchant_scope())))AND((app.payment_limit()<>''{''::text)OR(((app.method_scope()ISNULL)OR(method=ANY(app.method_scope())))AND((app.provider_scope()ISNULL)OR(provider=ANY(app.provider_scope()))))))' as by_payment
)

-- S: shape
select 'S1 unmarked table' as rule, relname::text as object, 'its comment says none of @shard:tenant, @shard:reference, @shard:local' as why
from roots where kind is null or kind not in ('tenant', 'reference', 'local')
union all
select 'S2 tenant_id', relname, 'a tenant-owned table has tenant_id uuid not null' from roots r
where kind = 'tenant' and not exists (
  select from pg_attribute a where a.attrelid = r.oid and attname = 'tenant_id' and atttypid = 'uuid'::regtype and attnotnull)
union all
select 'S3 primary key', relname, 'no primary key: rows cannot be moved between machines while they are written' from roots r
where not exists (select from pg_index i where indrelid = r.oid and indisprimary)
union all
select 'S4 uniqueness', r.relname || '.' || i.indexrelid::regclass::text, 'what is unique in a tenant-owned table begins with tenant_id'
from roots r join pg_index i on i.indrelid = r.oid
where kind = 'tenant' and (indisunique or indisexclusion) and i.indkey[0] is distinct from tenant_column
union all
select 'S7 sealed', r.relname || '.' || attname, 'a row with a secret is found by its tenant and one more column'
from roots r join pg_attribute a on a.attrelid = r.oid join pg_index i on i.indrelid = r.oid and i.indisprimary
where col_description(r.oid, attnum) like '@sealed%' and (kind <> 'tenant' or i.indnkeyatts <> 2)
union all
select 'S5 inheritance', relname, 'partitions have one level' from tables r
where (relispartition and relkind = 'p') or (not relispartition and exists (select from pg_inherits where inhrelid = r.oid))
union all
select 'S6 identity', r.relname || '.' || attname, 'ids are UUIDs made by the application, not numbers made by one database'
from roots r join pg_attribute a on a.attrelid = r.oid
where kind = 'tenant' and attnum > 0 and not attisdropped
  and (attidentity <> '' or pg_get_serial_sequence('app.' || quote_ident(r.relname), attname) is not null)

-- F: foreign keys
union all
select 'F1 tenant key', conname || ' on ' || from_name, 'between tenant-owned tables tenant_id is paired with tenant_id' from foreign_keys
where from_kind = 'tenant' and to_kind = 'tenant'
  and not exists (select from unnest(conkey, confkey) as k (x, y) where x = from_tenant and y = to_tenant)
union all
select 'F2 direction', conname || ' on ' || from_name, 'a ' || from_kind || ' table does not reference a ' || to_kind || ' table' from foreign_keys
where (from_kind, to_kind) in (('reference', 'tenant'), ('local', 'tenant'), ('tenant', 'local'), ('reference', 'local'))
union all
select 'F3 set null', conname || ' on ' || from_name, 'no SET NULL or SET DEFAULT where tenant_id is part of the key' from foreign_keys
where from_kind = 'tenant' and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd')) and from_tenant = any (conkey)
union all
select 'F4 deferred', conname || ' on ' || from_name, 'a deferred constraint fails at commit with a general error' from foreign_keys where condeferrable
union all
select 'F5 other schema', conname || ' on ' || from_name, 'the key leaves schema app' from foreign_keys where to_table is null

-- T: triggers and rules
union all
select 'T1 trigger', r.relname || '.' || tgname, 'no triggers' from pg_trigger g join tables r on r.oid = g.tgrelid where not tgisinternal
  -- its function only refuses, and reads nothing but the row
  and g.tgfoid is distinct from to_regprocedure('app.refuse_change()')
union all
select 'T2 rule', r.relname || '.' || rulename, 'no rewrite rules' from pg_rewrite w join tables r on r.oid = w.ev_class

-- R: row-level security
union all
select 'R1 off', relname, 'row-level security is not enabled' from roots where kind = 'tenant' and not relrowsecurity
union all
select 'R2 no policy', r.relname, 'no policy own_scope for counterfoil_app' from roots r
where kind = 'tenant' and not exists (
  select from policies p where p.table_oid = r.oid and p.roles = array['counterfoil_app'] and polcmd = '*')
union all
select 'R3 restrictive', relname || '.' || polname, 'on the shards of a cluster it becomes permissive and opens the table' from policies
where not polpermissive
union all
select 'R4 subquery', relname || '.' || polname, 'no subqueries in policies' from policies
where coalesce(polqual::text, '') || coalesce(polwithcheck::text, '') like '%{SUBLINK%'
union all
select 'R5 shape', relname || '.' || polname,
  'policies for counterfoil_app say exactly: the own tenant, or the own tenant and the merchants in scope; permissive ones are ORed'
from policies, shapes
where kind = 'tenant' and (roles && array['counterfoil_app', 'public']) and (
  reads is null or writes is null
  or not reads = any (array[tenant_only, by_merchant] || case when relname = 'merchant' then array[merchant_itself] else '{}' end
    || case when relname = any (array['payment', 'payment_rollup', 'payment_rollup_delta', 'value_rollup', 'hour_rollup', 'dimension_rollup', 'alert']) then array[by_payment] else '{}' end)
  -- an operator limited to some merchants also does things that belong to none: they are recorded, not shown to it
  or writes <> case when relname = 'audit_entry' then tenant_only when reads = by_payment then by_merchant else reads end)
union all
-- the coordinator of a cluster folds the tenant into what it plans, so there it is immutable
select 'R6 function', p.oid::regprocedure::text, 'must be LANGUAGE sql STABLE; on a cluster current_tenant is IMMUTABLE'
from pg_proc p join pg_language l on l.oid = prolang
where pronamespace = 'app'::regnamespace and proname in ('current_tenant', 'merchant_scope', 'merchant_limit', 'payment_limit', 'method_scope', 'provider_scope')
  and (lanname <> 'sql' or provolatile <> case when proname = 'current_tenant' and exists (select from pg_extension where extname = 'citus') then 'i' else 's' end)
union all
-- settings whose rows without a merchant hold for every merchant's payments
select 'R7 merchant limit', relname || '.' || polname, 'a table with merchant_id limits its rows to the merchants in scope' from policies, shapes
where kind = 'tenant' and merchant_required is not null and relname not in ('fee_schedule', 'antifraud_rule', 'mpi_provider', 'default_parameter', 'billing_setting', 'settlement_terms', 'payout_rule', 'ratio_alert', 'alert_rule', 'dispute_refund_rule', 'automated_report')
  and roles = array['counterfoil_app'] and reads is distinct from by_merchant
  and not (relname in ('payment', 'payment_rollup', 'payment_rollup_delta', 'value_rollup', 'hour_rollup', 'dimension_rollup', 'alert') and reads = by_payment)
union all
select 'R8 other policy', relname || '.' || polname, 'beside the application, platform staff read and the loader loads: nobody else has a policy'
from policies
where not (roles = array['counterfoil_app'] and polcmd = '*')
  and not (roles = array['counterfoil_platform'] and polcmd = 'r')
  and not (roles = array['counterfoil_loader'] and polcmd = '*')

-- P: roles and privileges
union all
select 'P1 role', rolname::text, 'must not be superuser, bypass row-level security, make roles, or own a table' from pg_roles r
where rolname in ('counterfoil_app', 'counterfoil_platform', 'counterfoil_loader', 'counterfoil_identity') and (
  rolsuper or rolbypassrls or rolcreaterole or exists (select from tables where pg_has_role(r.oid, relowner, 'MEMBER')))
union all
select 'P2 owner', rolname::text, 'the owner of tables must be able to log in' from pg_roles r
where r.oid in (select relowner from tables) and not rolcanlogin
union all
select 'P3 public', relname::text, 'granted to everybody' from tables r, aclexplode(r.relacl) x where x.grantee = 0
union all
select 'P4 platform writes', relname::text, 'counterfoil_platform may read alone' from tables
where has_table_privilege('counterfoil_platform', oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
union all
select 'P5 append-only', relname::text, 'says append-only, and counterfoil_app may update, delete or truncate it' from tables
where is_append_only and has_table_privilege('counterfoil_app', oid, 'UPDATE, DELETE, TRUNCATE')
union all
select 'P6 secrets', r.rolname || ' in identity', 'password hashes are for counterfoil_identity alone' from pg_roles r
where rolname in ('counterfoil_app', 'counterfoil_platform', 'counterfoil_loader')
  and exists (select from pg_namespace where nspname = 'identity') and has_schema_privilege(r.oid, 'identity', 'USAGE')
  and rolname <> 'counterfoil_loader'

-- V: views and functions
union all
select 'V1 view', c.relname, 'a view over app needs security_invoker' from pg_class c
where relnamespace = 'app'::regnamespace and relkind = 'v'
  and not coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1']
union all
select 'V2 materialised view', c.relname, 'row-level security does not reach it' from pg_class c
where relnamespace = 'app'::regnamespace and relkind = 'm' and has_table_privilege('counterfoil_app', c.oid, 'SELECT')
union all
select 'V3 sql function', p.oid::regprocedure::text, 'over tenant-owned tables functions with arguments are plpgsql' from pg_proc p
join pg_language l on l.oid = prolang
where pronamespace = 'app'::regnamespace and lanname = 'sql' and pronargs > 0
  and exists (select from roots where kind = 'tenant' and coalesce(pg_get_functiondef(p.oid), '') ~ ('\m(app\.)?' || relname || '\M'))
union all
select 'V4 set_config', p.oid::regprocedure::text, 'set_config() does not reach other machines: execute SET LOCAL' from pg_proc p
join pg_language l on l.oid = prolang
where pronamespace = 'app'::regnamespace and lanname in ('sql', 'plpgsql') and prosrc ~ 'set_config\s*\('
union all
select 'V5 security definer', p.oid::regprocedure::text, 'runs with the owner''s rights, past row-level security' from pg_proc p
where pronamespace = 'app'::regnamespace and prosecdef
  -- the only way to write what nobody may write in parts (docs/decisions/0034): each holds to the scope by itself
  and not (p.proname in ('post_to_ledger', 'fold_payment_rollup', 'fill_dimension_rollup', 'fold_ledger_accounts', 'fold_merchant_balances', 'delete_old_records') and p.proconfig @> array['search_path=pg_catalog'])
union all
select 'V6 kept tenant', p.oid::regprocedure::text,
  'a connection to a cluster would keep its first tenant: nullif(current_setting(''app.tenant_id'', true), '''')::uuid' from pg_proc p
join pg_language l on l.oid = prolang
-- within quotes it is the text of a policy
where pronamespace = 'app'::regnamespace and lanname = 'plpgsql'
  and regexp_replace(prosrc, '\$(\w*)\$.*?\$\1\$|''[^'']*''', '', 'g') ~* 'current_tenant\s*\('
order by 1, 2
