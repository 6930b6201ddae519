-- Merchants and their reviewers are told once that an accepted document expires.
alter table app.merchant_document add column expiry_notified_at timestamptz;
create index merchant_document_expiry on app.merchant_document (tenant_id, expires_on)
  where state = 'accepted' and expires_on is not null and expiry_notified_at is null;
