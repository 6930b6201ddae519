-- The secret with which a shop checks who returns is derived from the tenant's key by a version: the one in use, and the
-- newest that was made. They differ while a shop is being prepared for a new one.
alter table app.merchant
  add column return_secret_version int not null default 0 check (return_secret_version >= 0),
  add column return_secret_newest int not null default 0 check (return_secret_newest >= return_secret_version);
