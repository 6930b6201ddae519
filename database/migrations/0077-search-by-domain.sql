-- What stands behind the @ of an e-mail is found by its beginning, too. Why not any part of it: docs/decisions/0023.
alter table app.payment add column email_domain text collate "C"
  generated always as (substring(lower(customer_email) from '@(.+)$')) stored;
create index payment_email_domain on app.payment (tenant_id, email_domain, id) where email_domain is not null;
