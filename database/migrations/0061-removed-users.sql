-- Whoever was removed keeps their name in what they did, and neither an address nor a role from others.
alter table app.app_user alter column role_id drop not null;
update app.app_user set role_id = null where removed_at is not null;
alter table app.app_user add constraint app_user_role_check check (role_id is not null or removed_at is not null);
update app.user_directory as d set email = 'removed:' || d.user_id
from app.app_user as u
where u.tenant_id = d.tenant_id and u.id = d.user_id and u.removed_at is not null;
