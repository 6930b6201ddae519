-- Merchants see the drafts that they made themselves, not those of their operator.
alter table app.routing_version add column is_of_merchant boolean not null default false;
update app.routing_version as v set is_of_merchant = true
from app.app_user as u
where u.tenant_id = v.tenant_id and u.id = v.made_by and u.user_type = 'merchant';
