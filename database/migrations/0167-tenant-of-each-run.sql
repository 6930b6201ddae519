-- On a cluster app.current_tenant() is immutable on the coordinator, so that statements are planned for their tenant. A
-- function keeps such a value as long as its connection lives: what folds sums there folded those of the connection's first
-- tenant for ever. The setting itself is read anew by each run.
do $do$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'app'::regnamespace and l.lanname = 'plpgsql'
      and p.prosrc like '%tenant uuid := app.current_tenant();%'
  loop
    execute replace(definition, 'tenant uuid := app.current_tenant();',
      $new$tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;$new$);
  end loop;
end
$do$;
