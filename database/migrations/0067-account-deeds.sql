-- What people do at the identity provider, and what it refuses them, becomes entries of the audit trail.
alter table app.account_event drop constraint account_event_kind_check;
alter table app.account_event add constraint account_event_kind_check check (kind in (
  'signed_in', 'sign_in_refused', 'confirmation_refused', 'locked', 'signed_out', 'registered', 'profile_changed',
  'password_reset_requested', 'security_changed'));
