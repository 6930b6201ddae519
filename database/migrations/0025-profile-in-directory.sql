-- What people change of their own profile in the portal reaches the provider as all else that the portal says: in the
-- directory, which each side reads and one writes. Of the two profiles the newer counts.
drop function app.set_account_profile(uuid, text, text, text);

alter table app.user_directory
  add column given_name text,
  add column family_name text,
  add column time_zone text,
  -- when the portal last changed it; null: never
  add column profile_at timestamptz;
alter table identity.account add column profile_at timestamptz;
