-- A card stands on a list by the token that recognises it; this is what people recognise it by. And addresses are spelled
-- in one way, as those of orders are.

alter table app.blacklist_entry add column card_hint text;
alter table app.whitelist_entry add column card_hint text;

update app.blacklist_entry e
set value = case when e.value ilike '::ffff:%.%' then substr(e.value, 8) else host(e.value::inet) end
where e.kind = 'ip' and e.value like '%:%' and not exists (
  select from app.blacklist_entry o
  where o.tenant_id = e.tenant_id and o.kind = 'ip' and o.id <> e.id
    and case when o.value ~ '^[0-9a-f:.]+$' then o.value::inet end in
      (e.value::inet, case when e.value ilike '::ffff:%.%' then substr(e.value, 8)::inet end));
update app.whitelist_entry e
set value = case when e.value ilike '::ffff:%.%' then substr(e.value, 8) else host(e.value::inet) end
where e.kind = 'ip' and e.value like '%:%' and not exists (
  select from app.whitelist_entry o
  where o.tenant_id = e.tenant_id and o.kind = 'ip' and o.id <> e.id
    and case when o.value ~ '^[0-9a-f:.]+$' then o.value::inet end in
      (e.value::inet, case when e.value ilike '::ffff:%.%' then substr(e.value, 8)::inet end));
update app.tenant set settings_version = settings_version + 1;
