-- What people have at hand on the telephone: the beginning of an order number in any case, of an e-mail, or of the name
-- behind its first mark (holloway of jack.holloway@…). Compared as bytes, so that a range of an index finds beginnings:
-- LIKE cannot use one under row-level security.
alter table app.payment add column external_id_start text collate "C"
  generated always as (lower(external_id)) stored;
alter table app.payment add column email_start text collate "C"
  generated always as (lower(customer_email)) stored;
alter table app.payment add column email_name text collate "C"
  generated always as (substring(lower(customer_email) from '^[^@._+-]+[._+-](.+)$')) stored;
create index payment_external_id_begins on app.payment (tenant_id, external_id_start, id) where external_id_start is not null;
create index payment_email_start on app.payment (tenant_id, email_start, id) where email_start is not null;
create index payment_email_name on app.payment (tenant_id, email_name, id) where email_name is not null;
