-- No two roles of one kind, and of one merchant, have a name that reads the same, also when both are made at once.
update app.role as r set name = r.name || ' ' || right(r.id::text, 6)
from (
  select tenant_id, id, row_number() over (
    partition by tenant_id, app.folded_name(name), user_type, merchant_id order by created_at, id) as place
  from app.role
) as named
where named.tenant_id = r.tenant_id and named.id = r.id and named.place > 1;
create unique index role_folded_name on app.role (tenant_id, app.folded_name(name), user_type, merchant_id) nulls not distinct;
