-- Until when a card payment can be captured. Only payments that have something left to capture have it, so the index stays
-- small.

alter table app.payment add column authorisation_expires_at timestamptz;
comment on column app.payment.authorisation_expires_at is
  'When the issuer stops holding what is left to capture; null when nothing is';

create index payment_authorisation_expiry on app.payment (tenant_id, authorisation_expires_at)
  where authorisation_expires_at is not null;
