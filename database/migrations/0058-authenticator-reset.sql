-- An administrator takes away the authenticator app of somebody who lost it and the recovery codes. The portal's word
-- counts for apps that were set up before it.
alter table app.user_directory add column authenticator_reset_at timestamptz;
alter table identity.account add column totp_at timestamptz;
